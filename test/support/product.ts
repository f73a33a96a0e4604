// The product as its operator runs it: `farol serve` as a real process in a data folder of its own.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logFolder } from './canaries.ts';
import { projectDir } from './database.ts';

export type Product = {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Milliseconds from the start to the first 200 of readiness. */
  readyMs: number;
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export function makeDataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'farol-journey-'));
  // Run by root, the database belongs to another user, who must be able to enter.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The published log-in and test documents stand in the welcome, which is no log; everything else of the output is searched for canaries. */
function withoutWelcome(output: string): string {
  return output
    .split('\n')
    .filter(
      (line) =>
        !/^ {2}Log-in {5}|^ {2}npx farol dossier |^ {4}-d '\{"(?:email|organizationId|holderId)"/.test(line),
    )
    .join('\n');
}

export function spawnFarol(
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; output(): string } {
  const child = spawn(join(projectDir, 'bin', 'farol.mjs'), args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const folder = logFolder();
  if (folder !== null) {
    mkdirSync(folder, { recursive: true });
  }
  // What a command answers its operator is no log.
  const isLogged = folder !== null && args[0] === 'serve';
  const file = !isLogged
    ? null
    : createWriteStream(join(folder, `serve-${randomBytes(4).toString('hex')}.log`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.once('close', () => file?.end(withoutWelcome(output)));
  return { child, output: () => output };
}

export async function waitUntil(
  what: string,
  check: () => Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > deadline) {
      throw new Error(`waited in vain: ${what}`);
    }
    await sleep(20);
  }
}

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) })).status === 200;
  } catch {
    return false;
  }
}

export async function startProduct(env: Record<string, string>): Promise<Product> {
  const port = env['FAROL_PORT'] ?? String(await freePort());
  const startedAt = performance.now();
  const { child, output } = spawnFarol(['serve'], {
    FAROL_METRICS_PORT: '0',
    FAROL_SANDBOX_POPULATION: 'none',
    ...env,
    FAROL_PORT: port,
  });
  const url = `http://127.0.0.1:${port}`;
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  await waitUntil(
    'the product is ready',
    async () => {
      if (child.exitCode !== null) {
        throw new Error(`farol serve ended: ${output()}`);
      }
      return isReady(url);
    },
    60_000,
  );
  return {
    child,
    url,
    output,
    readyMs: performance.now() - startedAt,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code, endedBy] = await exited;
      return { code, signal: endedBy };
    },
  };
}

/** Ids of all living processes whose command line or environment names the folder: what a stop must not leave behind. */
export function processesOf(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8');
        return command.includes(folder) || environment.includes(folder)
          ? [{ pid: Number(name), command }]
          : [];
      } catch {
        return [];
      }
    });
}
