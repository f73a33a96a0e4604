// The server process itself: its command line, and how one that we started or adopted is watched and stopped.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Location } from './location.ts';
import { readMachineSize } from './machine.ts';
import { isStillRunning } from './processes.ts';
import type { ProcessIdentity } from './processes.ts';
import { FIXED_SETTINGS, sizeSettings } from './sizing.ts';

export type ServerExit = { code: number | null; signal: string | null };
export type ServerCommand = {
  file: string;
  args: string[];
  env: Record<string, string>;
  uid?: number;
  gid?: number;
};

const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const ADOPTED_POLL_MS = 500;

export function buildServerCommand(
  location: Location,
  socketDir: string,
  overrides: Readonly<Record<string, string>>,
): ServerCommand {
  const settings: Record<string, string> = {
    ...sizeSettings(readMachineSize()),
    ...FIXED_SETTINGS,
    // A list of folders, where a comma or blank in an unquoted name would end the name.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    cluster_name: location.clusterName,
    ...overrides,
  };
  return {
    file: join(location.binaries.nativeDir, 'bin', 'postgres'),
    args: [
      '-D',
      location.pgData,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Nothing is inherited: PGDATA, PGOPTIONS and the like in the environment would change the server.
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(location.account === null ? {} : { uid: location.account.uid, gid: location.account.gid }),
  };
}

/** A session of its own, so that Ctrl-C in a terminal does not stop the database under running requests. */
export function spawnServer(command: ServerCommand, logFd: number): ChildProcess {
  const { file, args, ...options } = command;
  return spawn(file, args, { ...options, cwd: '/', stdio: ['ignore', logFd, logFd], detached: true });
}

export function watchChild(child: ChildProcess): Promise<ServerExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
}

/** Only its parent learns how a process ended, so code and signal stay unknown. Does not keep this process alive. */
export async function watchAdopted(identity: ProcessIdentity): Promise<ServerExit> {
  while (await isStillRunning(identity)) await sleep(ADOPTED_POLL_MS, undefined, { ref: false });
  return { code: null, signal: null };
}

/** Fast shutdown: open transactions are rolled back, everything is written, nothing needs redo afterwards. */
export async function stopServer(identity: ProcessIdentity): Promise<void> {
  await signalServer(identity, 'SIGINT');
  if (await endsWithin(identity, FAST_SHUTDOWN_MS)) return;
  await signalServer(identity, 'SIGQUIT');
  if (await endsWithin(identity, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`PostgreSQL (process ${identity.pid}) did not end when asked to.`);
}

async function signalServer(identity: ProcessIdentity, signal: NodeJS.Signals): Promise<void> {
  if (!(await isStillRunning(identity))) return;
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function endsWithin(identity: ProcessIdentity, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (!(await isStillRunning(identity))) return true;
    await sleep(10);
  }
  return false;
}
