import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { carelessDatabase, fire, TENANTS } from '../../../test/support/tenants-under-fire.ts';
import type { TenantDatabase } from '../../../test/support/tenants-under-fire.ts';
import { FarolError } from '../../errors.ts';
import { createClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createDatabase } from './database.ts';
import type { Database } from './database.ts';
import { grantScope, NO_SCOPE } from './scope.ts';

const log = createLog({ level: 'silent', process: 'test' });
const clock = createClock();

describe('database', () => {
  let test: TestDatabase;
  let database: Database;
  const open = (poolSize: number): Database =>
    createDatabase({
      url: test.url,
      role: 'farol_app',
      processName: 'test',
      poolSize,
      statementTimeoutMs: 2000,
      clock,
      log,
    });
  before(async () => {
    test = await createTestDatabase();
    await test.admin(`insert into farol.organizations (id, holder_id, name)
      select n, 1, 'Tenant ' || n from generate_series(4, ${TENANTS}) n`);
    await test.admin(`insert into farol.subscriptions (organization_id, plan_id, granted)
      select o.id, 1, 10 from farol.organizations o on conflict do nothing`);
    database = open(4);
  });
  after(async () => {
    await database.close();
    await test.drop();
  });

  it('works under the application role, in UTC, with its limits set', async () => {
    const [row] = await database.transaction(NO_SCOPE, (tx) =>
      tx.query(`select current_user as role, current_setting('timezone') as zone,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`),
    );
    assert.deepEqual({ ...row }, { role: 'farol_app', zone: 'UTC', statement: '2s', lock: '2s' });
  });

  it('keeps tenants apart while work throws, times out and loses its connection', async () => {
    const run: TenantDatabase = (organizationId, work) =>
      database.transaction(organizationId === null ? NO_SCOPE : grantScope([organizationId]), (tx) =>
        work({ query: async (sql) => ({ rows: await tx.query(sql) }) }),
      );
    const report = await fire(run, { transactions: 3000, workers: 16, seed: 1, faultRate: 0.05 });
    assert.ok(report.faults > 100, `${report.faults} faults`);
    assert.deepEqual([report.foreignRows, report.unscopedRows], [0, 0]);
    assert.ok(report.refused <= 10, `${report.refused} refused`);
    assert.equal(database.poolState().waiting, 0);
    assert.equal(
      database.counters.destroyedClients,
      report.faults,
      'every client of failed work is destroyed',
    );
    await Promise.all(
      Array.from({ length: 4 }, () => database.transaction(NO_SCOPE, (tx) => tx.query('select 1'))),
    );
  });

  it('notices the planted bug: a pool that takes clients of failed work back', async () => {
    const careless = carelessDatabase(test.url);
    const options = { transactions: 2000, workers: 4, seed: 2, faultRate: 0.2 };
    const report = await fire(careless.run, options);
    await careless.close();
    assert.ok(report.unscopedRows + report.foreignRows > 0);
  });

  it('sends a single read and its scope in one go, and runs it read-only', async () => {
    const countersBefore = { ...database.counters };
    const rows = await database.readOnce(grantScope([2]), {
      name: 'probe',
      sql: 'select organization_id::integer as id from subscriptions',
      values: [],
    });
    assert.deepEqual(new Set(rows.map((row) => row['id'])), new Set([2]));
    assert.equal(database.counters.statements - countersBefore.statements, 3);
    const write = database.readOnce(grantScope([2]), {
      name: 'write',
      sql: 'update subscriptions set consumed = 0',
      values: [],
    });
    await assert.rejects(write);
  });

  it('answers 503, not something else, when no connection can be had', async () => {
    const small = open(2);
    const release = Promise.withResolvers<undefined>();
    const held = [1, 2].map(() => small.transaction(NO_SCOPE, () => release.promise));
    const started = performance.now();
    await assert.rejects(
      small.transaction(NO_SCOPE, (tx) => tx.query('select 1')),
      (error: unknown) => error instanceof FarolError && error.code === 'UNAVAILABLE',
    );
    assert.ok(performance.now() - started < 1500);
    release.resolve(undefined);
    await Promise.all(held);
    assert.equal((await small.transaction(NO_SCOPE, (tx) => tx.query('select 1'))).length, 1);
    await small.close();
  });

  it('fails a transaction whose statement failed, even when the error was caught', async () => {
    const swallowing = database.transaction(grantScope([1]), async (tx) => {
      await tx.query('update subscriptions set consumed = 1');
      await tx.query('select 1 / 0').catch(() => undefined);
    });
    await assert.rejects(swallowing, /rolled back/);
  });

  it('moves the time of SQL with the clock of the program', async () => {
    const read = async (): Promise<number> => {
      const [row] = await database.transaction(NO_SCOPE, (tx) =>
        tx.query<{ ms: string }>('select (extract(epoch from clock_now()) * 1000)::bigint::text as ms'),
      );
      return Number(row?.ms);
    };
    clock.advance(86_400_000);
    try {
      assert.ok(Math.abs((await read()) - clock.nowMs()) < 2000);
      assert.ok((await read()) - Date.now() > 86_300_000);
    } finally {
      clock.advance(-86_400_000);
    }
  });
});
