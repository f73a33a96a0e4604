// What "npm start" and "npm test" run, in a fresh clone too: installs when needed, then runs the pinned Node.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './installed.mjs';
import {
  NEEDED_NODE,
  findNode,
  isPlatformSupported,
  isRunningNodeEnough,
  projectDir,
  runNode,
  say,
} from './pinned-node.mjs';

const PARENT_POLL_MS = 1_000;

/** @type {Record<string, string>} */
const scripts = {
  test: 'tools/test.ts',
  check: 'tools/check.ts',
  bench: 'bench/run.ts',
  prove: 'test/prove/run.ts',
};

async function main() {
  const [command = '', ...rest] = process.argv.slice(2);
  if (!isPlatformSupported()) {
    const needs = `a system Node from ${NEEDED_NODE} on and a PostgreSQL named by FAROL_DATABASE_URL`;
    if (!isRunningNodeEnough() || (command === 'serve' && !process.env['FAROL_DATABASE_URL'])) {
      say(
        `Farol brings Node and PostgreSQL for Linux on arm64 and x64; on ${process.platform} ${process.arch} it needs ${needs}.`,
      );
      process.exitCode = 1;
      return;
    }
  }
  const ancestors = readAncestors();
  if (!(await ensureInstalled())) {
    process.exitCode = 1;
    return;
  }
  const node = findNode();
  if (node === null) {
    say(
      `The pinned Node was not installed, and the system's Node is older than ${NEEDED_NODE}. Remove node_modules and run this again.`,
    );
    process.exitCode = 1;
    return;
  }
  if (command === 'serve') await buildConsole(node);
  const script = scripts[command];
  const args = script === undefined ? process.argv.slice(2) : rest;
  const child = runNode(node, [join(projectDir, script ?? 'src/cli.ts'), ...args]);
  if (process.env['npm_lifecycle_event']) stopWithNpm(ancestors, child);
}

/**
 * Without it everything but the pages works, so a build that fails is told and no more.
 * @param {string} node
 */
async function buildConsole(node) {
  const script = join(projectDir, 'bin', 'console-build.mjs');
  if (!existsSync(join(projectDir, 'console'))) return;
  const child = spawn(node, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = () => void child.kill();
  process.once('SIGTERM', stop);
  await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve);
  });
  process.off('SIGTERM', stop);
  if (child.exitCode !== 0) say('The console could not be built; the API runs without it.');
}

/**
 * npm killed with kill -9 sends no signal, and a shell between npm and this process dies of SIGTERM without handing
 * it on. Both show as a changed line of ancestors.
 * @param {string} ancestors
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithNpm(ancestors, child) {
  const timer = setInterval(() => {
    if (readAncestors() === ancestors) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
}

/** This process's parent, and the parent of that one when it is the shell that npm runs scripts in. */
function readAncestors() {
  const parent = process.ppid;
  try {
    // "pid (name) state parent …", see proc_pid_stat(5).
    const [, name, grandparent] =
      /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return name === 'sh' || name === 'dash' || name === 'bash' ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

await main();
