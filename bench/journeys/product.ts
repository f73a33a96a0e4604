// The product as it is served, for what takes an API, a worker and sources together: on a database of its own that holds
// the sandbox's population, with the demo's sources in a process of their own, or without any.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { settingsForSandbox } from '../../sandbox/server/settings.ts';
import { nodeFlags } from '../../src/cli/node-flags.mjs';
import { loadSandbox } from '../../src/cli/operator/sandbox-load.ts';
import { loadConfig } from '../../src/config.ts';
import { createRequests } from '../../test/support/requests.ts';
import type { Answer, Requests } from '../../test/support/requests.ts';
import { furnishDatabase } from '../database.ts';
import { plantLicence } from '../licences.ts';
import { endProcess } from '../processes.ts';
import { withScratch } from '../registry/scratch.ts';
import type { Place, Scratch } from '../registry/scratch.ts';
import { startChild } from '../servers.ts';
import { logIn } from '../stage.ts';

export type Product = {
  readonly databaseUrl: string;
  /** Where the worker puts its spreadsheets. */
  readonly filesDir: string;
  readonly scratch: Scratch;
  readonly workerPid: number;
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
};

export type ProductOptions = {
  readonly hasSources: boolean;
  /** The worker's heap, where it is limited. */
  readonly workerHeapMb?: number;
};

/** What every process is told. */
type Settings = Readonly<Record<string, string>>;

const SANDBOX_SCRIPT = new URL('../servers/sandbox.ts', import.meta.url);
const API_SCRIPT = new URL('../servers/farol.ts', import.meta.url);
/** The worker is the command itself, with whatever it does to its process. */
const PROGRAM = new URL('../../src/cli.ts', import.meta.url);

let opened = 0;

async function loadPopulation(projectDir: string, env: Settings, databaseUrl: string): Promise<void> {
  await loadSandbox({
    config: loadConfig(projectDir, env),
    databaseUrl,
    size: 'small',
    onProgress: () => undefined,
    openProgress: () => ({ report: () => undefined, clear: () => undefined }),
  });
}

function speak(
  requests: Requests,
  origin: string,
  headers: Record<string, string>,
): Pick<Product, 'get' | 'post'> {
  const insist = (answer: Answer): Answer => {
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${answer.status} ${answer.body.slice(0, 300)}`);
    return answer;
  };
  return {
    get: async (path) => insist(await requests.send({ method: 'GET', url: `${origin}${path}`, headers })),
    post: async (path, body) =>
      insist(
        await requests.send({
          method: 'POST',
          url: `${origin}${path}`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
  };
}

/** Everything is ended before the database is dropped. */
export function withProduct<T>(
  place: Place,
  { hasSources, workerHeapMb }: ProductOptions,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  opened += 1;
  const dataDir = join(place.folder, `product-${opened}`);
  return withScratch(place, async (scratch) => {
    const children: ChildProcess[] = [];
    const start = async (script: URL, name: string, more: object): Promise<{ pid: number; port: number }> => {
      const logFile = join(place.folder, `${name}-${opened}.log`);
      const { child, ready } = await startChild(script, { logFile, ...more });
      children.push(child);
      return { pid: child.pid ?? 0, port: (ready as { port?: number }).port ?? 0 };
    };
    const requests = createRequests();
    try {
      const env: Settings = {
        FAROL_DATABASE_URL: scratch.url,
        FAROL_DATA_DIR: dataDir,
        FAROL_PORT: '0',
        FAROL_RATE_LIMITS: 'off',
        FAROL_WORKER_METRICS_PORT: '0',
        ...(hasSources
          ? settingsForSandbox(
              `http://127.0.0.1:${(await start(SANDBOX_SCRIPT, 'sandbox', {})).port}`,
              'pluggy',
            )
          : {}),
      };
      const config = loadConfig(place.projectDir, env);
      await furnishDatabase(config, scratch.url);
      await plantLicence(config, scratch.url);
      await loadPopulation(place.projectDir, env, scratch.url);
      const api = await start(API_SCRIPT, 'product-api', { env });
      const heap = workerHeapMb === undefined ? [] : [`--max-old-space-size=${workerHeapMb}`];
      const flags = [...nodeFlags('worker'), ...heap];
      const worker = await start(PROGRAM, 'product-worker', { env, flags, args: ['worker'] });
      const origin = `http://127.0.0.1:${api.port}`;
      const bearer = { authorization: `Bearer ${await logIn({ origin })}` };
      return await work({
        databaseUrl: scratch.url,
        filesDir: config.filesDir,
        scratch,
        workerPid: worker.pid,
        ...speak(requests, origin, bearer),
      });
    } finally {
      requests.close();
      for (const child of children.toReversed()) await endProcess(child);
    }
  });
}
