// What every repository check shares: the files it looks at, and the form of what it finds.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `path` is relative to the repository and written with `/`. */
export type SourceFile = { readonly path: string; readonly text: string };

/** `line` counts from 1; it is absent when the finding concerns a whole file or folder. */
export type Finding = {
  readonly path: string;
  readonly line?: number;
  readonly rule: string;
  readonly message: string;
};

export const REPOSITORY_ROOT = resolve(import.meta.dirname, '..');

// The scanner in source-text.ts reads JSX as code. That holds as long as no text stands between tags, which is a house
// rule of its own: the console's words are in its files of texts.
export const CODE_ROOTS = ['bin', 'src', 'test', 'tools', 'bench', 'sandbox', 'console/src'];
const CODE_FILE = /\.(ts|tsx|mts|js|mjs)$/;

export function readCodeFiles(root: string = REPOSITORY_ROOT): SourceFile[] {
  return CODE_ROOTS.flatMap((folder) => listFiles(root, folder))
    .filter((path) => CODE_FILE.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Style sheets are no code to the other checks, and grow as code does. */
export function readStyleSheets(root: string = REPOSITORY_ROOT): SourceFile[] {
  return listFiles(root, 'console/src')
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function readMigrations(root: string = REPOSITORY_ROOT): SourceFile[] {
  return listFiles(root, 'migrations').map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

function listFiles(root: string, folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.includes('node_modules'))
    .toSorted();
}

export function isTestFile(path: string): boolean {
  return path.endsWith('.test.ts');
}

/** `sessions-store.ts` and `store.ts` play the same role: a role file is split by noun in front of the role's name. */
export function hasRole(path: string, ...roles: readonly string[]): boolean {
  const stem = /([^/]+)\.ts$/.exec(path)?.[1] ?? '';
  return roles.some((role) => stem === role || stem.endsWith(`-${role}`));
}

/** Prints the findings in the form `path:line rule: message` and sets the exit code. */
export function reportFindings(check: string, findings: readonly Finding[]): void {
  for (const { path, line, rule, message } of findings) {
    console.log(`${path}${line === undefined ? '' : `:${line}`} ${rule}: ${message}`);
  }
  console.log(findings.length === 0 ? `${check}: no finding` : `${check}: ${findings.length} finding(s)`);
  if (findings.length > 0) process.exitCode = 1;
}
