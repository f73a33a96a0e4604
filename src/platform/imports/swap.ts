// The short moment in which staged tables become the served ones. All of a source's at once: a reader that has touched one
// of them keeps us waiting, so it sees the old of all; one that comes after us sees the new of all.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { ImportTransaction } from './definition.ts';
import { ImportFault } from './fault.ts';
import { LIVE_SCHEMA, sql } from './sql-words.ts';

/**
 * Below PostgreSQL's second for finding deadlocks: a reader that holds one table and waits for another is let through by
 * our giving up, and never ended. The one is for each table and the other for all of them: a reader of the first waits
 * until we have the last. Everybody behind us waits this long at most.
 */
const LOCK_TIMEOUT = '150ms';
const LOCK_ALL_TIMEOUT = '500ms';
/** A lock not had in time, a deadlock that was found first, a statement that took too long. */
const GIVEN_UP = new Set(['55P03', '40P01', '57014']);
const MAX_ATTEMPTS = 200;
const LONGEST_PAUSE_MS = 3000;

async function tryToLock(tx: ImportTransaction, names: readonly string[]): Promise<boolean> {
  await tx.query('savepoint before_lock');
  try {
    await tx.query(sql('lock table %R in access exclusive mode', names));
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError && GIVEN_UP.has(error.code ?? ''))) {
      throw error;
    }
    await tx.query('rollback to savepoint before_lock');
    return false;
  }
}

async function lockServed(tx: ImportTransaction, names: readonly string[]): Promise<void> {
  await tx.query(sql(`set local lock_timeout = '%E'`, LOCK_TIMEOUT));
  await tx.query(sql(`set local statement_timeout = '%E'`, LOCK_ALL_TIMEOUT));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (await tryToLock(tx, names)) {
      await tx.query('set local lock_timeout = 0');
      await tx.query('set local statement_timeout = 0');
      return;
    }
    await sleep(Math.min(LONGEST_PAUSE_MS, 20 * attempt));
  }
  throw new ImportFault(
    'failed',
    'Readers of the old data never let go of them for long enough. Everything is ready: run the same command again.',
  );
}

/** Within the publishing transaction, as its last step but the audit row. */
export async function swapTables(tx: ImportTransaction, names: readonly string[]): Promise<void> {
  await lockServed(tx, names);
  await tx.query(sql('drop table %R', names));
  for (const name of names) {
    await tx.query(sql('alter table %T set schema %I', name, LIVE_SCHEMA));
  }
}
