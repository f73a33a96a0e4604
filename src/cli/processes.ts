// `farol api` and `farol worker`: one process each, alone or under `farol serve`.
import type { Server } from 'node:http';
import { loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { migrationsFolder } from '../connect.ts';
import { isPrivate } from '../demo.ts';
import * as accounts from '../features/accounts/index.ts';
import { listPending } from '../platform/db/migrator.ts';
import { NO_SCOPE } from '../platform/db/scope.ts';
import type { Log } from '../platform/log.ts';
import { serveMetrics } from '../platform/metrics.ts';
import { endWithParent, onStopSignals, reportReady } from '../platform/supervisor/index.ts';
import { createApi, createWorker } from '../wiring.ts';
import type { Api, Worker } from '../wiring.ts';
import { diagnose } from './doctor.ts';
import { CommandFault } from './exit.ts';
import { requireDatabaseUrl } from './setup.ts';
import { createProcessLog } from './terminal-log.ts';

/** Stops once, whoever asks: a signal, the parent's end, or both. */
function stopOnRequest(stop: () => Promise<void>, log: Log): void {
  let stopping: Promise<void> | undefined;
  const stopOnce = (): Promise<void> => {
    stopping ??= stop();
    return stopping;
  };
  const leave = (signal: string): void => {
    log.info({ signal }, 'stopping');
    stopOnce().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  onStopSignals({ stop: leave, force: () => process.exit(1) });
  endWithParent(stopOnce);
}

async function requireMigrated(config: Config, databaseUrl: string): Promise<void> {
  const pending = await listPending(databaseUrl, migrationsFolder(config));
  if (pending.length > 0) {
    throw new CommandFault(
      `The database lacks ${pending.length} migration(s): run "npx farol migrate" first, or use "npx farol serve".`,
      78,
    );
  }
}

/** What would otherwise show only at the first log-in, or to somebody who tries the published password. */
async function requireServable(config: Config, { database, keys }: Api): Promise<void> {
  if (!keys.hasAny()) {
    throw new CommandFault(
      'There is no signing key in the database: run "npx farol migrate", which makes it.',
      78,
    );
  }
  if (!isPrivate(config) && (await database.transaction(NO_SCOPE, accounts.hasEnabledDemoUsers))) {
    throw new CommandFault(
      'Demo users, whose password is published, could log in from outside: run "npx farol migrate", which shuts them out.',
      78,
    );
  }
}

export async function runApi(projectDir: string): Promise<void> {
  const config = loadConfig(projectDir);
  const log = createProcessLog({ level: config.logLevel, process: 'api' });
  const databaseUrl = await requireDatabaseUrl(config);
  await requireMigrated(config, databaseUrl);
  const findings = (): ReturnType<typeof diagnose> =>
    diagnose({
      projectDir,
      findDatabaseUrl: () => Promise.resolve(databaseUrl),
      readConfig: () => config,
      mayHaveDemoUsers: isPrivate,
    });
  const api = await createApi({ config, databaseUrl, log, diagnose: findings });
  try {
    await requireServable(config, api);
  } catch (error) {
    await api.close();
    throw error;
  }
  const address = await api.app.listen({ host: config.host, port: config.port });
  const metrics =
    config.metricsPort === 0
      ? null
      : await serveMetrics(api.metrics, { host: config.metricsHost, port: config.metricsPort });
  stopOnRequest(async () => {
    metrics?.close();
    await api.close();
  }, log);
  log.info({ address }, 'the API listens');
  reportReady({ address });
}

/** Several workers may run on one machine: those that find the port taken work on without telling. */
async function tellFigures(config: Config, { metrics }: Worker, log: Log): Promise<Server | null> {
  const address = { host: config.metricsHost, port: config.workerMetricsPort };
  if (address.port === 0) {
    return null;
  }
  try {
    return await serveMetrics(metrics, address);
  } catch (error) {
    log.warn({ err: error, port: address.port }, 'the figures of this worker cannot be read');
    return null;
  }
}

export async function runWorker(projectDir: string): Promise<void> {
  const config = loadConfig(projectDir);
  const log = createProcessLog({ level: config.logLevel, process: 'worker' });
  const databaseUrl = await requireDatabaseUrl(config);
  await requireMigrated(config, databaseUrl);
  const worker = await createWorker({ config, databaseUrl, log });
  const metrics = await tellFigures(config, worker, log);
  stopOnRequest(async () => {
    metrics?.close();
    await worker.close();
  }, log);
  log.info({}, 'the worker runs');
  reportReady();
}
