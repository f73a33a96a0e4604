// pg-boss inside a transaction of ours: every statement it sends, also the look-up of a queue that it then remembers,
// goes to the transaction of the caller. It is never started, so it has no pool and no timers.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Transaction } from '../db/database.ts';

type Use = { tx: Transaction; isUnawaited: boolean };

const current = new AsyncLocalStorage<Use>();
const statementNames = new Map<string, string>();

/** pg-boss's statements are long; planned once for each connection they cost half. */
function statementName(sql: string): string {
  const known = statementNames.get(sql);
  if (known !== undefined) {
    return known;
  }
  const name = `pgboss_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  statementNames.set(sql, name);
  return name;
}

async function executeSql(sql: string, values: unknown[] = []): Promise<{ rows: object[] }> {
  const use = current.getStore();
  if (use === undefined) {
    throw new TypeError('pg-boss was called outside of a transaction');
  }
  const { tx, isUnawaited } = use;
  if (isUnawaited && sql.includes('INSERT INTO')) {
    tx.send(statementName(sql), sql, values);
    return { rows: [] };
  }
  return { rows: await tx.prepared(statementName(sql), sql, values) };
}

const boss = new PgBoss({
  db: { executeSql },
  schema: 'pgboss',
  migrate: false,
  supervise: false,
  schedule: false,
});

export function withBoss<T>(tx: Transaction, work: (boss: PgBoss) => Promise<T>): Promise<T> {
  return current.run({ tx, isUnawaited: false }, () => work(boss));
}

/** What is inserted is sent on without waiting, so nothing is answered; a failure fails the transaction at its end. */
export async function insertUnawaited(
  tx: Transaction,
  work: (boss: PgBoss) => Promise<unknown>,
): Promise<void> {
  await current.run({ tx, isUnawaited: true }, () => work(boss));
}

/** The ids that a call of pg-boss changed; its types leave out what it answers. */
export function changedIds(answer: object): Set<string> {
  const { settled } = answer as { settled?: string[] };
  if (settled === undefined) {
    throw new TypeError('pg-boss does not say which jobs it changed');
  }
  return new Set(settled);
}
