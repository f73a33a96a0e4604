// The embedded PostgreSQL: found, made, started, adopted, stopped. Everything else in this folder is its inside.
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { abstractLockName, tryAbstractLock } from '../supervisor/abstract-lock.ts';
import type { AbstractLock } from '../supervisor/abstract-lock.ts';
import { makeDataFolder } from '../supervisor/data-folder.ts';
import type { EventLog } from '../supervisor/event-log.ts';
import { makeClusterWhenMissing } from './cluster.ts';
import { buildUrl, createDatabaseWhenMissing, isAnybodyListening, waitUntilAnswering } from './connection.ts';
import { clearTraces, findLivingServer } from './leftovers.ts';
import { clusterNameOf, locateCluster, prepareLocation } from './location.ts';
import type { Location } from './location.ts';
import { readOrMakePassword, readPassword } from './password.ts';
import { identifyProcess, isStillRunning } from './processes.ts';
import type { ClusterMarks, ProcessIdentity } from './processes.ts';
import { openServerLog, readLogTail } from './server-log.ts';
import { buildServerCommand, spawnServer, stopServer, watchAdopted, watchChild } from './server.ts';
import type { ServerExit } from './server.ts';
import { chooseSocketFolder, prepareSocketFolder } from './socket-folder.ts';

export type EmbeddedPostgres = {
  url: string;
  /** Where the cluster's files really lie; outside the data folder when `notices` says so. */
  dataDir: string;
  socketDir: string;
  /** The server was already running, left by an earlier start. */
  adopted: boolean;
  pid: number;
  /** Sentences that the start should show to the operator. */
  notices: string[];
  /** For an adopted server code and signal are unknown, thus null. */
  exited: Promise<ServerExit>;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Holds node_modules with the binaries. */
  projectDir: string;
  /** Absolute. */
  dataDir: string;
  /** Defaults to postgres.log beside the cluster. */
  logFile?: string;
  /** Added to, or instead of, the settings that the machine's size gives. */
  settings?: Record<string, string>;
  log: EventLog;
};

type Server = { identity: ProcessIdentity; exited: Promise<ServerExit>; adopted: boolean };
type Paths = { location: Location; socketDir: string; password: string; url: string; logFile: string };

const LOCK_POLL_MS = 50;
const LOCK_WAIT_MS = 330_000;
const ROUNDS = 3;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const startedAt = performance.now();
  const lock = await holdStartLock(options.dataDir);
  try {
    const paths = await preparePaths(options);
    const made = await makeClusterWhenMissing(
      paths.location,
      paths.password,
      options.settings?.['fsync'] !== 'off',
    );
    const server = await adoptOrStart(options, paths);
    await createDatabaseWhenMissing((database) => buildUrl(paths.socketDir, paths.password, database));
    const durationMs = Math.round(performance.now() - startedAt);
    options.log.info(
      { databasePid: server.identity.pid, adopted: server.adopted, made, durationMs },
      'the database runs',
    );
    return present(paths, server);
  } finally {
    await lock.release();
  }
}

/** The address of a server that runs on this data folder, or null. Starts and changes nothing. */
export async function findRunningPostgres({ dataDir }: { dataDir: string }): Promise<string | null> {
  const real = await realpath(dataDir).catch(() => null);
  if (real === null) return null;
  const { mark, inPlace, apart, isApart } = await locateCluster(real);
  const postgresDir = isApart ? apart : inPlace;
  const marks = { pgData: join(postgresDir, 'data'), clusterName: clusterNameOf(mark) };
  if ((await findLivingServer(marks)) === null) return null;
  const password = await readPassword(real);
  return password === null ? null : buildUrl(chooseSocketFolder({ postgresDir, mark }), password);
}

/** Two starts on one folder take turns; the second one then finds the server of the first and adopts it. */
async function holdStartLock(dataDir: string): Promise<AbstractLock> {
  const name = abstractLockName('database', await makeDataFolder(dataDir));
  const deadline = performance.now() + LOCK_WAIT_MS;
  while (performance.now() < deadline) {
    const { lock } = await tryAbstractLock(name);
    if (lock !== null) return lock;
    await sleep(LOCK_POLL_MS);
  }
  throw new Error(
    `Another process has been starting the database in ${dataDir} for minutes. Stop it and start again.`,
  );
}

async function preparePaths(options: EmbeddedPostgresOptions): Promise<Paths> {
  const location = await prepareLocation(options.projectDir, options.dataDir);
  const socketDir = await prepareSocketFolder(location);
  const password = await readOrMakePassword(options.dataDir);
  const logFile = options.logFile ?? join(location.postgresDir, 'postgres.log');
  return { location, socketDir, password, url: buildUrl(socketDir, password), logFile };
}

async function adoptOrStart(options: EmbeddedPostgresOptions, paths: Paths): Promise<Server> {
  const marks: ClusterMarks = { pgData: paths.location.pgData, clusterName: paths.location.clusterName };
  for (let round = 0; round < ROUNDS; round += 1) {
    const living = await findLivingServer(marks);
    if (living === null) {
      await clearTraces(marks, paths.socketDir);
      await refuseHiddenServer(paths);
      return startServer(options, paths);
    }
    const answer = await waitUntilAnswering(paths.url, () => isStillRunning(living));
    if (answer === 'ready') return { identity: living, exited: watchAdopted(living), adopted: true };
    // It was shutting down when found; what it leaves is looked at afresh.
  }
  throw new Error(`PostgreSQL in ${marks.pgData} kept ending while it was being taken over. Start again.`);
}

/** A server in another container that shares this folder has no process here, yet answers on the socket. */
async function refuseHiddenServer(paths: Paths): Promise<void> {
  if (!(await isAnybodyListening(paths.url))) return;
  throw new Error(
    `A PostgreSQL whose process cannot be seen from here, perhaps in another container, already works on ` +
      `${paths.location.pgData}. Stop it, or choose another folder with FAROL_DATA_DIR.`,
  );
}

async function startServer(options: EmbeddedPostgresOptions, paths: Paths): Promise<Server> {
  const command = buildServerCommand(paths.location, paths.socketDir, options.settings ?? {});
  const logHandle = await openServerLog(paths.logFile);
  const { size: logStart } = await stat(paths.logFile);
  const child = spawnServer(command, logHandle.fd);
  const exited = watchChild(child);
  await logHandle.close();
  let running = child.pid !== undefined;
  void exited.then(() => {
    running = false;
  });
  const identity = child.pid === undefined ? null : await identifyProcess(child.pid);
  try {
    const answer = identity === null ? 'ended' : await waitUntilAnswering(paths.url, async () => running);
    if (answer === 'ready' && identity !== null) return { identity, exited, adopted: false };
  } catch (error) {
    if (identity !== null) await stopServer(identity);
    throw error;
  }
  const tail = await readLogTail(paths.logFile, logStart);
  throw new Error(
    `PostgreSQL could not be started in ${paths.location.pgData}. Its log ${paths.logFile} says:\n${tail}`,
  );
}

function present(paths: Paths, server: Server): EmbeddedPostgres {
  let stopped: Promise<void> | null = null;
  return {
    url: paths.url,
    dataDir: paths.location.pgData,
    socketDir: paths.socketDir,
    adopted: server.adopted,
    pid: server.identity.pid,
    notices: paths.location.notices,
    exited: server.exited,
    stop() {
      stopped ??= stopServer(server.identity);
      return stopped;
    },
  };
}
