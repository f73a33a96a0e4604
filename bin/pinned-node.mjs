// Finds the Node that Farol needs and runs it. Plain JavaScript with builtins only: this runs under whatever
// Node the machine has, from 20 on, and before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));
export const NEEDED_NODE = '26.10';
// Node keeps what it made of our TypeScript here, which halves the time of a start; children find it by the variable.
process.env['NODE_COMPILE_CACHE'] ??= join(projectDir, 'node_modules', '.cache', 'farol');

/** @param {string} message */
export function say(message) {
  process.stderr.write(`${message}\n`);
}

export function isRunningNodeEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

export function isPlatformSupported() {
  return process.platform === 'linux' && (process.arch === 'arm64' || process.arch === 'x64');
}

/** The Node of the installed package, else the running one when it is new enough, else null. */
export function findNode() {
  const pinned = join(projectDir, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  if (isPlatformSupported() && existsSync(pinned)) return pinned;
  return isRunningNodeEnough() ? process.execPath : null;
}

/**
 * Runs Node as a child, hands it every stop signal, and ends as it ends. The IPC channel carries no messages:
 * the kernel closes it when this process dies, however it dies, and the child then stops by itself.
 * @param {string} nodePath
 * @param {string[]} args
 */
export function runNode(nodePath, args) {
  const child = spawn(nodePath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    if (child.pid !== undefined) return;
    say(
      `Node at ${nodePath} could not be run (${error.message}). Farol needs Linux with glibc, or a system Node from ${NEEDED_NODE} on.`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
  return child;
}
