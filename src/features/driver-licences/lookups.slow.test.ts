import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { documentWith, startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord, LicenceApi } from '../../../test/support/licences.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';

const GOOD = documentWith('ANSWERS');
const CPF_LENGTH = 11;

describe('looking licences up', () => {
  let test: LicenceApi;
  let demo: string;
  before(async () => {
    test = await startLicenceApi({ FAROL_SOURCE_DEADLINE_MS: '6000' });
    demo = (await logIn(test)).token;
    await test.startWorker();
  });
  after(() => test.close());

  const finish = async (requestId: string): Promise<CnhRecord> => {
    const [record] = await test.finish(demo, requestId);
    assert.ok(record);
    return record;
  };
  const create = async (document: string): Promise<string> =>
    (await test.request(demo, document)).json<CnhRecord>().requestId;
  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await test.database.admin(sql, values)) as Row[];
  const kindsOf = async (requestId: string): Promise<string[]> => {
    const lines = await rows<{ kind: string }>(
      'select kind from farol.ledger_entries where subject = $1 order by id',
      [`cnh ${requestId}`],
    );
    return lines.map(({ kind }) => kind);
  };
  const eventsOf = (requestId: string): Promise<{ type: string; data: unknown }[]> =>
    rows(`select type, data from farol.events where data ->> 'requestId' = $1`, [requestId]);

  it('ends with the licence, its event and one unit used', async () => {
    const requestId = await create(GOOD);
    const record = await finish(requestId);
    assert.equal(record.status, 'DONE');
    assert.equal(record.document, GOOD);
    assert.equal(record.data?.['basis'], 'REPORTED');
    assert.equal(record.data['situation'], 'ISSUED');
    assert.ok(!Object.hasOwn(record.data, 'cpf'));
    assert.ok(record.updatedAt >= record.createdAt);
    assert.deepEqual(await eventsOf(requestId), [
      { type: 'cnh.completed', data: { requestId, status: 'DONE' } },
    ]);
    assert.deepEqual(await kindsOf(requestId), ['charge']);
    const [answer] = await rows<{ source: string; freshness: string }>(
      'select source, freshness from farol.licence_answers where request_id = $1',
      [requestId],
    );
    assert.deepEqual(answer, { source: 'senatran', freshness: 'live' });
  });

  it('ends as not found and is charged all the same', async () => {
    const requestId = await create(documentWith('NOT_FOUND'));
    const record = await finish(requestId);
    assert.deepEqual([record.status, record.data], ['NOT_FOUND', null]);
    assert.deepEqual(await kindsOf(requestId), ['charge']);
  });

  it('waits for a slow source and for one that wants fewer questions', async () => {
    const ids = await Promise.all([create(documentWith('SLOW')), create(documentWith('RATE_LIMITED'))]);
    await eventually(async () => (await test.read(demo, ids[0])).status === 'PROCESSING', 3000);
    const records = await test.finish(demo, ...ids);
    assert.ok(records.every(({ status }) => status === 'DONE'));
  });

  for (const effect of ['SERVER_ERROR', 'TRUNCATED', 'WRONG_PERSON', 'HTML']) {
    it(`ends as an error that is given back once: ${effect}`, async () => {
      const requestId = await create(documentWith(effect));
      const record = await finish(requestId);
      assert.deepEqual([record.status, record.data], ['ERROR', null]);
      assert.deepEqual(await kindsOf(requestId), ['charge', 'refund']);
      assert.deepEqual(await eventsOf(requestId), [
        { type: 'cnh.completed', data: { requestId, status: 'ERROR' } },
      ]);
      const [row] = await rows<{ answers: number }>(
        'select count(*)::int as answers from farol.licence_answers where request_id = $1',
        [requestId],
      );
      assert.equal(row?.answers, 0);
    });
  }

  it('asks once for each of many requests, and lets none of them suffer for a bad one', async () => {
    test.world.reset();
    const bad = documentWith('WRONG_PERSON');
    const ids = await Promise.all([...Array.from({ length: 60 }, () => create(GOOD)), create(bad)]);
    const records = await test.finish(demo, ...ids);
    assert.deepEqual(
      records.map(({ status }) => status),
      [...Array.from({ length: 60 }, () => 'DONE'), 'ERROR'],
    );
    assert.equal(test.world.calls().senatran.documents[GOOD], 60);
  });

  it('keeps a request while the source is down, without using up its attempts', async () => {
    test.world.behave('senatran', { mode: 'down' });
    const ids = await Promise.all(Array.from({ length: 8 }, () => create(GOOD)));
    await eventually(async () => {
      const told = await rows<{ breaker: string }>(
        `select 1 from farol.licence_requests where status = 'PROCESSING' and attempt > 1`,
      );
      return told.length > 0;
    }, 20_000);
    test.world.behave('senatran', { mode: 'normal' });
    const records = await test.finish(demo, ...ids);
    assert.ok(records.every(({ status }) => status === 'DONE'));
  });

  it('gives up on a request that has waited for a quarter of an hour', async () => {
    test.world.behave('senatran', { mode: 'rate-limited' });
    const requestId = await create(GOOD);
    await rows(
      `update farol.licence_requests set created_at = created_at - interval '1 hour' where id = $1`,
      [requestId],
    );
    const record = await finish(requestId);
    test.world.behave('senatran', { mode: 'normal' });
    assert.equal(record.status, 'ERROR');
    assert.deepEqual(await kindsOf(requestId), ['charge', 'refund']);
  });

  it('leaves the ledger in order', async () => {
    assert.deepEqual(await test.operator.transaction(NO_SCOPE, findLedgerFaults), []);
  });

  it('keeps nothing of a person in clear', async () => {
    const requestId = await create(GOOD);
    const { data } = await finish(requestId);
    const values = Object.values(data ?? {}).filter(
      (value): value is string => typeof value === 'string' && value.length >= CPF_LENGTH,
    );
    assert.ok(values.length >= 3);
    noteCanary(...values);
    const tables = await rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('farol', 'pgboss')`,
    );
    for (const { name } of tables) {
      const text = JSON.stringify(await rows(`select t::text as line from ${name} t`));
      const hex = (value: string): string => Buffer.from(value).toString('hex');
      for (const value of [GOOD, ...values]) {
        assert.ok(!text.includes(value) && !text.includes(hex(value)), `${name} holds a value in clear`);
      }
    }
  });
});
