// Refreshes as they run: the API, a worker with its schedule, and the played sources, whose day is moved.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { settingsForSandbox, startSandbox } from '../../../test/support/sandbox.ts';
import { startTestWorker } from '../../../test/support/worker.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';

const SECRET = 'SecretOfATestSecretOfATestSecret0003';
/** A test document with one case, that case, and one that the played sources know only later things of. */
const ONE_CASE = '90020015920248260001';
const CPF = '90010020055';
const PATIENCE_MS = 30_000;
noteCanary(SECRET, CPF);

type Row = Record<string, unknown>;

const { url, world } = await startSandbox();

describe('refreshes from live sources', () => {
  let test: TestApi;
  let demo: string;
  let worker: Awaited<ReturnType<typeof startTestWorker>>;
  before(async () => {
    test = await startTestApi({
      env: {
        ...settingsForSandbox(url, 'pluggy'),
        FAROL_JUDIT_CALLBACK_SECRET: SECRET,
        FAROL_SOURCE_PROBE_SECONDS: '1',
      },
    });
    demo = (await logIn(test)).token;
    const { config, log, clock, database } = test;
    worker = await startTestWorker({ config, log, clock, databaseUrl: database.url });
  });
  after(async () => {
    await worker.close();
    await test.close();
  });

  const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await test.database.admin(sql, values)) as Row[];
  /** What waits for its next attempt is hurried, unless it waits for a source that calls. */
  const hurry = (): Promise<unknown> =>
    rows(`update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`);
  const watch = async (number: string): Promise<Row> => {
    const response = await test.inject({
      method: 'POST',
      url: `/v2/importProcess/1/${number}/`,
      headers: bearer(demo),
    });
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  const detail = async (number: string): Promise<Row> =>
    (await test.inject({ url: `/v1/process/1/${number}`, headers: bearer(demo) })).json();
  const resultOf = async (number: string): Promise<unknown> =>
    (await detail(number))['refresh'] === undefined
      ? null
      : ((await detail(number))['refresh'] as Row)['result'];
  const refreshed = async (number: string, isHurried = true): Promise<unknown> => {
    await eventually(async () => {
      if (isHurried) await hurry();
      return (await resultOf(number)) !== null;
    }, PATIENCE_MS);
    return resultOf(number);
  };
  const forget = (): Promise<unknown> =>
    rows('update farol.processes set refresh_result = null, refreshed_at = null');
  /** As if the next run had begun. */
  const makeDue = (table: 'radars' | 'processes'): Promise<unknown> =>
    rows(`update farol.${table} set refresh_due_at = now() - interval '40 days'`);
  const setPlan = (): Promise<unknown> =>
    rows(
      `insert into farol.refresh_plans (organization_id, weekdays, hours) values (1, '{1,2,3,4,5,6,7}', '{0}')
       on conflict (organization_id) do update set spent = 0`,
    );

  it('bring an imported process what DataJud has on it, and then nothing new', async () => {
    const imported = await watch(ONE_CASE);
    assert.equal(imported['status'], 'processing');
    assert.equal(await refreshed(ONE_CASE), 'changed');
    const known = await detail(ONE_CASE);
    assert.deepEqual([known['isKnown'], known['court'], known['life']], [true, 'TJSP', 'ACTIVE']);
    assert.equal((known['class'] as Row)['code'], 436);
    assert.deepEqual(
      (known['sources'] as Row[]).map(({ source }) => source),
      ['datajud'],
    );
    await forget();
    assert.equal((await watch(ONE_CASE))['status'], 'sucess', 'it is known by now');
    assert.equal(await refreshed(ONE_CASE), 'unchanged');
  });

  it('bring what has happened since when the day of the plan comes', async () => {
    const known = Number((await detail(ONE_CASE))['totalMovements']);
    world.travelTo('2029-11-15');
    await forget();
    await setPlan();
    await makeDue('processes');
    assert.equal(await refreshed(ONE_CASE), 'changed', 'the schedule of the worker found it due');
    assert.ok(Number((await detail(ONE_CASE))['totalMovements']) > known);
    world.travelTo(null);
    const [row] = await rows(
      'select refresh_due_at > now() as is_later, spent from farol.processes, farol.refresh_plans',
    );
    assert.deepEqual(row, { is_later: true, spent: 1 });
    assert.match(await worker.metrics.text(), /farol_refreshes_total\{kind="process",result="changed"\} 2/);
  });

  it('are unchanged where the source has nothing, and the unit stays used', async () => {
    const number = '90019998920248260001';
    await watch(number);
    assert.equal(await refreshed(number), 'unchanged');
    assert.equal((await detail(number))['isKnown'], false);
    assert.deepEqual(await rows(`select 1 from farol.ledger_entries where kind = 'refund'`), []);
  });

  it('fail when no attempt brought a usable answer, and give the unit of an import back once', async () => {
    const number = '90130024120248260001';
    world.behave('datajud', { mode: 'broken' });
    await watch(number);
    assert.equal(await refreshed(number), 'failed');
    world.behave('datajud', { mode: 'normal' });
    assert.equal((await detail(number))['isKnown'], false);
    const lines = await rows(
      `select kind, count(*)::int as count from farol.ledger_entries
       where subject = (select subject from farol.ledger_entries where kind = 'refund') group by kind order by kind`,
    );
    assert.deepEqual(lines, [
      { kind: 'charge', count: 1 },
      { kind: 'refund', count: 1 },
    ]);
  });

  it('wait for a source that is down', async () => {
    const number = '90130015620248260001';
    world.behave('datajud', { mode: 'down' });
    await watch(number);
    await eventually(async () => (world.calls().datajud.documents[number] ?? 0) >= 3, PATIENCE_MS);
    await eventually(async () => {
      const [job] = await rows(
        `select state from pgboss.job where name = 'refresh.process' and state < 'active'`,
      );
      return job !== undefined;
    }, PATIENCE_MS);
    world.behave('datajud', { mode: 'normal' });
    assert.equal(await refreshed(number), 'changed');
  });

  it('bring a radar the new cases of its document, as soon as the search tells that it has ended', async () => {
    await rows(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, refresh_due_at)
       values (1, 1, $1, $1, 'radar', 'CPF', 1, now() - interval '40 days')`,
      [CPF],
    );
    world.travelTo('2028-06-01');
    world.behave('judit', { pendingMs: 3_000_000 });
    await setPlan();
    const radar = async (): Promise<Row> =>
      (
        await rows('select refresh_result, wrapped_refresh_ticket is not null as waits from farol.radars')
      )[0] ?? {};
    await eventually(async () => (await radar())['waits'] === true, PATIENCE_MS);
    assert.equal(world.calls().judit.searches, 1);
    const [search] = world.searches.judit;
    assert.ok(search !== undefined);
    // It looks again ever more rarely; from here on only the call can bring it back within the test.
    await eventually(
      async () =>
        (
          await rows(
            `update pgboss.job_common set start_after = now() + interval '1 hour'
           where name = 'refresh.radar' and state < 'active' returning id`,
          )
        ).length === 1,
      PATIENCE_MS,
    );
    search.endsAtMs = 0;
    const called = await test.api.app.inject({
      method: 'POST',
      url: `/v1/callbacks/judit/${SECRET}`,
      payload: { event_type: 'request_completed', reference_type: 'request', reference_id: search.id },
    });
    assert.equal(called.statusCode, 200);
    await eventually(async () => (await radar())['refresh_result'] === 'changed', PATIENCE_MS);
    assert.deepEqual(await radar(), { refresh_result: 'changed', waits: false });
    assert.equal(world.calls().judit.searches, 1, 'paid for once');
    const [found] = await rows('select count(*)::int as count from registry.case_parties where root = $1', [
      CPF,
    ]);
    assert.ok(Number(found?.['count']) > 0);
    world.behave('judit', { pendingMs: 0 });
    world.travelTo(null);
  });

  it('leave a paused radar and an inactive process alone', async () => {
    await rows(`update farol.radars set paused_at = now(), refresh_result = null`);
    await rows(`update farol.processes set status = 'INACTIVE', refresh_result = null`);
    await makeDue('radars');
    await makeDue('processes');
    const [searches, questions] = [world.calls().judit.searches, world.calls().datajud.total];
    // Jobs that were enqueued before they were.
    await rows(
      `insert into pgboss.job (name, data, group_id, retry_limit, expire_seconds, deletion_seconds, keep_until, policy)
       select q.name, case q.name when 'refresh.radar' then (select jsonb_build_object('radarId', id) from farol.radars)
         else jsonb_build_object('processNumber', $1::text) end, '1', q.retry_limit, q.expire_seconds,
         q.deletion_seconds, now() + interval '1 day', q.policy
       from pgboss.queue q where q.name like 'refresh.%'`,
      [ONE_CASE],
    );
    await eventually(async () => {
      const [left] = await rows(
        `select count(*)::int as count from pgboss.job where name like 'refresh.%' and state < 'completed'`,
      );
      return left?.['count'] === 0;
    }, PATIENCE_MS);
    assert.deepEqual([world.calls().judit.searches, world.calls().datajud.total], [searches, questions]);
    assert.deepEqual(await rows('select 1 from farol.radars where refresh_result is not null'), []);
  });

  it('leave the ledger in order', async () => {
    assert.deepEqual(await test.operator.transaction(NO_SCOPE, findLedgerFaults), []);
  });
});
