// Builds the console when it is missing or was made of other sources: `node bin/console-build.mjs`. What it was made of is
// noted beside it, as a digest, since times of files say nothing in a fresh clone.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
const outDir = join(projectDir, 'console', 'dist');
const stampFile = join(outDir, '.made-of');
/** What runs in the browser: the console's own files, and those of ours that it shares with the server. */
const SOURCES = [
  'console/index.html',
  'console/src/**/*',
  'src/documents/*.ts',
  'bin/console-build.mjs',
  'package-lock.json',
];

function digestSources() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: projectDir, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) hash.update(`${file.slice(projectDir.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} digest */
function isBuiltOf(digest) {
  try {
    return readFileSync(stampFile, 'utf8') === digest;
  } catch {
    return false;
  }
}

/** Once, and not at every request: the files never change under their names. */
function compressFiles() {
  const folder = join(outDir, 'assets');
  for (const name of readdirSync(folder).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
    const text = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }));
  }
}

async function buildConsole() {
  const { build } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  await build({
    configFile: false,
    root: join(projectDir, 'console'),
    logLevel: 'warn',
    plugins: [react()],
    // The server puts a fresh one in its place for every visit.
    html: { cspNonce: '__FAROL_NONCE__' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2024',
      // From these on `light-dark()` is known; older ones would get it rewritten, wrongly.
      cssTarget: ['chrome125', 'firefox126', 'safari18'],
      // Inlined as addresses they would need a policy of their own.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
    },
  });
  compressFiles();
}

const digest = digestSources();
if (!isBuiltOf(digest)) {
  const startedAt = performance.now();
  await buildConsole();
  // Last of all: a build that is interrupted has none and is repeated.
  writeFileSync(stampFile, digest);
  console.log(`The console was built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
