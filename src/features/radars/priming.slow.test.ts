import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { cpfAt, startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi } from '../../../test/support/radars.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';

const CNPJ = '11222333000181';
const BRANCH = '11222333000262';
const LONG = 22_000;

type Primed = { organization_id: string; data: { radarId: number; total: number; processNumbers: string[] } };
type Linked = { number: string; status: string; radar_ids: string[] };

describe('priming a radar', () => {
  let test: RadarApi;
  let demo: string;
  let worker: { close(): Promise<void> } | null = null;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    noteCanary(cpfAt(1), 'FULANA DO REGISTRO');
    await addImported(test.database, 'cases');
    for (const index of [1, 2, 3]) {
      await addCase(test.database, {
        number: caseNumber(index),
        document: cpfAt(1),
        name: 'FULANA DO REGISTRO',
      });
    }
    await addCase(test.database, { number: caseNumber(4), document: cpfAt(1), isCountable: false });
    await addCase(test.database, { number: caseNumber(5), document: CNPJ });
    await addCase(test.database, { number: caseNumber(6), document: BRANCH });
    await test.database.admin(
      `insert into registry.case_parties (root, number, document, is_countable, name_key, side, is_debtor_side, natures,
         traits, is_active, outcome, facts_version, fetched_at)
       values ('***000000**', $1, '***000000**', true, 'FULANA', 'PASSIVE', true, 1, 0, true, 0, 1, now())`,
      [caseNumber(7)],
    );
  });
  after(() => test.close());
  afterEach(async () => {
    await worker?.close();
    worker = null;
  });

  const start = async (): Promise<void> => {
    worker = await test.startWorker();
  };
  const eventsOf = (radarId: number): Promise<Primed[]> =>
    test.rows<Primed>(
      `select organization_id::text, data from farol.events
       where type = 'radar.primed' and (data ->> 'radarId')::bigint = $1`,
      [radarId],
    );
  const processes = (organizationId = 1): Promise<Linked[]> =>
    test.rows<Linked>(
      `select number, status, radar_ids::text[] as radar_ids from farol.processes
       where organization_id = $1 order by number`,
      [organizationId],
    );
  const addRadar = async (code: string): Promise<number> => {
    assert.equal((await test.add(demo, code)).statusCode, 200);
    return (await test.radarOf(demo, code)).id;
  };
  /** A dossier so long that it is linked in parts. */
  const addLong = (document: string): Promise<unknown> =>
    test.database.admin(
      `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, natures, traits,
         is_active, outcome, facts_version, fetched_at)
       select $1, '9' || lpad(i::text, 8, '0') || '20238260001', $1, true, 'PASSIVE', true, 1, 0, true, 0, 1, now()
       from generate_series(1, $2::int) i`,
      [document, LONG],
    );

  it('links every countable case as a process, and tells so once, without the document', async () => {
    await start();
    const id = await addRadar(cpfAt(1));
    await test.settle();
    const numbers = [1, 2, 3].map(caseNumber);
    assert.deepEqual(
      await processes(),
      numbers.map((number) => ({ number, status: 'ACTIVE', radar_ids: [String(id)] })),
    );
    const events = await eventsOf(id);
    assert.deepEqual(events, [
      { organization_id: '1', data: { radarId: id, total: 3, processNumbers: numbers } },
    ]);
    const { radar } = await test.radarOf(demo, cpfAt(1));
    assert.match(radar.preProcessedAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.deepEqual(await processes(3), []);
    const feed = await test.send(demo, 'GET', '/v1/organization/1/events');
    await eventually(
      async () => (await test.send(demo, 'GET', '/v1/organization/1/events')).json().events.length > 0,
      5000,
    );
    assert.ok(!feed.body.includes(cpfAt(1)));
    const activities = await test.send(demo, 'GET', '/v1/holder/1/organization/1/activities');
    assert.equal(activities.json().result[0].documentInfo, 'FULANA DO REGISTRO');
  });

  it('matches a company by its root, once for each radar of it', async () => {
    await start();
    const [head, branch] = [await addRadar(CNPJ), await addRadar(BRANCH)];
    await test.settle();
    const linked = (await processes()).filter(({ number }) => number >= caseNumber(5));
    assert.deepEqual(
      linked.map(({ number, radar_ids: ids }) => [number, ids.toSorted()]),
      [5, 6].map((index) => [caseNumber(index), [String(head), String(branch)].toSorted()]),
    );
    assert.deepEqual((await eventsOf(branch))[0]?.data.processNumbers, [5, 6].map(caseNumber));
  });

  it('does not wake what somebody made inactive, but what was hidden by itself', async () => {
    await start();
    const inactive = `update farol.processes set status = 'INACTIVE', inactivated_at = now()`;
    await test.database.admin(`${inactive} where number = $1`, [caseNumber(1)]);
    await test.database.admin(`${inactive}, hidden_at = now() where number = $1`, [caseNumber(2)]);
    const { id } = await test.radarOf(demo, cpfAt(1));
    await test.database.admin(
      `update farol.radars set resumed_at = now() - interval '8 days' where id = $1`,
      [id],
    );
    assert.equal((await test.send(demo, 'POST', `/v1/organization/1/radars/${id}/pause`)).statusCode, 200);
    assert.equal((await test.send(demo, 'POST', `/v1/organization/1/radars/${id}/resume`)).statusCode, 200);
    await test.settle();
    assert.equal((await eventsOf(id)).length, 2);
    assert.deepEqual(
      (await processes()).slice(0, 3).map(({ status }) => status),
      ['INACTIVE', 'ACTIVE', 'ACTIVE'],
    );
  });

  it('waits for a merge that is under way, and misses nothing that it brings', async () => {
    await start();
    const merge = new Client({ connectionString: test.database.url });
    await merge.connect();
    try {
      await merge.query('begin');
      await merge.query('select pg_advisory_xact_lock(7281005)');
      await merge.query(
        `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, natures, traits,
           is_active, outcome, facts_version, fetched_at)
         values ($1, $2, $1, true, 'PASSIVE', true, 1, 0, true, 0, 1, now())`,
        [cpfAt(2), caseNumber(20)],
      );
      const id = await addRadar(cpfAt(2));
      // Longer than anybody waits for a lock: it comes back later by itself.
      await sleep(3000);
      assert.deepEqual(await eventsOf(id), []);
      await merge.query('commit');
      await test.settle();
      assert.deepEqual((await eventsOf(id))[0]?.data.processNumbers, [caseNumber(20)]);
    } finally {
      await merge.end();
    }
  });

  it('goes on after a worker that died in the middle, to the same end and with one event', async () => {
    await addLong(cpfAt(3));
    const id = await addRadar(cpfAt(3));
    // A worker that linked a part and then died: the job is there, half of the links too.
    await test.database.admin(
      `insert into farol.processes (organization_id, number, status, radar_ids)
       select 1, p.number, 'ACTIVE', array[$2::bigint] from registry.case_parties p where p.root = $1
       order by p.number limit 12000`,
      [cpfAt(3), id],
    );
    await test.database.admin('update farol.radars set attempt = 1 where id = $1', [id]);
    await start();
    await test.settle();
    assert.equal(await test.count(`farol.processes where radar_ids = '{${id}}'`), LONG);
    const events = await eventsOf(id);
    assert.deepEqual(
      [events.length, events[0]?.data.total, events[0]?.data.processNumbers.length],
      [1, LONG, 100],
    );
  });

  it('ends as one worker would when two are killed on the way', async () => {
    await addLong(cpfAt(4));
    const id = await addRadar(cpfAt(4));
    for (const part of [9000, 19_000]) {
      await start();
      await eventually(
        async () => (await test.count(`farol.processes where radar_ids @> '{${id}}'`)) > part,
        20_000,
      );
      // Its connections are cut as a kill would cut them; what it had not committed is gone.
      await test.database.admin(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'farol worker'`,
      );
      await worker?.close();
      worker = null;
    }
    await start();
    await test.settle();
    assert.equal(await test.count(`farol.processes where radar_ids @> '{${id}}'`), LONG);
    assert.equal((await eventsOf(id)).length, 1);
  });

  it('leaves alone what was paused or removed before its turn, and unlinks what was removed', async () => {
    const removed = await test.radarOf(demo, cpfAt(3));
    const late = await addRadar(cpfAt(5));
    await test.send(demo, 'DELETE', `/v1/organization/1/radars/${late}`);
    await test.database.admin(
      `update farol.processes set status = 'INACTIVE', inactivated_at = now()
       where number = (select min(number) from farol.processes where radar_ids @> array[$1::bigint])`,
      [removed.id],
    );
    await test.send(demo, 'DELETE', `/v1/organization/1/radars/${removed.id}`);
    await start();
    await eventually(
      async () => (await test.count(`farol.processes where radar_ids @> '{${removed.id}}'`)) === 0,
      20_000,
    );
    // Shared with the other long radar, all but the inactive one stay as its own.
    const other = await test.radarOf(demo, cpfAt(4));
    assert.equal(await test.count(`farol.processes where radar_ids = '{${other.id}}'`), LONG);
    assert.deepEqual(await eventsOf(late), []);
    assert.equal(await test.count(`farol.processes where radar_ids = '{}' and status = 'ACTIVE'`), 0);
  });
});
