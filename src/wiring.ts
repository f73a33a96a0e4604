// Composition root: configuration in, running parts out. Reads as the diagram of the program and decides nothing.
import type { FastifyInstance } from 'fastify';
import { openAdministration } from './administration.ts';
import type { Config } from './config.ts';
import { connect, migrationsFolder } from './connect.ts';
import type { DatabaseSurroundings } from './connect.ts';
import { describeCallbacks, describeScr, openConnectors } from './connectors.ts';
import { describeConsoleStart } from './console-start.ts';
import { localDate } from './documents/local-date.ts';
import * as accounts from './features/accounts/index.ts';
import * as analysis from './features/analysis/index.ts';
import { addBatchRoutes } from './features/batches/index.ts';
import * as cases from './features/cases/index.ts';
import { addChangesRoutes } from './features/changes/index.ts';
import * as register from './features/credit-register/index.ts';
import { addDetailRoutes } from './features/details/index.ts';
import * as licences from './features/driver-licences/index.ts';
import * as events from './features/events/index.ts';
import * as files from './features/files/index.ts';
import { addGraphRoutes } from './features/graph/index.ts';
import * as refreshes from './features/refreshes/index.ts';
import { openMonitoring } from './monitoring.ts';
import { createClock } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { openKeyring } from './platform/crypto/keyring.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { Database } from './platform/db/database.ts';
import { isMigrated, isReachable } from './platform/db/health.ts';
import { startListener } from './platform/db/listener.ts';
import type { Listener } from './platform/db/listener.ts';
import { diskCheck } from './platform/http/health.ts';
import type { HealthCheck } from './platform/http/health.ts';
import { createServer } from './platform/http/server.ts';
import type { Limits } from './platform/http/server.ts';
import { forgetAnswers, tellAnswer } from './platform/jobs/awaited-answers.ts';
import { addJobMetrics } from './platform/jobs/metrics.ts';
import { openQueues } from './platform/jobs/queues.ts';
import type { JobRegistry } from './platform/jobs/registry.ts';
import { startJobWorker } from './platform/jobs/worker.ts';
import { createRateLimiter, removePastWindows } from './platform/limits/rate-limiter.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';
import { createMetrics, createWorkerMetrics } from './platform/metrics.ts';
import type { Metrics, WorkerMetrics } from './platform/metrics.ts';
import { tellStates } from './platform/outbound/states.ts';
import { hashTicket } from './platform/outbound/ticket-hash.ts';
import { startSchedule } from './platform/schedule.ts';
import type { Schedule } from './platform/schedule.ts';
import { openProductJobs, PRODUCT_JOBS } from './product-jobs.ts';
import { openReports } from './reports.ts';
import type { Reports } from './reports.ts';
import { openSequencer } from './sequencing.ts';
import { openSender } from './webhook-sending.ts';

export type Surroundings = DatabaseSurroundings & {
  /** Routes beside the product's own; tests of the platform bring theirs. */
  addRoutes?: (app: FastifyInstance) => void;
  /** Jobs in the place of the product's own. */
  jobs?: JobRegistry;
  /** Who is woken when a source of lawsuits says that a search has ended. */
  onLawsuitsReady?: cases.OnLawsuitsReady;
  /** What the doctor finds, for operators who ask in the browser. */
  diagnose?: NonNullable<Parameters<typeof openAdministration>[0]['diagnose']>;
};

