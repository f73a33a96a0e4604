// The PostgreSQL under test: a child of this process with the durability of production, one furnished database as the
// template, and a fresh copy of it for every scenario. It can be killed as a power switch would.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { loadConfig } from '../../src/config.ts';
import type { Config } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/index.ts';
import type { EmbeddedPostgres } from '../../src/platform/postgres/index.ts';
import { listPostgresOf } from '../../src/platform/postgres/processes.ts';
import { projectDir, withClient } from '../support/database.ts';
import { furnish } from './tenants.ts';

export type Cluster = {
  readonly folder: string;
  /** Where PostgreSQL keeps its files. */
  readonly dataDir: string;
  readonly socketDir: string;
  configFor(databaseUrl: string): Config;
  /** What child processes are started with to read the same configuration. */
  environmentFor(databaseUrl: string): Record<string, string>;
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** All its processes at once, by -9; the next start recovers. Resolves when it answers again. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
};

// As root the program may put binaries or data into a folder of this form, of which its notices tell.
const SYSTEM_FOLDER = /\/var\/lib\/farol\/[0-9a-f]{12}(?=\/)/g;

function start(folder: string): Promise<EmbeddedPostgres> {
  const tellFault = (fields: Record<string, unknown>, message: string): void =>
    console.error(message, fields);
  return startEmbeddedPostgres({
    projectDir,
    dataDir: join(folder, 'database'),
    logFile: join(folder, 'postgres.log'),
    log: { info: () => undefined, warn: tellFault, error: tellFault },
  });
}

function urlOf(url: string, name: string): string {
  return url.replace(/@\/[^?]*/, `@/${name}`);
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The main process goes first; those that it started after they were listed are ended with the second look. */
async function killTree(server: EmbeddedPostgres, clusterName: string): Promise<void> {
  const marks = { pgData: server.dataDir, clusterName };
  const pids = await listPostgresOf(marks);
  killAll([server.pid, ...pids.filter((other) => other !== server.pid)]);
  await server.exited;
  killAll(await listPostgresOf(marks));
}

async function readClusterName(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name');
    return rows[0]?.cluster_name ?? '';
  });
}

export async function startCluster(folder: string): Promise<Cluster> {
  let server = await start(folder);
  let restarting: Promise<void> = Promise.resolve();
  let closed: Promise<void> | null = null;
  const { url, socketDir, dataDir } = server;
  const environmentFor = (databaseUrl: string): Record<string, string> => ({
    FAROL_DATABASE_URL: databaseUrl,
    FAROL_DATA_DIR: join(folder, 'api'),
    FAROL_PORT: '0',
    FAROL_RATE_LIMITS: 'off',
    FAROL_LOG_LEVEL: 'info',
    FAROL_DISK_FLOOR_MB: '0',
    // A process that is started again and again need not be compiled again and again; a run of tests has a cache for all.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compile-cache'),
  });
  const configFor = (databaseUrl: string): Config => loadConfig(projectDir, environmentFor(databaseUrl));
  const maintain = (work: (client: Client) => Promise<unknown>) =>
    withClient(urlOf(url, 'postgres'), work).then(() => undefined);

  async function close(): Promise<void> {
    await restarting.catch(() => undefined);
    await server.stop();
    for (const path of new Set(server.notices.flatMap((notice) => notice.match(SYSTEM_FOLDER) ?? []))) {
      await rm(path, { recursive: true, force: true });
    }
  }

  try {
    const clusterName = await readClusterName(url);
    await furnish(configFor(url), url);
    return {
      folder,
      dataDir,
      socketDir,
      configFor,
      environmentFor,
      createDatabase: async (name) => {
        await maintain((client) => client.query(`create database ${name} template farol`));
        return urlOf(url, name);
      },
      dropDatabase: (name) =>
        maintain((client) => client.query(`drop database if exists ${name} with (force)`)),
      killAndRestart: () => {
        if (closed !== null) throw new Error('The run is ending');
        restarting = killTree(server, clusterName).then(async () => {
          server = await start(folder);
        });
        return restarting;
      },
      close: () => (closed ??= close()),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
