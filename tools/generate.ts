// `node tools/generate.ts` writes every generated file; with `--check` it only compares.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GENERATED_FILES } from './generated-files.ts';
import { findStaleFiles } from './generated.ts';
import { REPOSITORY_ROOT, reportFindings } from './repository.ts';
import { closeScratchApi } from './scratch-api.ts';

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(join(REPOSITORY_ROOT, path), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeAll(): Promise<void> {
  for (const { path, make } of GENERATED_FILES) {
    const content = await make();
    await mkdir(dirname(join(REPOSITORY_ROOT, path)), { recursive: true });
    await writeFile(join(REPOSITORY_ROOT, path), content);
    console.log(`wrote ${path}`);
  }
}

if (process.argv.includes('--check')) {
  const findings = await findStaleFiles(GENERATED_FILES, readOrNull);
  await closeScratchApi();
  reportFindings('generated files', findings);
} else {
  await writeAll();
  await closeScratchApi();
}
