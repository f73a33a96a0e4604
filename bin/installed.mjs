// Whether node_modules is what the lockfile asks for, and the installation when it is not.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNode, projectDir, say } from './pinned-node.mjs';

const SHOWN_LINES = 12;
const stampFile = join(projectDir, 'node_modules', '.farol-stamp');

/** @param {string} name */
function read(name) {
  return readFileSync(join(projectDir, name));
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, cpu?: string[], os?: string[],
 *   libc?: string[] }} Package
 * @param {string} name
 */
function readLock(name) {
  const { packages } = /** @type {{ packages: Record<string, Package> }} */ (
    JSON.parse(read(name).toString())
  );
  return packages;
}

function expectedStamp() {
  const hash = createHash('sha256').update(read('package-lock.json')).update(read('package.json'));
  return hash.update(`${process.platform}-${process.arch}`).digest('hex');
}

function isStamped() {
  try {
    return readFileSync(stampFile, 'utf8') === expectedStamp();
  } catch {
    return false;
  }
}

/**
 * npm writes node_modules/.package-lock.json last. When it agrees with the lockfile, somebody has installed by
 * hand, and installing again would only pull the folder away from under what runs in it.
 */
function isInstalledByHand() {
  try {
    const installed = readLock('node_modules/.package-lock.json');
    return Object.entries(readLock('package-lock.json')).every(([path, wanted]) => {
      const { version, integrity, optional, cpu, os, libc } = wanted;
      const found = installed[path];
      if (path === '') return true;
      if (found !== undefined) return found.version === version && found.integrity === integrity;
      // npm leaves out optional packages for other machines, and what only those need.
      const madeForHere = cpu?.includes(process.arch) === true && os?.includes(process.platform) === true;
      return optional === true && !(madeForHere && (libc?.includes('glibc') ?? true));
    });
  } catch {
    return false;
  }
}

/** Installs when needed; false when that failed, after saying why. */
export async function ensureInstalled() {
  if (isStamped()) return true;
  const release = await holdInstallLock();
  try {
    if (isStamped()) return true;
    if (!isInstalledByHand() && !(await install())) return false;
    // npm does not fail when an optional package, such as the pinned Node, cannot be had.
    if (findNode() === null) return true;
    // Last of all: an installation that is interrupted has no stamp and is repeated.
    writeFileSync(stampFile, expectedStamp());
    return true;
  } finally {
    release();
  }
}

async function install() {
  say('Installing the packages that Farol needs (npm ci); the first time this takes a minute or so …');
  const startedAt = performance.now();
  const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env['npm_execpath'];
  const args = ['ci', ...flags, '--no-progress', '--loglevel=error'];
  const child =
    npm === undefined
      ? spawn('npm', args, { cwd: projectDir, stdio: ['ignore', 'ignore', 'pipe'] })
      : spawn(process.execPath, [npm, ...args], { cwd: projectDir, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    complaint += text;
  });
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    child.kill();
  };
  process.once('SIGTERM', stop);
  /** @type {number | string} */
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
  process.off('SIGTERM', stop);
  // Only now: a second installation beside one that is still ending would break both.
  if (stopping.signal.aborted) process.exit(143);
  if (ending === 0) {
    say(`Installed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    return true;
  }
  // What comes after the first lines is npm's manual page.
  say(complaint.trim().split('\n').slice(0, SHOWN_LINES).join('\n'));
  say(
    `The packages could not be installed (npm ended with ${ending}; what it said stands above). Most often the npm ` +
      'registry cannot be reached: check the network or the registry in your npm configuration, then run the same command again.',
  );
  return false;
}

/**
 * "npm start" and "npm test" at the same time in a fresh clone take turns. The lock is an abstract Unix socket,
 * which the kernel frees with the process; where there is none (not Linux) they go on without.
 */
async function holdInstallLock() {
  if (process.platform !== 'linux') return () => undefined;
  const name = `farol-install-${createHash('sha256').update(realpathSync(projectDir)).digest('hex').slice(0, 32)}`;
  for (;;) {
    const server = createServer();
    /** @type {string} */
    const outcome = await new Promise((resolve) => {
      server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? 'unknown'));
      server.listen(`\0${name}`, () => resolve('held'));
    });
    if (outcome !== 'EADDRINUSE') {
      return () => {
        if (outcome === 'held') server.close();
      };
    }
    await sleep(200);
  }
}
