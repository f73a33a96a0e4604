// A database of the program in one of its roles; what commands need of the wiring without the HTTP side of it.
import { join } from 'node:path';
import type { Config } from './config.ts';
import { createClock } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { createDatabase } from './platform/db/database.ts';
import type { Database, DatabaseRole } from './platform/db/database.ts';
import type { Log } from './platform/log.ts';

export type DatabaseSurroundings = {
  config: Config;
  databaseUrl: string;
  log: Log;
  clock?: Clock;
  connectTimeoutMs?: number;
};

export function migrationsFolder(config: Config): string {
  return join(config.projectDir, 'migrations');
}

export function connect(around: DatabaseSurroundings, role: DatabaseRole, processName: string): Database {
  const { config, log, connectTimeoutMs } = around;
  return createDatabase({
    url: around.databaseUrl,
    role,
    processName,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.statementTimeoutMs,
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    clock: around.clock ?? createClock(config.clockOffsetMs),
    log,
  });
}
