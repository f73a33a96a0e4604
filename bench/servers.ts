// Starts the measured servers, each as a process of its own on a free loopback port.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, startProcess } from './processes.ts';

export type RunningServer = {
  readonly pid: number;
  readonly origin: string;
  /** Where a server of ours tells its figures. */
  readonly metricsUrl: string | null;
};

const READY_WITHIN_MS = 30_000;
const POLL_MS = 100;
const LOG_TAIL = 2_000;

export type ScriptOptions = {
  /** Takes everything that the server prints. */
  readonly logFile: string;
  readonly args?: readonly string[];
  /** For Node, before the script. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
};

/** Only what a program needs to run: settings of whoever starts the bench must not change what is measured. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** One of our own scripts: it listens on a port of its choice, tells which, and ends when the bench is gone. */
export async function startScript(script: URL, options: ScriptOptions): Promise<RunningServer> {
  const { child, ready } = await startChild(script, options);
  const { port, metricsPort } = ready as { port: number; metricsPort?: number };
  return {
    pid: pidOf(child),
    origin: `http://127.0.0.1:${port}`,
    metricsUrl: metricsPort === undefined ? null : `http://127.0.0.1:${metricsPort}/metrics`,
  };
}

/** A script of ours that need not be a server; resolves with what it told when it was ready. */
export async function startChild(
  script: URL,
  { logFile, args = [], flags = [], env = {} }: ScriptOptions,
): Promise<{ child: ChildProcess; ready: unknown }> {
  const log = await open(logFile, 'a');
  const child = startProcess(process.execPath, [...flags, script.pathname, ...args], {
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: { ...bareEnvironment(), ...env },
  });
  await log.close();
  const ready: unknown = await Promise.race([
    once(child, 'message').then(([message]) => message as unknown),
    once(child, 'exit').then(() => null),
    sleep(READY_WITHIN_MS, null, { ref: false }),
  ]);
  if (ready === null) throw new Error(`A process did not start. It said:\n${await readTail(logFile)}`);
  return { child, ready };
}

export type ProgramOptions = {
  readonly logFile: string;
  /** The command line for a given port, beginning with a script for Node. */
  readonly argsFor: (port: number) => readonly string[];
  /** Answered with any status once the server listens. */
  readonly probePath: string;
};

/** A program of others: it is told a port, and asked until it answers. */
export async function startProgram({ logFile, argsFor, probePath }: ProgramOptions): Promise<RunningServer> {
  const port = await findFreePort();
  const log = await open(logFile, 'a');
  const child = startProcess(process.execPath, argsFor(port), {
    stdio: ['ignore', log.fd, log.fd],
    env: bareEnvironment(),
  });
  await log.close();
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!hasEnded(child) && performance.now() < deadline) {
    const answer = await fetch(`${origin}${probePath}`).catch(() => null);
    await answer?.body?.cancel();
    if (answer !== null) return { pid: pidOf(child), origin, metricsUrl: null };
    await sleep(POLL_MS);
  }
  throw new Error(`it did not start and said: ${await readTail(logFile)}`);
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('A server has no process');
  return pid;
}

async function readTail(logFile: string): Promise<string> {
  return (await readFile(logFile, 'utf8')).slice(-LOG_TAIL).trim();
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
