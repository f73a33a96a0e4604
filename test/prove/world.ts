// What one scenario runs on: a database of its own, two API processes, workers, the source that their jobs ask, and the
// tokens of the tenants.
import { basename, join } from 'node:path';
import { settingsForSandbox } from '../../sandbox/server/settings.ts';
import { logFolder } from '../support/canaries.ts';
import { withClient } from '../support/database.ts';
import { createRequests } from '../support/requests.ts';
import type { Requests } from '../support/requests.ts';
import { isCommit, startAnswerThief, urlThrough } from './answer-thief.ts';
import type { AnswerThief } from './answer-thief.ts';
import { PROBE_DATABASE_VARIABLE, startChild } from './children.ts';
import type { Child } from './children.ts';
import type { Cluster } from './cluster.ts';
import { licenceEnvironmentOf } from './licences/planted-bugs.ts';
import { startLicenceSource } from './licences/source.ts';
import type { LicenceSource } from './licences/source.ts';
import { BUG_VARIABLE, plantedSchema } from './planted-bugs.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { startSource } from './source.ts';
import type { Source } from './source.ts';
import { logInAll } from './tenants.ts';
import type { WorkerSettings } from './worker-settings.ts';
import { startWorkers } from './workers.ts';
import type { WantedWorkers, Workers } from './workers.ts';

export type WorldOptions = {
  name: string;
  bug: PlantedBug | null;
  /** Puts a thief of answers before both APIs, and one between them and the database. */
  thieves: boolean;
  workers: WantedWorkers;
  /** Settings of the product beside those that all scenarios have. */
  env: Record<string, string>;
};

export type World = {
  /** By the clock of the machine; the logs go on from scenario to scenario. */
  readonly openedAtMs: number;
  readonly databaseUrl: string;
  readonly cluster: Cluster;
  readonly requests: Requests;
  readonly tokens: ReadonlyMap<number, string>;
  /** What clients call; the address of a killed process refuses connections until its successor serves. */
  addresses(): readonly string[];
  readonly thieves: readonly AnswerThief[];
  readonly workers: Workers;
  readonly workerLog: string;
  readonly apiLog: string;
  readonly source: Source;
  /** Where driver licences, and whatever else is played, are looked up. */
  readonly register: LicenceSource;
  /** Documents whose cases a scenario has put into the registry, and how many those are. */
  readonly dossiers: Map<string, number>;
  /** Resolves when its successor serves. */
  killApi(index: number): Promise<void>;
  close(): Promise<void>;
};

/** What is ended at the close, the last first. */
type Closing = (() => Promise<void> | void)[];
type Apis = { ports: number[]; kill(index: number): Promise<void> };

const API_SCRIPT = new URL('./api-process.ts', import.meta.url);
const MOST_RESTARTS = 4;
/** Short, so that a stop that hands jobs back is over soon. */
const GRACE_MS = 300;

/**
 * In a run of the tests beside the other logs, where it is searched for what must not be logged; of this stage alone, since
 * scenarios count what was said, and several stages are played at once.
 */
function logFileOf({ folder }: Cluster, name: string): string {
  return join(logFolder() ?? folder, `prove-${basename(folder)}-${name}.log`);
}

async function startApis(cluster: Cluster, env: Record<string, string>, closing: Closing): Promise<Apis> {
  const children: Child[] = [];
  const ports: number[] = [];
  let isClosing = false;
  // On a busy machine the database may not answer in time; a supervisor would start it again, too.
  const begin = (triesLeft: number): Promise<Child> =>
    startChild(API_SCRIPT, { env, logFile: logFileOf(cluster, 'api') }).catch((error: unknown) => {
      if (triesLeft === 0) throw error;
      return begin(triesLeft - 1);
    });
  const start = async (index: number): Promise<void> => {
    const child = await begin(MOST_RESTARTS);
    children[index] = child;
    ports[index] = Number(child.ready['port']);
    if (isClosing) await child.end('SIGTERM');
  };
  closing.push(async () => {
    isClosing = true;
    await Promise.all(children.map((child) => child.end('SIGTERM')));
  });
  await Promise.all([start(0), start(1)]);
  return {
    ports,
    kill: async (index) => {
      await children[index]?.end('SIGKILL');
      await start(index);
    },
  };
}

