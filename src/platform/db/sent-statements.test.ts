import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { createClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createDatabase } from './database.ts';
import type { Database, Transaction } from './database.ts';
import { NO_SCOPE } from './scope.ts';

describe('statements that nobody waits for', () => {
  let test: TestDatabase;
  let database: Database;
  before(async () => {
    test = await createTestDatabase();
    await test.admin('create table farol.notes (id int primary key check (id > 0))');
    await test.admin('grant select, insert on farol.notes to farol_app');
    database = createDatabase({
      url: test.url,
      role: 'farol_app',
      processName: 'test',
      poolSize: 2,
      statementTimeoutMs: 2000,
      clock: createClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
  });
  after(async () => {
    await database.close();
    await test.drop();
  });
  beforeEach(() => test.admin('delete from farol.notes'));

  const send = (tx: Transaction, id: number): void =>
    tx.send('note', 'insert into notes (id) values ($1)', [id]);
  const stored = async (): Promise<unknown[]> =>
    (await test.admin('select id from farol.notes order by id')).map((row) => (row as { id: number }).id);

  it('are done in their order, before whatever is waited for afterwards', async () => {
    const seen = await database.transaction(NO_SCOPE, (tx) => {
      send(tx, 1);
      send(tx, 2);
      return tx.query('select id from notes order by id');
    });
    assert.deepEqual(seen, [{ id: 1 }, { id: 2 }]);
    assert.deepEqual(await stored(), [1, 2]);
  });

  it('are done before the commit when nothing is waited for at all', async () => {
    await database.transaction(NO_SCOPE, (tx) => send(tx, 3));
    assert.deepEqual(await stored(), [3]);
  });

  it('fail the whole transaction at its end, and nothing of it stays', async () => {
    const both = database.transaction(NO_SCOPE, (tx) => {
      send(tx, 1);
      send(tx, -1);
    });
    await assert.rejects(both, /notes_id_check/);
    assert.deepEqual(await stored(), []);
  });

  it('tell their own reason, not that of the statement behind them which failed because of it', async () => {
    const behind = database.transaction(NO_SCOPE, async (tx) => {
      send(tx, -1);
      await tx.query('select 1');
    });
    await assert.rejects(behind, /notes_id_check/);
    const thrown = database.transaction(NO_SCOPE, (tx) => {
      send(tx, 1);
      throw new Error('of its own');
    });
    await assert.rejects(thrown, /of its own/);
    assert.deepEqual(await stored(), []);
  });
});
