import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { cpfAt, startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi } from '../../../test/support/radars.ts';
import { addImported } from '../../../test/support/registry-rows.ts';

const DAY_MS = 86_400_000;
const CPF = cpfAt(11);

type Consumed = {
  accessPauseMonitor: boolean;
  dayPauseMonitor: number;
  dtAvailablePause: string;
  typeSearch: string;
  typePlan: string;
  consume: number;
  createdAt: string;
  deletedAt: string | null;
  planChangedAt: string | null;
  documentInfo: string;
  userPlanConsumeUniqueId: number;
};

describe('changing a radar', () => {
  let test: RadarApi;
  let demo: string;
  let id: number;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    noteCanary(CPF, 'Nome do radar');
    await addImported(test.database, 'cases');
    await test.add(demo, CPF, { name: 'Nome do radar' });
    ({ id } = await test.radarOf(demo, CPF));
  });
  after(() => test.close());

  const change = (path: string, method: 'POST' | 'PATCH' | 'DELETE' = 'POST', payload?: object) =>
    test.send(demo, method, `/v1/organization/1/radars/${id}${path}`, payload);
  const records = async (): Promise<Consumed[]> => {
    const url = '/v1/holder/1/organization/1/partner/process';
    const body = { documentType: 'CPF', documentNumber: CPF };
    return (await test.send(demo, 'POST', url, body)).json<{ result: Consumed[] }>().result;
  };
  const recordOf = async (): Promise<Consumed | undefined> =>
    (await records()).find(({ typeSearch }) => typeSearch === 'MONITORING');
  /** Tokens end with the days. */
  const travel = async (days: number): Promise<void> => {
    test.clock.advance(days * DAY_MS);
    demo = (await logIn(test)).token;
  };
  const jobs = (): Promise<number> =>
    test.count(`pgboss.job where name = 'radars.prime' and data::text like '%"${id}"%'`);

  it('renames it, and refuses what is no name', async () => {
    assert.equal((await change('', 'PATCH', { name: ' Outro ' })).json().radar.name, 'Outro');
    for (const payload of [{}, { name: '' }, { name: ' ' }, { name: null }, { name: 'x', code: CPF }]) {
      assertErrorAnswer(await change('', 'PATCH', payload), 400);
    }
    const url = '/v1/organization/1/radars/999999';
    assertErrorAnswer(await test.send(demo, 'PATCH', url, { name: 'x' }), 404);
    assertErrorAnswer(await test.send(demo, 'PATCH', '/v1/organization/1/radars/x', { name: 'x' }), 400);
  });

  it('keeps a record of consumption in which the pause fields count down', async () => {
    const record = await recordOf();
    assert.deepEqual(
      [record?.consume, record?.typePlan, record?.deletedAt, record?.planChangedAt, record?.documentInfo],
      [1, 'COMPLETE', null, null, 'Nome do radar'],
    );
    assert.deepEqual([record?.accessPauseMonitor, record?.dayPauseMonitor], [false, 7]);
    assert.equal(
      Date.parse(record?.dtAvailablePause ?? '') - Date.parse(record?.createdAt ?? ''),
      7 * DAY_MS,
    );
    await travel(2.5);
    assert.equal((await recordOf())?.dayPauseMonitor, 5);
    const activities = await test.send(demo, 'GET', '/v1/holder/1/organization/1/activities');
    const [activity] = activities.json().result;
    assert.deepEqual(
      [activity.typeSearch, activity.daypausemonitor, activity.userPlanConsumeAnalytics],
      ['MONITORING', 5, []],
    );
  });

  it('is not paused within a week, which is told with the day from when on it may be', async () => {
    const refused = await change('/pause');
    assertErrorAnswer(refused, 409);
    const { dtAvailablePause } = (await recordOf()) ?? {};
    assert.ok(refused.json().message.includes(`from ${dtAvailablePause} on`), refused.body);
    await travel(4.5);
    assert.deepEqual((await recordOf())?.accessPauseMonitor, true);
    const paused = await change('/pause');
    assert.deepEqual([paused.statusCode, paused.json().radar.active], [200, false]);
    assert.equal((await change('/pause')).statusCode, 200);
    const record = await recordOf();
    assert.deepEqual(
      [record?.accessPauseMonitor, record?.dayPauseMonitor, record?.dtAvailablePause],
      [false, 0, dtAvailablePause],
    );
    assert.equal(await test.count(`farol.audit_records where action = 'radar.pause'`), 1);
  });

  it('is matched again when it is resumed, and may be paused a week later', async () => {
    await test.database.admin('update farol.radars set primed_at = now()');
    const earlier = await jobs();
    const resumed = await change('/resume');
    assert.deepEqual([resumed.json().radar.active, resumed.json().radar.preProcessedAt], [true, null]);
    assert.equal((await change('/resume')).statusCode, 200);
    assert.equal(await jobs(), earlier + 1);
    const record = await recordOf();
    assert.deepEqual([record?.accessPauseMonitor, record?.dayPauseMonitor], [false, 7]);
    assertErrorAnswer(await change('/pause'), 409);
    assert.equal((await test.radarOf(demo, CPF)).radar.active, true);
  });

  it('is removed once; added again it is a new radar and a second unit on the same record', async () => {
    const earlier = await recordOf();
    assert.deepEqual((await change('', 'DELETE')).json(), { success: true });
    assertErrorAnswer(await change('', 'DELETE'), 404);
    const removed = await recordOf();
    assert.ok((removed?.deletedAt ?? '') > (earlier?.createdAt ?? ''));
    assert.equal(removed?.accessPauseMonitor, false);
    assert.deepEqual(await test.radars(demo), []);
    assert.equal((await test.add(demo, CPF, { name: 'De novo' })).statusCode, 200);
    const again = await test.radarOf(demo, CPF);
    assert.ok(again.id > id);
    const record = await recordOf();
    assert.deepEqual(
      [record?.consume, record?.deletedAt, record?.dayPauseMonitor, record?.userPlanConsumeUniqueId],
      [2, null, 7, earlier?.userPlanConsumeUniqueId],
    );
  });

  it('tells when a charge first went to another plan', async () => {
    await test.database.admin(
      `insert into farol.plans (id, name, type_plan, features) overriding system value
       values (7, 'Watch', 'MONITORING', '{MONITORING}')`,
    );
    await test.database.admin(
      `insert into farol.subscriptions (organization_id, plan_id, granted) values (1, 7, 5)`,
    );
    await test.database.admin('update farol.subscriptions set granted = consumed where plan_id = 1');
    ({ id } = await test.radarOf(demo, CPF));
    await change('', 'DELETE');
    await eventually(async () => (await test.add(demo, CPF)).statusCode === 200, 5000);
    const record = await recordOf();
    assert.deepEqual([record?.typePlan, record?.consume], ['MONITORING', 3]);
    assert.ok((record?.planChangedAt ?? '') > (record?.createdAt ?? ''));
  });

  it('shares the id of the document with its analyses', async () => {
    await test.database.admin('update farol.subscriptions set granted = 100');
    const { uniqueId } = await test.create(demo, CPF);
    const both = await records();
    assert.deepEqual(both.map(({ typeSearch }) => typeSearch).toSorted(), ['ANALYTICS', 'MONITORING']);
    assert.deepEqual(new Set(both.map((record) => record.userPlanConsumeUniqueId)), new Set([uniqueId]));
    const analytics = both.find(({ typeSearch }) => typeSearch === 'ANALYTICS');
    assert.deepEqual(
      [analytics?.accessPauseMonitor, analytics?.dayPauseMonitor, analytics?.dtAvailablePause],
      [false, 0, null],
    );
  });

  it('needs a plan to resume and the role of an analyst to change anything', async () => {
    const viewer = await test.tokenOf(demo, 'viewer');
    ({ id } = await test.radarOf(demo, CPF));
    const url = `/v1/organization/1/radars/${id}`;
    assert.equal((await test.send(viewer, 'GET', url)).statusCode, 200);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ] as const) {
      assertErrorAnswer(await test.send(viewer, method, `${url}${path}`), 403);
    }
    assertErrorAnswer(await test.send(viewer, 'PATCH', url, { name: 'x' }), 403);
    const basic = (await logIn(test, 'basic')).token;
    const resume = await test.send(basic, 'POST', `/v1/organization/2/radars/${id}/resume`);
    assert.equal(resume.json().error, 'PlanNotAllowedException');
    assertErrorAnswer(await test.send(basic, 'POST', `/v1/organization/2/radars/${id}/pause`), 404);
  });
});
