import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { createProbes, installProbes } from '../../../test/support/probe-capability.ts';
import { FarolError } from '../../errors.ts';
import { createClock } from '../clock.ts';
import { createKeyring } from '../crypto/keyring.ts';
import { createDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { grantScope } from '../db/scope.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { chargeUnits, findLedgerFaults, refundUnits } from './ledger.ts';

const HOUR_MS = 3_600_000;
const clock = createClock();
const keyring = createKeyring(randomBytes(32));

describe('creates', () => {
  let test: TestDatabase;
  let nodes: Database[];
  let probes: ReturnType<typeof createProbes>[];
  before(async () => {
    test = await createTestDatabase();
    await installProbes(test);
    nodes = [1, 2, 3, 4].map((number) =>
      createDatabase({
        url: test.url,
        role: 'farol_app',
        processName: `node ${number}`,
        poolSize: 3,
        statementTimeoutMs: 5000,
        clock,
        log: createLog({ level: 'silent', process: 'test' }),
      }),
    );
    probes = nodes.map((database) => createProbes(database, keyring));
  });
  after(async () => {
    await Promise.all(nodes.map((database) => database.close()));
    await test.drop();
  });
  /** So many units left for organization 1, by one more grant to its plan. */
  async function leaveUnits(units: number): Promise<void> {
    await test.admin(
      `with g as (update farol.subscriptions set granted = consumed + $1 where organization_id = 1 returning granted)
       select from g`,
      [units],
    );
    await test.admin('alter table farol.ledger_entries disable trigger ledger_entries_append_only');
    await test.admin(`delete from farol.ledger_entries where organization_id = 1 and kind = 'grant'`);
    await test.admin('alter table farol.ledger_entries enable trigger ledger_entries_append_only');
    await test.admin(`insert into farol.ledger_entries (organization_id, plan_id, kind, units, subject)
      select organization_id, plan_id, 'grant', granted, 'test' from farol.subscriptions where organization_id = 1`);
  }
  beforeEach(() => leaveUnits(10_000));

  const create = (node: number, note: string, key: string | null = null, organizationId = 1) => {
    const id = newId();
    const request =
      key === null
        ? null
        : {
            organizationId,
            callerKey: 'session test',
            route: 'POST /v1/probe',
            key,
            fingerprint: createHash('sha256').update(note).digest(),
          };
    const submit = probes[node % 4]?.submit;
    assert.ok(submit);
    return submit({
      scope: grantScope([organizationId]),
      request,
      charge: { organizationId, units: 1, subject: `probe ${id}`, planIds: [1] },
      input: { organizationId, id, note },
    });
  };
  const count = async (sql: string): Promise<number> => {
    const [row] = (await test.admin(`select count(*)::integer as n from ${sql}`)) as { n: number }[];
    return row?.n ?? -1;
  };
  async function assertLedgerAddsUp(): Promise<void> {
    const [database] = nodes;
    assert.ok(database);
    assert.deepEqual(await database.transaction(grantScope([1, 2, 3]), findLedgerFaults), []);
    assert.equal(
      await count(`farol.ledger_entries where kind = 'charge' and subject like 'probe %'`),
      (await count('farol.probes')) +
        (await count(`farol.ledger_entries where subject like 'probe refund%' and kind = 'charge'`)),
    );
  }
  const errorCode = (result: PromiseSettledResult<unknown>): string | null =>
    result.status === 'rejected' && result.reason instanceof FarolError ? result.reason.code : null;

  it('commit together: many creates, few transactions, each with its own answer', async () => {
    const transactionsBefore = nodes.reduce((sum, node) => sum + node.counters.transactions, 0);
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => create(index, `note ${index}`)),
    );
    assert.deepEqual(
      answers.map(({ body }) => JSON.parse(body).note),
      Array.from({ length: 400 }, (_, index) => `note ${index}`),
    );
    const transactions =
      nodes.reduce((sum, node) => sum + node.counters.transactions, 0) - transactionsBefore;
    assert.ok(transactions < 60, `${transactions} transactions`);
    await assertLedgerAddsUp();
  });

  it('accept exactly as many as there are units, from four processes at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await leaveUnits(100);
      const results = await Promise.allSettled(
        Array.from({ length: 500 }, (_, index) => create(index, 'race')),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 100);
      assert.equal(results.filter((result) => errorCode(result) === 'BALANCE_EXHAUSTED').length, 400);
      await assertLedgerAddsUp();
    }
  });

  it('do the same request once, however often and wherever it is sent', async () => {
    const probesBefore = await count('farol.probes');
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => create(index, 'same', 'key 1')),
    );
    const bodies = new Set(
      results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.body] : [])),
    );
    assert.equal(bodies.size, 1);
    assert.ok(results.every((result) => result.status === 'fulfilled' || errorCode(result) === 'CONFLICT'));
    assert.equal((await count('farol.probes')) - probesBefore, 1);
    const again = await create(3, 'same', 'key 1');
    assert.deepEqual([...bodies], [again.body], 'a repeat gives the first answer to the byte');
    await assertLedgerAddsUp();
  });

  it('refuse another request under the same key, also within one batch', async () => {
    await create(0, 'first', 'key 2');
    await assert.rejects(create(0, 'second', 'key 2'), { code: 'CONFLICT' });
    const [one, two] = await Promise.allSettled([create(1, 'this', 'key 3'), create(1, 'that', 'key 3')]);
    assert.deepEqual([one.status, errorCode(two)], ['fulfilled', 'CONFLICT']);
  });

  it("keep another tenant's keys apart", async () => {
    const mine = await create(0, 'note', 'shared key');
    const theirs = await create(0, 'note', 'shared key', 3);
    assert.notEqual(mine.body, theirs.body);
  });

  it('answer "still running" while the first is under way in another process', async () => {
    const holder = new Client({ connectionString: test.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(
      `select pg_advisory_xact_lock(hashtextextended(jsonb_build_array(1::bigint, 'session test', 'POST /v1/probe', 'key 4')::text, 0))`,
    );
    await assert.rejects(create(0, 'note', 'key 4'), (error: unknown) => {
      assert.ok(error instanceof FarolError);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['CONFLICT', 1]);
      return true;
    });
    await holder.query('rollback');
    await holder.end();
    assert.equal((await create(0, 'note', 'key 4')).status, 201);
  });

  it('forget a key after a day', async () => {
    const first = await create(0, 'note', 'key 5');
    clock.advance(23 * HOUR_MS);
    assert.equal((await create(0, 'note', 'key 5')).body, first.body);
    clock.advance(2 * HOUR_MS);
    assert.notEqual((await create(0, 'note', 'key 5')).body, first.body);
  });

  it('keep the answer encrypted', async () => {
    const { body } = await create(0, 'a secret note', 'key 6');
    const rows = (await test.admin(`select wrapped_answer from farol.idempotency_records`)) as {
      wrapped_answer: Buffer;
    }[];
    assert.ok(
      rows.every(
        ({ wrapped_answer: wrapped }) => !wrapped.includes(body) && !wrapped.includes('a secret note'),
      ),
    );
  });

  it('fail only the member whose row is refused; its mates are charged and written, it is not', async () => {
    const chargesBefore = await count(`farol.ledger_entries where kind = 'charge'`);
    const notes = ['a', 'poison', 'b', 'c'];
    const results = await Promise.allSettled(notes.map((note) => create(0, note)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal((await count(`farol.ledger_entries where kind = 'charge'`)) - chargesBefore, 3);
    await assertLedgerAddsUp();
  });

  it('give back once what was charged, and show both lines', async () => {
    const [database] = nodes;
    assert.ok(database);
    const scope = grantScope([1]);
    const subject = `probe refund ${newId()}`;
    await database.transaction(scope, (tx) =>
      chargeUnits(tx, [{ organizationId: 1, units: 3, subject, planIds: [1] }]),
    );
    const refund = () =>
      database.transaction(scope, (tx) => refundUnits(tx, [{ organizationId: 1, subject }]));
    assert.deepEqual([await refund(), await refund()], [1, 0]);
    const lines = await test.admin(
      `select kind, units::integer as units from farol.ledger_entries where subject = $1 order by id`,
      [subject],
    );
    assert.deepEqual(lines, [
      { kind: 'charge', units: 3 },
      { kind: 'refund', units: 3 },
    ]);
    await assertLedgerAddsUp();
  });

  it('write a ledger that nobody changes, and notice when somebody changed what it adds up to', async () => {
    await assert.rejects(test.admin('update farol.ledger_entries set units = units + 1'), /append-only/);
    await assert.rejects(test.admin('delete from farol.ledger_entries'), /append-only/);
    await test.admin('update farol.subscriptions set consumed = consumed + 1 where organization_id = 1');
    const [database] = nodes;
    assert.ok(database);
    const faults = await database.transaction(grantScope([1, 2, 3]), findLedgerFaults);
    assert.deepEqual(faults, [{ organization_id: '1', plan_id: '1' }]);
    await test.admin('update farol.subscriptions set consumed = consumed - 1 where organization_id = 1');
  });
});
