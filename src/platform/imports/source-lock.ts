// One import of a source at a time. The lock is the session's: it goes with the connection, however that ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunning } from './audit-rows.ts';
import type { ImportConnection } from './connection.ts';
import { ImportFault } from './fault.ts';

/** The first half of the lock's number; the other is made of the source's name. */
const IMPORT_LOCKS = 7_281_002;
/** A killed import's connection lives until the database notices, which takes about a second. */
const PATIENCE_MS = 4000;
const PAUSE_MS = 200;

export async function tryToLock(connection: ImportConnection, source: string): Promise<boolean> {
  const [row] = await connection.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [IMPORT_LOCKS, source],
  );
  return row?.locked === true;
}

/** Locks are counted: our own of a source that we hold anyway stays. */
export async function unlock(connection: ImportConnection, source: string): Promise<void> {
  await connection.query('select pg_advisory_unlock($1, hashtext($2))', [IMPORT_LOCKS, source]);
}

async function describeHolder(connection: ImportConnection, source: string): Promise<string> {
  const running = await findRunning(connection, source);
  if (running === null) {
    return `Another import of ${source} has just begun.`;
  }
  const since = running.started_at.toISOString().replace(/\.\d+Z$/, 'Z');
  const by = running.run_by === null ? '' : ` by ${running.run_by}`;
  return `An import of ${source} is under way since ${since} (number ${running.id}${by}).`;
}

export async function lockSource(connection: ImportConnection, source: string): Promise<void> {
  for (let waitedMs = 0; !(await tryToLock(connection, source)); waitedMs += PAUSE_MS) {
    if (waitedMs >= PATIENCE_MS) {
      throw new ImportFault(
        'conflict',
        `${await describeHolder(connection, source)} Wait for its end, or stop that process; there is one at a time.`,
      );
    }
    await sleep(PAUSE_MS);
  }
}
