// Everything that stands while rows are measured: the database, the servers, a signed-in demo user.
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../src/demo.ts';
import { plantAnalysis } from './consult.ts';
import { furnishDatabase, startDatabase } from './database.ts';
import type { BenchDatabase } from './database.ts';
import { LICENCE_SETTINGS, plantLicence } from './licences.ts';
import { installPeers } from './peers.ts';
import { openWorkshop } from './probes.ts';
import type { Workshop } from './probes.ts';
import { endAllProcesses } from './processes.ts';
import { BALANCE } from './rows.ts';
import type { ServerName, Target } from './rows.ts';
import { startProgram, startScript } from './servers.ts';
import type { RunningServer } from './servers.ts';
import type { Request } from './wrk.ts';

export type Stage = {
  readonly folder: string;
  readonly databaseUrl: string;
  /** Null unless the server `probes` was needed. */
  readonly workshop: Workshop | null;
  readonly databaseVersion: string;
  /** A text says why the server is not there. */
  readonly servers: Readonly<Record<ServerName, RunningServer | string>>;
  requestFor(target: Target): Request;
};

export type StageBuilder = {
  build(needed: ReadonlySet<ServerName>): Promise<Stage>;
  /** May be called at any time, also while the stage is being built. */
  clear(): Promise<void>;
};

export function createStageBuilder(projectDir: string, say: (line: string) => void): StageBuilder {
  let folder: string | null = null;
  let starting: Promise<BenchDatabase> | null = null;
  let workshop: Workshop | null = null;

  return {
    build: async (needed) => {
      const place = await realpath(await mkdtemp(join(tmpdir(), 'farol-bench-')));
      folder = place;
      // The account under which root runs PostgreSQL must be able to pass.
      await chmod(place, 0o711);
      starting = startDatabase(projectDir, place);
      const { url } = await starting;
      const env = {
        FAROL_DATABASE_URL: url,
        FAROL_DATA_DIR: join(place, 'api'),
        FAROL_PORT: '0',
        FAROL_RATE_LIMITS: 'off',
        FAROL_LOG_LEVEL: 'info',
        ...LICENCE_SETTINGS,
      };
      const config = loadConfig(projectDir, env);
      const { version } = await furnishDatabase(config, url);
      await plantLicence(config, url);
      const script = new URL('./servers/farol.ts', import.meta.url);
      const farol = await startScript(script, { logFile: join(place, 'api.log'), env });
      const token = await logIn(farol);
      const bearer = { authorization: `Bearer ${token}` };
      const around = { projectDir, folder: place, databaseUrl: url, env, bearer, farol, say };
      workshop = needed.has('probes') ? await openWorkshop(around) : null;
      const servers = {
        farol,
        probes: workshop?.api ?? 'not needed',
        // The bench itself sends them.
        inserts: { pid: process.pid, origin: '', metricsUrl: null },
        prism: needed.has('prism') ? await startPrism(around, []) : 'not needed',
        'quiet-prism': needed.has('quiet-prism') ? await startPrism(around, ['-v', 'silent']) : 'not needed',
        consult: needed.has('consult')
          ? await startConstant(FASTIFY, place, { name: 'consult', answer: await plantAnalysis(around) })
          : 'not needed',
        unguarded: needed.has('unguarded')
          ? await startScript(UNGUARDED, { logFile: join(place, 'unguarded.log'), env })
          : 'not needed',
        ...(await startConstants(place, await readBody(`${farol.origin}${BALANCE.path}`, bearer))),
      };
      return {
        folder: place,
        databaseUrl: url,
        workshop,
        databaseVersion: version,
        servers,
        requestFor: requestBuilder(servers, bearer),
      };
    },
    clear: async () => {
      await endAllProcesses();
      await workshop?.database.close();
      // A start under way is waited for: only then is it known what to stop.
      const database = await starting?.catch(() => null);
      await database?.remove();
      if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const UNGUARDED = new URL('./servers/unguarded.ts', import.meta.url);
const BARE = new URL('./servers/bare.ts', import.meta.url);
const FASTIFY = new URL('./servers/fastify.ts', import.meta.url);

/** A server that has its answer in memory. */
async function startConstant(
  script: URL,
  folder: string,
  { name, answer }: { name: string; answer: string },
): Promise<RunningServer> {
  const file = join(folder, `${name}-answer.json`);
  await writeFile(file, answer);
  return startScript(script, {
    logFile: join(folder, `${name}.log`),
    args: [file],
  });
}

async function startConstants(
  folder: string,
  answer: string,
): Promise<{ bare: RunningServer; fastify: RunningServer }> {
  return {
    bare: await startConstant(BARE, folder, { name: 'bare', answer }),
    fastify: await startConstant(FASTIFY, folder, { name: 'fastify', answer }),
  };
}

type PrismSurroundings = {
  projectDir: string;
  folder: string;
  farol: RunningServer;
  say: (line: string) => void;
};

/** Prism mocks our own description. Its peer row is worth a sentence when it fails, not the whole bench. */
async function startPrism(
  around: PrismSurroundings,
  options: readonly string[],
): Promise<RunningServer | string> {
  const { projectDir, folder, farol, say } = around;
  try {
    const peers = await installPeers(projectDir, say);
    const document = join(folder, 'openapi.json');
    await writeFile(document, await readBody(`${farol.origin}/openapi.json`, {}));
    const program = join(peers, 'node_modules', '.bin', 'prism');
    return await startProgram({
      logFile: join(folder, 'prism.log'),
      argsFor: (port) => [program, 'mock', '-h', '127.0.0.1', '-p', String(port), ...options, document],
      probePath: BALANCE.path,
    });
  } catch (error) {
    return `Prism is not there: ${error instanceof Error ? error.message : 'unknown reason'}`;
  }
}

export async function logIn({ origin }: Pick<RunningServer, 'origin'>): Promise<string> {
  const response = await fetch(`${origin}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_EMAIL, password: DEMO_PASSWORD }),
  });
  if (!response.ok) throw new Error(`The demo user could not log in: ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

async function readBody(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

function requestBuilder(servers: Stage['servers'], bearer: Record<string, string>): Stage['requestFor'] {
  return ({ server, path, signedIn, body }) => {
    const there = servers[server];
    if (typeof there === 'string') throw new Error(there);
    return { url: `${there.origin}${path}`, headers: signedIn === true ? bearer : {}, body: body ?? null };
  };
}