async function startCommitThief(cluster: Cluster, closing: Closing): Promise<AnswerThief> {
  const thief = await startAnswerThief({
    to: () => ({ path: join(cluster.socketDir, '.s.PGSQL.5432') }),
    isWorthIt: isCommit,
  });
  closing.push(thief.close);
  return thief;
}

async function startRequestThieves({ ports }: Apis, closing: Closing): Promise<AnswerThief[]> {
  const starting = ports.map((_, index) =>
    startAnswerThief({
      to: () => ({ host: '127.0.0.1', port: ports[index] ?? 0 }),
      isWorthIt: (chunk) => chunk.subarray(0, 5).toString() === 'POST ',
    }),
  );
  const thieves = await Promise.all(starting);
  closing.push(...thieves.map(({ close }) => close));
  return thieves;
}

type WorkersToStart = {
  settings: WorkerSettings & { count: number };
  env: Record<string, string>;
  logFile: string;
  closing: Closing;
};

/** Behind the API processes where they have limits of their own: of those that open a queue the last one is heard. */
function startWorkersBeside(apis: Promise<Apis>, wanted: WorkersToStart): Promise<Workers> {
  const { count, ...settings } = wanted.settings;
  const { env, logFile, closing } = wanted;
  const hasLimits = (settings.licenceJob?.maxAttempts ?? settings.maxAttempts) !== undefined;
  const before: Promise<unknown> = hasLimits ? apis : Promise.resolve();
  const starting = before.then(() => startWorkers({ count, settings, env, logFile }));
  // Also when the API processes do not start, what was started here is ended.
  closing.push(() =>
    starting.then(
      (started) => started.close(),
      () => undefined,
    ),
  );
  return starting;
}

async function build(
  cluster: Cluster,
  options: WorldOptions,
  closing: Closing,
): Promise<Omit<World, 'close'>> {
  const { bug } = options;
  const openedAtMs = Date.now();
  const name = `prove_${options.name.replaceAll('-', '_')}`;
  await cluster.dropDatabase(name);
  const databaseUrl = await cluster.createDatabase(name);
  // Where the database is gone, so is what would be dropped.
  closing.push(() => cluster.dropDatabase(name).catch(() => undefined));
  await withClient(databaseUrl, (client) => client.query(plantedSchema(bug)));
  const commits = options.thieves ? await startCommitThief(cluster, closing) : null;
  const register = await startLicenceSource();
  closing.push(register.close);
  const env = {
    ...cluster.environmentFor(databaseUrl),
    ...settingsForSandbox(register.url, 'pluggy'),
    ...options.env,
    ...licenceEnvironmentOf(bug),
    ...(bug === null ? {} : { [BUG_VARIABLE]: bug }),
    ...(commits === null ? {} : { [PROBE_DATABASE_VARIABLE]: urlThrough(databaseUrl, commits.port) }),
  };
  const source = await startSource();
  closing.push(source.close);
  const workerLog = logFileOf(cluster, 'worker');
  const apisStarting = startApis(cluster, env, closing);
  const settings = { sourceUrl: source.url, graceMs: GRACE_MS, ...options.workers };
  const starting = startWorkersBeside(apisStarting, { settings, env, logFile: workerLog, closing });
  const [apis, workers] = await Promise.all([apisStarting, starting]);
  const thieves = commits === null ? [] : await startRequestThieves(apis, closing);
  const ports = (): number[] => (commits === null ? apis.ports : thieves.map(({ port }) => port));
  const addresses = (): string[] => ports().map((port) => `http://127.0.0.1:${port}`);
  const requests = createRequests();
  closing.push(requests.close);
  const tokens = await logInAll(requests, addresses()[0] ?? '');
  return {
    openedAtMs,
    databaseUrl,
    cluster,
    requests,
    tokens,
    addresses,
    thieves: commits === null ? [] : [commits, ...thieves],
    workers,
    workerLog,
    apiLog: logFileOf(cluster, 'api'),
    source,
    register,
    dossiers: new Map(),
    killApi: apis.kill,
  };
}

export async function openWorld(cluster: Cluster, options: WorldOptions): Promise<World> {
  const closing: Closing = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await build(cluster, options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
