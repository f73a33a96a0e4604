import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { cpfAt, startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi } from '../../../test/support/radars.ts';

const CPF = '11144477735';
const CNPJ = '11222333000181';
const LETTERED = '12ABC34501DE35';

describe('adding a radar', () => {
  let test: RadarApi;
  let demo: string;
  let other: string;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    other = (await logIn(test, 'other')).token;
    noteCanary(CPF, cpfAt(1), cpfAt(2));
  });
  after(() => test.close());
  const charges = (): Promise<number> => test.count(`farol.ledger_entries where kind = 'charge'`);

  it('answers exactly name, code and type, charges a unit, and enqueues its matching', async () => {
    const earlier = await charges();
    const response = await test.add(demo, '111.444.777-35', { name: '  Fulana de Tal ' });
    assert.equal(response.statusCode, 200);
    assert.equal(response.body, `{"name":"Fulana de Tal","code":"${CPF}","type":"CPF"}`);
    assert.equal(await charges(), earlier + 1);
    const { id } = await test.radarOf(demo, CPF);
    const subject = `radar ${id}`;
    assert.equal(await test.count(`farol.ledger_entries where subject = '${subject}' and units = 1`), 1);
    assert.equal(
      await test.count(
        `farol.audit_records where subject = '${subject}' and action = 'radar.add' and length(document_hash) = 32`,
      ),
      1,
    );
    assert.equal(
      await test.count(`pgboss.job where name = 'radars.prime' and data::text like '%"${id}"%'`),
      1,
    );
  });

  it('takes a CNPJ with letters, lower case and punctuation', async () => {
    const answer = (await test.add(demo, '12.abc.345/01de-35')).json();
    assert.deepEqual([answer.code, answer.type], [LETTERED, 'CNPJ']);
    const { radar } = await test.radarOf(demo, LETTERED);
    assert.deepEqual([radar.typeCustomer, radar.active, radar.preProcessedAt], ['COMPANY', true, null]);
  });

  it('renames the radar of a document that is added again, and charges nothing', async () => {
    const [earlier, known] = [await charges(), await test.radarOf(demo, CPF)];
    const response = await test.add(demo, CPF, { name: 'Outro nome' });
    assert.equal(response.body, `{"name":"Outro nome","code":"${CPF}","type":"CPF"}`);
    const renamed = await test.radarOf(demo, CPF);
    assert.deepEqual([renamed.id, renamed.radar.name], [known.id, 'Outro nome']);
    assert.equal(await charges(), earlier);
    const renames = `farol.audit_records where action = 'radar.rename' and subject = 'radar ${known.id}'`;
    assert.equal(await test.count(renames), 1);
  });

  it('makes one radar for one unit of twenty that arrive at once, on two nodes too', async () => {
    const earlier = await charges();
    const names = Array.from({ length: 20 }, (_, index) => `Nome ${index}`);
    const answers = await Promise.all(names.map((name) => test.add(demo, cpfAt(1), { name })));
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
    assert.equal(await charges(), earlier + 1);
    assert.equal(await test.count(`farol.radars where document = '${cpfAt(1)}'`), 1);
    const second = await test.secondNode();
    try {
      const code = cpfAt(2);
      const body = { name: 'Nome', code, type: 'CPF' };
      const there = {
        method: 'POST',
        url: '/v1/organization/1/radar',
        headers: bearer(demo),
        payload: body,
      } as const;
      await Promise.all(names.flatMap((name) => [test.add(demo, code, { name }), second.inject(there)]));
      assert.equal(await charges(), earlier + 2);
      assert.equal(await test.count(`farol.radars where document = '${code}'`), 1);
    } finally {
      await second.close();
    }
  });

  it('answers the same request under a key once, and another one with 409', async () => {
    const headers = { 'idempotency-key': 'radar-of-a-company' };
    const earlier = await charges();
    const [one, two] = [await test.add(demo, CNPJ, { headers }), await test.add(demo, CNPJ, { headers })];
    assert.deepEqual([one.statusCode, two.body], [200, one.body]);
    assert.equal(await charges(), earlier + 1);
    assertErrorAnswer(await test.add(demo, cpfAt(3), { headers }), 409);
    assertErrorAnswer(await test.add(demo, CNPJ, { headers, name: 'Outro' }), 409);
  });

  it('refuses what is no radar before it looks at the organization', async () => {
    const stored = await test.count('farol.radars');
    const url = '/v1/organization/3/radar';
    const right = { name: 'Nome', code: CPF, type: 'CPF' };
    for (const wrong of [
      { code: '11144477736' },
      { code: '00000000000' },
      { code: '' },
      { code: 11_144_477_735 },
      { code: CNPJ },
      { type: 'cpf' },
      { type: 'CNPJ' },
      { type: null },
      { name: '' },
      { name: '   ' },
      { name: 'x'.repeat(201) },
      { name: 'tab\there' },
      { name: 'turned\u202Earound' },
      { name: 7 },
      { more: true },
    ]) {
      assertErrorAnswer(await test.send(demo, 'POST', url, { ...right, ...wrong }), 400);
    }
    assertErrorAnswer(await test.send(demo, 'POST', url, { code: CPF, type: 'CPF' }), 400);
    assertErrorAnswer(await test.send(demo, 'POST', url, right), 403);
    const long = `${'é'.repeat(199)}😀`;
    assert.equal((await test.add(demo, CPF, { name: ` ${long} ` })).json().name, long);
    assert.equal(await test.count('farol.radars'), stored);
    const plain = { method: 'POST', url, headers: { ...bearer(demo), 'content-type': 'text/csv' } } as const;
    assertErrorAnswer(await test.inject({ ...plain, payload: 'name,code,type' }), 415);
  });

  it("keeps tenants apart: the same document is each organization's own radar", async () => {
    assertErrorAnswer(await test.add(other, CPF), 403);
    assertErrorAnswer(await test.add(demo, CPF, { organizationId: 999 }), 403);
    assert.equal((await test.add(other, CPF, { organizationId: 3, name: 'Deles' })).statusCode, 200);
    assert.equal((await test.radars(other, '', 3)).length, 1);
    assert.ok((await test.radarOf(demo, CPF)).radar.name !== 'Deles');
    const { id } = await test.radarOf(demo, CPF);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['DELETE', ''],
    ] as const) {
      const payload = method === 'PATCH' ? { name: 'Deles' } : undefined;
      const mine = await test.send(other, method, `/v1/organization/1/radars/${id}${path}`, payload);
      assertErrorAnswer(mine, 403);
      assertErrorAnswer(
        await test.send(other, method, `/v1/organization/3/radars/${id}${path}`, payload),
        404,
      );
    }
    for (const path of ['/v2/organizations/1/radars', '/v1/organization/1/radars/export?format=csv']) {
      assertErrorAnswer(await test.send(other, 'GET', path), 403);
    }
  });

  it('needs the feature in a plan and the role of an analyst; a viewer reads', async () => {
    const basic = (await logIn(test, 'basic')).token;
    const refused = await test.add(basic, CPF, { organizationId: 2 });
    assertErrorAnswer(refused, 403);
    assert.equal(refused.json().error, 'PlanNotAllowedException');
    assert.deepEqual(await test.radars(basic, '', 2), []);
    const viewer = await test.tokenOf(demo, 'viewer');
    assert.equal((await test.add(viewer, CPF)).json().error, 'ErrorForbiddenException');
    assert.ok((await test.radars(viewer)).length > 0);
    const analyst = await test.tokenOf(demo, 'analyst');
    assert.equal((await test.add(analyst, CPF)).statusCode, 200);
  });

  it('answers 402 when the units are used up and stores nothing, but renames all the same', async () => {
    await test.database.admin('update farol.subscriptions set granted = consumed where organization_id = 3');
    const stored = await test.count('farol.radars');
    assertErrorAnswer(await test.add(other, cpfAt(4), { organizationId: 3 }), 402);
    assert.equal(await test.count('farol.radars'), stored);
    assert.equal(await test.count(`farol.consumption_records where organization_id = 3`), 1);
    assert.equal((await test.add(other, CPF, { organizationId: 3, name: 'Novo nome' })).statusCode, 200);
  });
});