export type Api = {
  app: FastifyInstance;
  database: Database;
  clock: Clock;
  metrics: Metrics;
  keys: accounts.SigningKeys;
  close(): Promise<void>;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Nobody waits for a job, and what it fetched would have to be fetched and paid for again. */
const WORKER_CONNECT_MS = 10 * SECOND_MS;

type Identity = {
  keyring: Keyring;
  keys: accounts.SigningKeys;
  tokens: accounts.AccessTokens;
  authenticator: accounts.RememberingAuthenticator;
  listener: Listener;
};

function healthChecks(config: Config, database: Database, keys: accounts.SigningKeys): HealthCheck[] {
  return [
    { name: 'database', check: () => isReachable(database) },
    { name: 'migrations', check: () => isMigrated(database, migrationsFolder(config)) },
    { name: 'keys', check: () => Promise.resolve(keys.current().id !== '') },
    diskCheck(config.dataDir, config.diskFloorMb),
  ];
}

/** Who calls: the keys that sign, the callers that are remembered, and the notifications that make both forget. */
async function openIdentity(around: Surroundings, database: Database, clock: Clock): Promise<Identity> {
  const { config, log } = around;
  const keyring = openKeyring(config.keyFile);
  // What was judged with the old keys is forgotten once the new ones are there.
  const forgetting = { all: (): void => undefined };
  const keys = await accounts.loadSigningKeys(database, keyring, { log, onRead: () => forgetting.all() });
  const tokens = accounts.createAccessTokens(keys, clock);
  const refreshSeconds = config.refreshTokenSeconds;
  const authenticator = accounts.createAuthenticator({ database, tokens, clock, refreshSeconds });
  forgetting.all = authenticator.forgetAll;
  const forgetEverything = (): void => {
    authenticator.forgetAll();
    keys.refresh();
  };
  const listener = await startListener({
    url: around.databaseUrl,
    processName: 'api',
    log,
    channel: 'farol_authority',
    onNotice: (notice) => (notice.startsWith('keys') ? forgetEverything() : authenticator.forget(notice)),
    onGap: forgetEverything,
    onHeartbeat: (databaseMs) => clock.follow(databaseMs),
  });
  return { keyring, keys, tokens, authenticator, listener };
}

type Feed = Parameters<typeof events.addEventRoutes>[1] & { listener: Listener };

/** Who follows the events: all of this process through one connection that hears what was numbered. */
async function openFeed(around: Surroundings, database: Database): Promise<Feed> {
  const reads = events.createEventReads(database);
  const streams = events.createEventStreams({ reads });
  const listener = await startListener({
    url: around.databaseUrl,
    processName: 'api events',
    log: around.log,
    channel: 'farol_numbered',
    onNotice: streams.wake,
    onGap: () => streams.wake(''),
  });
  return { reads, streams, newest: (entry) => events.findNewest(database, entry), database, listener };
}

function groupLimits(config: Config, limiter: RateLimiter): Limits {
  return {
    limiter,
    policies: {
      reads: { name: 'reads', ...config.rateReads },
      creates: { name: 'creates', ...config.rateCreates },
    },
  };
}

/** Whoever enqueues must find the queues, whether or not a worker has started before. */
async function openMetricsAndJobs(around: Surroundings, database: Database): Promise<Metrics> {
  const jobs = around.jobs?.jobs ?? PRODUCT_JOBS;
  await openQueues(database, jobs);
  const metrics = createMetrics(database);
  return jobs.length === 0 ? metrics : addJobMetrics(metrics, database);
}

/** Whoever began a search comes back to it by itself; being woken only makes it sooner. */
function wakeWaiting(database: Database, keyring: Keyring): cases.OnLawsuitsReady {
  return async (ticket) => {
    await tellAnswer(database, hashTicket(keyring, ticket));
  };
}

function addReportRoutes(routes: FastifyInstance, reports: Reports): void {
  analysis.addAnalysisRoutes(routes, reports.analyses);
  addDetailRoutes(routes, reports.details);
  addGraphRoutes(routes, reports.graphs);
  addChangesRoutes(routes, reports.changes);
  addBatchRoutes(routes, reports.batches);
  files.addFileRoutes(routes, reports.files);
}

export async function createApi(around: Surroundings): Promise<Api> {
  const { config, log } = around;
  const clock = around.clock ?? createClock(config.clockOffsetMs);
  const database = connect({ ...around, clock }, 'farol_app', 'api');
  const { keyring, keys, tokens, authenticator, listener } = await openIdentity(around, database, clock);
  const { onLawsuitsReady = wakeWaiting(database, keyring) } = around;
  const hashKey = (key: string): Buffer => keyring.keyedHash('rate limit', key);
  const limiter = createRateLimiter({ database, clock, hashKey });
  const accountService = accounts.createAccountService({
    database,
    keyring,
    keys,
    tokens,
    passwords: accounts.createPasswords(config.passwordHashing),
    log,
    forget: authenticator.forget,
    lifetimes: { accessSeconds: config.accessTokenSeconds, refreshSeconds: config.refreshTokenSeconds },
    loginLimit: config.rateLimits ? { limiter, policy: { name: 'login', ...config.rateLogin } } : null,
  });
  const tokenCreates = accounts.groupTokenCreates(database, keyring);
  const isChecked = config.cnhSource !== 'none';
  const licenceService = licences.createLicenceService({ database, keyring, clock, isChecked });
  const creditRegister = register.openRegister({ database, keyring, clock, settings: describeScr(config) });
  const addMonitoring = openMonitoring(config, { database, keyring, clock });
  const administration = openAdministration(around, { database, keyring, clock });
  const reports = await openReports({ config, log, database, keyring, clock });
  const feed = await openFeed(around, database);
  const metrics = await openMetricsAndJobs(around, database);
  const start = await describeConsoleStart(config, database);
  const app = await createServer({
    config,
    log,
    authenticator,
    limits: config.rateLimits ? groupLimits(config, limiter) : null,
    healthChecks: healthChecks(config, database, keys),
    observe: metrics.observe,
    addRoutes: (routes) => {
      accounts.addAccountRoutes(routes, { accounts: accountService, database, tokenCreates });
      accounts.addConsoleSessionRoutes(routes, { accounts: accountService, database, start });
      events.addEventRoutes(routes, feed);
      licences.addLicenceRoutes(routes, licenceService);
      register.addRegisterRoutes(routes, creditRegister);
      cases.addCallbackRoutes(routes, { callbacks: describeCallbacks(config), onLawsuitsReady });
      addReportRoutes(routes, reports);
      addMonitoring(routes);
      administration.addRoutes(routes);
      around.addRoutes?.(routes);
    },
  });
  const close = async (): Promise<void> => {
    await app.close();
    await reports.close();
    await administration.close();
    await feed.listener.close();
    keys.close();
    await listener.close();
    await database.close();
  };
  return { app, database, clock, metrics, keys, close };
}

export type Worker = {
  database: Database;
  schedule: Schedule;
  metrics: WorkerMetrics;
  close(): Promise<void>;
};

export async function createWorker(around: Surroundings): Promise<Worker> {
  const { config, databaseUrl, log } = around;
  const clock = around.clock ?? createClock(config.clockOffsetMs);
  const keyring = openKeyring(config.keyFile);
  const patient = { ...around, clock, connectTimeoutMs: WORKER_CONNECT_MS };
  const database = connect(patient, 'farol_app', 'worker');
  const metrics = createWorkerMetrics(database);
  const connectors = openConnectors(config, { log, clock, figures: metrics.sources });
  const schedule = startSchedule(database, log, [
    { name: 'remove past rate windows', lock: 7_281_101, everyMs: MINUTE_MS, run: removePastWindows },
    { name: 'remove past sessions', lock: 7_281_102, everyMs: HOUR_MS, run: accounts.removePastSessions },
    { name: 'remove past addresses', lock: 7_281_103, everyMs: HOUR_MS, run: accounts.removePastAddresses },
    { name: 'forget awaited answers', lock: 7_281_121, everyMs: HOUR_MS, run: forgetAnswers },
    {
      name: 'tell how the sources fare',
      lock: 7_281_105,
      everyMs: 10 * SECOND_MS,
      run: async (tx) => {
        await tellStates(tx, connectors.clients);
        // Nothing that a log would have to tell of.
        return 0;
      },
    },
  ]);
  const sequencer = await openSequencer(patient, connectors);
  // The first date costs 50 to 150 ms of reading time zones, which the first licence would otherwise wait for.
  localDate(clock.nowMs());
  const observeRefresh = refreshes.createRefreshFigures(metrics.registry);
  const product = await openProductJobs({
    config,
    databaseUrl,
    database,
    keyring,
    connectors,
    clock,
    log,
    observeRefresh,
  });
  const registry = around.jobs ?? product.registry;
  const jobs = await startJobWorker({ registry, databaseUrl, database, log });
  const sender = await openSender(patient, { clock, keyring, figures: metrics.deliveries });
  const close = async (): Promise<void> => {
    await Promise.all([jobs.close(), sender.close()]);
    await sequencer.close();
    await schedule.close();
    await product.close();
    await connectors.close();
    await database.close();
  };
  return { database, schedule, metrics, close };
}
