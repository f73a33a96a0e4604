// The test runner: `npm test`, `npm test -- <folder or file>…`, `-- --quick`. It brings a database and a browser, runs
// node's own runner, and afterwards searches every log for the personal data that the tests used.
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { findShortCanaries, readLogs, searchCanaries } from './canaries.ts';
import type { Program } from './debian-program.ts';
import { ensureOffice } from './office.ts';
import { ensurePdfReader } from './pdf-reader.ts';
import { CODE_ROOTS, REPOSITORY_ROOT } from './repository.ts';
import { onStop, runCommand } from './run-command.ts';
import { findShareable } from './shared-process.ts';
import { startTestDatabase } from './test-database.ts';
import {
  addCounts,
  findCountFaults,
  findEmptyFiles,
  groupTests,
  parseCounts,
  selectTests,
} from './test-selection.ts';
import type { Counts, TestGroup } from './test-selection.ts';

const TEST_GLOBS = CODE_ROOTS.map((folder) => `${folder}/**/*.test.ts`);
// Longer than any honest test takes; without it one that hangs would hang the run.
const TIMEOUT_MS = 600_000;

type Run = { readonly folder: string; readonly logFolder: string; clean: () => Promise<void> };

function makeRun(): Run {
  const folder = mkdtempSync(join(tmpdir(), 'farol-test-'));
  // PostgreSQL does not run as root; the account it runs under has to pass through this folder to its own.
  chmodSync(folder, 0o711);
  const logFolder = join(folder, 'logs');
  mkdirSync(logFolder);
  return { folder, logFolder, clean: async () => rmSync(folder, { recursive: true, force: true }) };
}

function nameProgram(environment: NodeJS.ProcessEnv, variable: string, program: Program): void {
  if ('path' in program) environment[variable] = program.path;
  else environment[`${variable}_MISSING`] = program.missing;
}

async function buildEnvironment(run: Run, files: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    FAROL_TEST_LOG_DIR: run.logFolder,
    // Every test file is a process of its own that loads much the same modules.
    NODE_COMPILE_CACHE: join(run.folder, 'compile-cache'),
  };
  if (!process.env['FAROL_TEST_DATABASE_URL']) {
    const starting = startTestDatabase(run.folder, run.logFolder);
    const removeFolder = run.clean;
    // Also when the run is stopped while the database is still starting.
    run.clean = async () => {
      try {
        await (await starting).remove();
      } finally {
        await removeFolder();
      }
    };
    environment['FAROL_TEST_DATABASE_URL'] = (await starting).url;
  }
  const needs = (what: RegExp): boolean =>
    files.some((path) => what.test(readFileSync(join(REPOSITORY_ROOT, path), 'utf8')));
  if (needs(/support\/console\.ts|\bplayLooks\b/)) {
    await runCommand(process.execPath, [join('bin', 'console-build.mjs')], { output: 'show' });
  }
  nameProgram(environment, 'FAROL_TEST_BROWSER', await ensureBrowser(needs(/browser/i)));
  nameProgram(environment, 'FAROL_TEST_OFFICE', await ensureOffice(needs(/openInOffice/)));
  nameProgram(environment, 'FAROL_TEST_PDF_READER', await ensurePdfReader(needs(/openPdf/)));
  return environment;
}

type Outcome = {
  readonly files: readonly string[];
  readonly tap: string;
  readonly counts: Counts;
  readonly code: number;
};

/** Faults that the tests themselves cannot see. */
function inspectRun(logFolder: string, groups: readonly Outcome[]): string[] {
  const empty = groups.flatMap(({ tap, files }) => findEmptyFiles(tap, files));
  const { canaries, logs } = readLogs(logFolder);
  const hits = searchCanaries(canaries, logs).map(
    ({ path, kind, encoding, hint }) =>
      `${path} holds what a log must not hold: ${kind}, ${encoding}, ${hint}`,
  );
  const short = findShortCanaries(canaries);
  const counts = addCounts(groups.map((group) => group.counts));
  const faults = [
    ...empty.map((path) => `${path} holds no test`),
    ...findCountFaults(counts, process.env['CI'] === 'true'),
    ...hits,
  ];
  return short === 0 ? faults : [...faults, `${short} canary value(s) are too short to search for`];
}

async function runGroup(
  run: Run,
  env: NodeJS.ProcessEnv,
  { group, name, output }: { group: TestGroup; name: string; output: 'show' | 'collect' },
): Promise<Outcome> {
  const { files, isShared, atOnce } = group;
  const tapFile = join(run.logFolder, `node-test-output-${name}.tap`);
  const args = isShared
    ? [
        '--test',
        `--test-timeout=${TIMEOUT_MS}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=tap',
        `--test-reporter-destination=${tapFile}`,
        '--test-isolation=none',
        ...files,
      ]
    : [
        join(import.meta.dirname, 'test-files.ts'),
        `--at-once=${atOnce}`,
        `--timeout-ms=${TIMEOUT_MS}`,
        `--tap=${tapFile}`,
        ...files,
      ];
  const { code, output: printed } = await runCommand(process.execPath, args, { env, output });
  process.stdout.write(printed);
  const tap = readFileSync(tapFile, 'utf8');
  return { files, tap, counts: parseCounts(tap), code };
}

function readOurFile(path: string): string | null {
  const whole = join(REPOSITORY_ROOT, path);
  return existsSync(whole) ? readFileSync(whole, 'utf8') : null;
}

async function runTests(run: Run, files: readonly string[]): Promise<number> {
  const env = await buildEnvironment(run, files);
  const groups: Outcome[] = [];
  const shareable = findShareable(files, readOurFile);
  const cores = availableParallelism();
  for (const [index, parts] of groupTests(files, { shareable, cores }).entries()) {
    // What is printed side by side is shown part by part.
    const output = parts.length === 1 ? 'show' : 'collect';
    const running = parts.map((group, part) =>
      runGroup(run, env, { group, name: `${index}-${part}`, output }),
    );
    groups.push(...(await Promise.all(running)));
  }
  const faults = inspectRun(run.logFolder, groups);
  for (const fault of faults) console.error(`FAILED: ${fault}`);
  const { passed, failed } = addCounts(groups.map(({ counts }) => counts));
  if (groups.length > 1) console.log(`${passed} passed, ${failed + faults.length} failed`);
  const code = groups.find((group) => group.code !== 0)?.code ?? 0;
  return code === 0 && faults.length > 0 ? 1 : code;
}

async function main(args: readonly string[]): Promise<number> {
  const quick = args.includes('--quick');
  const filters = args.filter((argument) => !argument.startsWith('--'));
  const all = globSync(TEST_GLOBS, { cwd: REPOSITORY_ROOT }).toSorted();
  const { files, faults } = selectTests(all, filters, quick);
  if (faults.length > 0 || files.length === 0) {
    console.error(`FAILED: ${faults.join('; ') || 'no test file is selected'}`);
    return 1;
  }
  const run = makeRun();
  onStop(() => run.clean());
  try {
    return await runTests(run, files);
  } finally {
    await run.clean();
  }
}

process.exitCode = await main(process.argv.slice(2));
