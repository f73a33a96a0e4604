// Which test files may share one process: loading the product takes longer than most of them run. Whoever starts processes or
// threads, or changes what all code of a process sees, keeps one of its own.
import { posix } from 'node:path';
import { isTestCode } from './places.ts';

/** The text of one of our files, or null where there is none. */
export type ReadFile = (path: string) => string | null;

const OUTSIDE = new Set([
  'node:child_process',
  'node:cluster',
  'node:worker_threads',
  'playwright-core',
  'vite',
]);

/** A hook outside of any suite would become everybody's; so would settings, signals, folders and clocks that are changed. */
const GLOBAL =
  /^(?:after|afterEach|before|beforeEach)\(|\bprocess\.(?:chdir|emit|env|exitCode|off|on|once)\b|\bmock\.|\bglobalThis\b/m;

// The formatter leaves no other form; what is imported as a type is gone at run time.
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

const CODE = /\.(?:ts|tsx|mjs)$/;

export function findShareable(tests: readonly string[], read: ReadFile): string[] {
  const verdicts = new Map<string, boolean>();
  const reachesOutside = (path: string): boolean => {
    const known = verdicts.get(path);
    if (known !== undefined) return known;
    // Held while its imports are looked at, so that a circle ends.
    verdicts.set(path, false);
    const text = read(path);
    const verdict = text === null || listImports(path, text).some((each) => isOutside(each, reachesOutside));
    verdicts.set(path, verdict);
    return verdict;
  };
  return tests.filter((path) => !GLOBAL.test(read(path) ?? '') && !reachesOutside(path));
}

function isOutside(target: string, reachesOutside: (path: string) => boolean): boolean {
  if (OUTSIDE.has(target)) return true;
  const path = target.slice(1);
  return target.startsWith('/') && CODE.test(path) && !isProduct(path) && reachesOutside(path);
}

/** The product starts its processes by the commands that the tests of those start in one of their own. */
function isProduct(path: string): boolean {
  return path.startsWith('src/') && !isTestCode(path);
}

/** Our own begin with a slash, from the root of the repository. */
function listImports(path: string, text: string): string[] {
  return Array.from(text.matchAll(IMPORT), ([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '').map(
    (target) => (target.startsWith('.') ? `/${posix.join(posix.dirname(path), target)}` : target),
  );
}
