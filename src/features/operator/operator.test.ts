import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { administrationRequests } from '../../../test/support/administration-requests.ts';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { enqueueProbes, openProbeDatabase, prepareProbe, PROBE } from '../../../test/support/jobs-probe.ts';
import { toInject } from '../../../test/support/product-requests.ts';
import type { Database } from '../../platform/db/database.ts';

const DIE = `
  with gone as (delete from pgboss.job where name = '${PROBE.name}' returning *)
  insert into pgboss.job (name, data, group_id, keep_until, source_name, source_id, source_created_on,
    source_retry_count, source_output)
  select 'dead', data, group_id, keep_until, name, id, created_on, 4, '{"reason": "the attempt took too long"}' from gone`;
const SET_ASIDE = 'a line about somebody 4711';

type Tenants = {
  tenants: { organizationId: number; members: number; subscriptions: object[] }[];
  next: number | null;
};
type Jobs = { jobs: { id: string; job: string; organizationId: number; state: string; reason: string }[] };
type Row = Jobs['jobs'][number];
type System = { version: string; findings: object[]; acts: { action: string; username: string }[] };

describe("the operator's pages", () => {
  let test: TestApi;
  let probes: Database;
  let demo: string;
  let basic: string;
  before(async () => {
    noteCanary(SET_ASIDE);
    test = await startTestApi();
    probes = openProbeDatabase(test.database.url, 2);
    await prepareProbe(test.database, probes);
    demo = (await logIn(test)).token;
    basic = (await logIn(test, 'basic')).token;
    await test.database.admin(
      `insert into registry.imports (source, state, edition, ended_at, rows_read, rows_set_aside)
       values ('receita', 'done', '2026-10', now(), 1000, 2), ('pgfn', 'refused', null, now(), 10, 9)`,
    );
    await test.database.admin(
      `insert into registry.quarantine (import_id, file, line, reason, original)
       values (1, 'a.csv', 3, 'no date', $1), (1, 'a.csv', 9, 'no date', $1)`,
      [SET_ASIDE],
    );
  });
  after(async () => {
    await probes.close();
    await test.close();
  });

  const read = async (path: string, token = demo) =>
    test.inject({ url: `/v1/operator/${path}`, headers: bearer(token) });
  const retry = async (path: string, token = demo) =>
    test.inject({ method: 'POST', url: `/v1/operator/jobs/${path}`, headers: bearer(token) });

  it('are refused to whoever is no operator, and to every service token', async () => {
    const made = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'an admin', role: 'admin' },
    });
    const { token } = made.json<{ token: string }>();
    noteCanary(token);
    const requests = administrationRequests.filter(({ template }) => template.startsWith('/v1/operator/'));
    assert.equal(requests.length, 9);
    for (const request of requests) {
      for (const bad of [basic, token]) {
        const response = await test.inject({ ...toInject(request, null), headers: bearer(bad) });
        assert.equal(response.statusCode, 403, request.template);
        assert.equal(response.json().error, 'ErrorForbiddenException');
      }
      assert.equal((await test.inject(toInject(request, null))).statusCode, 401, request.template);
    }
  });

  it('are closed at once when the mark is taken away by a command', async () => {
    const session = (await logIn(test)).token;
    assert.equal((await read('plans', session)).statusCode, 200);
    await test.database.admin('update farol.users set is_operator = false where id = 1');
    await eventually(async () => (await read('plans', session)).statusCode === 403, 10_000);
    await test.database.admin('update farol.users set is_operator = true where id = 1');
    await eventually(async () => (await read('plans')).statusCode === 200, 10_000);
  });

  it('tell tenants with their plans and units, a page at a time', async () => {
    const first = (await read('tenants?limit=2')).json<Tenants>();
    const rest = (await read(`tenants?after=${first.next ?? 0}`)).json<Tenants>();
    assert.deepEqual(
      [...first.tenants, ...rest.tenants].map(({ organizationId, members }) => [organizationId, members]),
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    );
    assert.equal(rest.next, null);
    assert.deepEqual(first.tenants[0]?.subscriptions, [
      { planId: 1, planName: 'Demo complete', granted: 100_000, consumed: 0, endedAt: null },
    ]);
  });

  it('tell plans with who has them', async () => {
    const { plans } = (await read('plans')).json<{ plans: { name: string; organizations: number }[] }>();
    assert.deepEqual(
      plans.map(({ name, organizations }) => [name, organizations]),
      [
        ['Demo complete', 2],
        ['Demo basic', 1],
      ],
    );
  });

  it('tell sources, those in use and those never imported too', async () => {
    const { live, imported } = (await read('sources')).json<{
      live: { name: string; state: string }[];
      imported: { source: string; importedAt: string | null; edition: string | null }[];
    }>();
    assert.ok(live.some(({ name }) => name === 'datajud'));
    const receita = imported.find(({ source }) => source === 'receita');
    assert.equal(receita?.edition, '2026-10');
    assert.equal(imported.find(({ source }) => source === 'tpu')?.importedAt, null);
  });

  it('tell imports and what they set aside, but never the line itself', async () => {
    const { imports } = (await read('imports')).json<{ imports: { source: string; state: string }[] }>();
    assert.deepEqual(
      imports.map(({ source, state }) => [source, state]),
      [
        ['pgfn', 'refused'],
        ['receita', 'done'],
      ],
    );
    const response = await read('imports/1/quarantine');
    assert.deepEqual(response.json(), {
      reasons: [{ reason: 'no date', rows: 2 }],
      rows: [
        { file: 'a.csv', line: 3, reason: 'no date' },
        { file: 'a.csv', line: 9, reason: 'no date' },
      ],
    });
    assert.equal((await read('imports/77/quarantine')).statusCode, 404);
  });

  it('try a dead job again, once, on record here and in its organization', async () => {
    await enqueueProbes(probes, [{ organizationId: 2, requestIds: ['r-1'] }]);
    await test.database.admin(DIE);
    const dead: Row | undefined = (await read('jobs?state=dead')).json<Jobs>().jobs[0];
    assert.deepEqual([dead?.job, dead?.organizationId, dead?.state], [PROBE.name, 2, 'dead']);
    assert.equal(dead?.reason, 'the attempt took too long');
    assert.doesNotMatch((await read('jobs')).body, /r-1/);
    const { id } = dead;
    assert.deepEqual((await retry(`${id}/retry`)).json(), { retried: 1 });
    assert.deepEqual((await read('jobs?state=dead')).json<Jobs>().jobs, []);
    const again = await retry(`${id}/retry`);
    assert.ok(again.statusCode === 404 || again.statusCode === 409);
    const audited = await test.database.admin(
      `select organization_id::int, actor from farol.audit_records where action = 'job.retry'`,
    );
    assert.deepEqual(audited, [{ organization_id: 2, actor: 'operator' }]);
    const acts = await test.database.admin(
      `select user_id::int from farol.operator_acts where action = 'job.retry'`,
    );
    assert.deepEqual(acts, [{ user_id: 1 }]);
  });

  it('try all dead jobs again', async () => {
    await enqueueProbes(
      probes,
      ['r-2', 'r-3'].map((requestId) => ({ organizationId: 3, requestIds: [requestId] })),
    );
    await test.database.admin(DIE);
    const dead = (await read('jobs?state=dead')).json<Jobs>().jobs.length;
    assert.ok(dead >= 2);
    assert.deepEqual((await retry('retry')).json(), { retried: dead });
    assert.deepEqual((await retry('retry')).json(), { retried: 0 });
    assert.equal((await retry('nonsense/retry')).statusCode, 404);
  });

  it('tell the version and what operators did last', async () => {
    const system = (await read('system')).json<System>();
    assert.match(system.version, /^\d+\.\d+\.\d+$/);
    assert.equal(system.acts[0]?.action, 'system.read');
    assert.equal(system.acts[0].username, 'demo');
  });

  it('stand on a role that reads no document, no e-mail and no line that was set aside', async () => {
    for (const statement of [
      'select email from farol.users',
      'select password_hash from farol.users',
      'select role from farol.memberships',
      'select from farol.radars',
      'select from farol.analyses',
      'select from farol.audit_records',
      'select from farol.sessions',
      'select original from registry.quarantine',
      'select from registry.case_parties',
      'update farol.users set is_operator = true',
      'update farol.subscriptions set granted = granted + 1',
      'delete from farol.operator_acts',
    ]) {
      await assert.rejects(
        test.database.admin(`begin; set local role farol_overseer; ${statement}; commit`),
        { code: '42501' },
        statement,
      );
    }
  });
});
