import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { settingsForSandbox } from '../../../test/support/sandbox.ts';

/** Check digits are right; of TJSP, and of the STF, of which DataJud has nothing. */
const NUMBER = '90020015920248260001';
const OF_STF = '00000019520201000000';
const UNKNOWN = '90130015620248260001';
const CPF = '11144477735';
noteCanary(CPF);

type Imported = { status: string; obs: string; process: Record<string, unknown> };

describe('watching one process', () => {
  let test: TestApi;
  let demo: string;
  let other: string;
  before(async () => {
    test = await startTestApi({ env: settingsForSandbox('http://127.0.0.1:9', 'pluggy') });
    demo = (await logIn(test)).token;
    other = (await logIn(test, 'other')).token;
    await test.database.admin(
      `insert into registry.tpu_items (kind, code, name, is_active) values
         ('class', 436, 'Procedimento do Juizado Especial Cível', true), ('movement', 85, 'Petição', true),
         ('movement', 26, 'Distribuição', true), ('subject', 7717, 'Espécies', true)`,
    );
    await addRecord(NUMBER, 'cases', {});
  });
  after(() => test.close());

  const addRecord = async (
    number: string,
    source: string,
    { secrecy = 0, classCode = 436, degree = 'G1', parties = PARTIES }: Record<string, unknown>,
  ): Promise<void> => {
    await test.database.admin(
      `insert into registry.case_records (number, source, degree, record_key, class_code, unit_name, filed_at, value,
         secrecy, subject_codes, parties, movement_codes, movement_times, movement_names, updated_at, fetched_at)
       values ($1, $2, $3, '', $4, '1ª Vara', '2024-03-01Z', 1500.50, $5, '{7717}', $6, '{26,85,0}',
         '{2024-03-01T12:00:00Z,2024-05-01T12:00:00Z,2024-04-01T12:00:00Z}', '{null,null,Conclusos}',
         '2024-05-02Z', now() - interval '49 hours')`,
      [number, source, degree, classCode, secrecy, JSON.stringify(parties)],
    );
  };
  const PARTIES = [
    { document: CPF, name: 'FULANA INVENTADA', side: 'PASSIVE', role: 'PARTY', roleName: 'Réu' },
    { document: null, name: 'BANCO INVENTADO', side: 'ACTIVE', role: 'PARTY', roleName: 'Autor' },
    { document: null, name: 'VITIMA INVENTADA', side: 'UNKNOWN', role: 'VICTIM' },
  ];
  const watch = (path: string, token = demo, headers = {}) =>
    test.inject({
      method: 'POST',
      url: `/v2/importProcess/${path}`,
      headers: { ...bearer(token), ...headers },
    });
  const get = (path: string, token = demo) =>
    test.inject({ url: `/v1/process/${path}`, headers: bearer(token) });
  const rows = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await test.database.admin(sql, values)) as Row[];
  const count = async (from: string): Promise<number> =>
    (await rows<{ count: number }>(`select count(*)::int as count from ${from}`))[0]?.count ?? -1;
  const charges = (): Promise<number> =>
    count(`farol.ledger_entries where kind = 'charge' and subject like 'process %'`);

  it('answers at once what is known of it, charges one unit, and has it refreshed', async () => {
    const response = await watch(`1/${NUMBER}`);
    assert.equal(response.statusCode, 200, response.body);
    assert.deepEqual(response.json(), {
      status: 'sucess',
      obs: '',
      process: {
        number: NUMBER,
        organizationId: 1,
        status: 'ACTIVE',
        court: 'TJSP',
        class: { code: 436, name: 'Procedimento do Juizado Especial Cível' },
        lastMovement: { code: 85, name: 'Petição', at: '2024-05-01T12:00:00.000Z' },
      },
    });
    assert.equal(await charges(), 1);
    const [row] = await rows(
      `select status, is_imported, refresh_due_at > now() as is_due_later from farol.processes where number = $1`,
      [NUMBER],
    );
    assert.deepEqual(row, { status: 'ACTIVE', is_imported: true, is_due_later: true });
    assert.deepEqual(await rows(`select group_id, data from pgboss.job where name = 'refresh.process'`), [
      { group_id: '1', data: { processNumber: NUMBER } },
    ]);
    assert.equal(await count(`farol.audit_records where action = 'process.import'`), 1);
  });

  it('takes the number as people write it, with and without the slash and the empty parameter', async () => {
    for (const path of ['9002001-59.2024.8.26.0001', `${NUMBER}/`, `${NUMBER}/?document=`, `${NUMBER}?x=1`]) {
      const response = await watch(`1/${path}`);
      assert.equal(response.json<Imported>().process['number'], NUMBER, path);
    }
    const typed = await watch(`1/${NUMBER}/`, demo, { 'content-type': 'application/json' });
    assert.equal(typed.statusCode, 200, 'a JSON content type without a body');
  });

  it('says that a bad number is none, and charges and keeps nothing', async () => {
    const [charged, kept] = [await charges(), await count('farol.processes')];
    for (const [bad, number] of [
      ['90020015820248260001', '90020015820248260001'],
      ['123', ''],
      ['abc', ''],
      ['%20', ''],
    ] as const) {
      const response = await watch(`1/${bad}`);
      assert.equal(response.statusCode, 200);
      const { status, process } = response.json<Imported>();
      assert.deepEqual([status, process['status'], process['number']], ['sucess', 'INVALID', number]);
    }
    assert.deepEqual([await charges(), await count('farol.processes')], [charged, kept]);
  });

  it('is answered as processing where nothing is known, by a source or by a later import', async () => {
    const asked = (await watch(`1/${UNKNOWN}`)).json<Imported>();
    assert.equal(asked.status, 'processing');
    assert.match(asked.obs, /source is being asked/);
    assert.deepEqual(asked.process['lastMovement'], null);
    const [job] = await rows<{ data: { chargedFor?: string } }>(
      `select data from pgboss.job where data ->> 'processNumber' = $1`,
      [UNKNOWN],
    );
    assert.match(job?.data.chargedFor ?? '', /^process [0-9a-f-]{36}$/, 'what is given back if it fails');
    const unasked = (await watch(`1/${OF_STF}`)).json<Imported>();
    assert.equal(unasked.status, 'processing');
    assert.match(unasked.obs, /No live source has its court/);
    assert.equal(await count(`pgboss.job where data ->> 'processNumber' = '${OF_STF}'`), 0);
    const [row] = await rows('select refresh_due_at from farol.processes where number = $1', [OF_STF]);
    assert.deepEqual(row, { refresh_due_at: null });
  });

  it('does it once for each key, however the number and the path are written', async () => {
    const charged = await charges();
    const key = { 'idempotency-key': 'import-1' };
    const first = await watch(`1/${NUMBER}`, demo, key);
    const again = await watch('1/9002001-59.2024.8.26.0001/', demo, key);
    assert.equal(again.body, first.body);
    assert.equal(await charges(), charged + 1);
    assertErrorAnswer(await watch(`1/${UNKNOWN}`, demo, key), 409);
    assertErrorAnswer(await watch(`1/${NUMBER}?document=${CPF}`, demo, key), 409);
  });

  it('brings an inactive process back, and links the radar of the document', async () => {
    await test.database.admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id)
       values (1, 1, $1, $1, 'radar', 'CPF', 1), (3, 1, $1, $1, 'radar of others', 'CPF', 1)`,
      [CPF],
    );
    await test.database.admin(
      `update farol.processes set status = 'INACTIVE', inactivated_at = now(), radar_ids = '{77}' where number = $1`,
      [NUMBER],
    );
    assert.equal((await watch(`1/${NUMBER}?document=111.444.777-35`)).statusCode, 200);
    const detail = (await get(`1/${NUMBER}`)).json();
    const [radar] = await rows<{ id: number }>(
      `select id::int as id from farol.radars where organization_id = 1`,
    );
    assert.deepEqual(
      [detail.status, detail.inactivatedAt, detail.isImported, detail.radarIds],
      ['ACTIVE', null, true, [radar?.id, 77].toSorted((one = 0, two = 0) => one - two)],
    );
    assertErrorAnswer(await watch(`1/${NUMBER}?document=11144477736`), 400);
  });

  it('tells the case in detail, with people by side and without their documents', async () => {
    const response = await get(`1/${NUMBER}`);
    assert.equal(response.statusCode, 200, response.body);
    assert.ok(!response.body.includes(CPF));
    assert.ok(!response.body.includes('VITIMA'));
    const { matchedAt, radarIds, sources, ...detail } = response.json();
    assert.ok(Date.parse(matchedAt) > 0 && Array.isArray(radarIds));
    assert.equal(sources.length, 1);
    assert.deepEqual([sources[0].source, sources[0].unit, sources[0].ageDays], ['cases', '1ª Vara', 2]);
    assert.deepEqual(detail, {
      processNumber: NUMBER,
      organizationId: 1,
      status: 'ACTIVE',
      isImported: true,
      inactivatedAt: null,
      refresh: { refreshedAt: null, result: null },
      isKnown: true,
      court: 'TJSP',
      class: { code: 436, name: 'Procedimento do Juizado Especial Cível' },
      subjects: [{ code: 7717, name: 'Espécies' }],
      life: 'ACTIVE',
      value: '1500.50',
      filedOn: '2024-02-29',
      parties: {
        active: [{ name: 'BANCO INVENTADO', role: 'Autor' }],
        passive: [{ name: 'FULANA INVENTADA', role: 'Réu' }],
        others: [],
      },
      totalMovements: 3,
      movements: [
        { code: 85, name: 'Petição', at: '2024-05-01T12:00:00.000Z', degree: 'G1' },
        { code: 0, name: 'Conclusos', at: '2024-04-01T12:00:00.000Z', degree: 'G1' },
        { code: 26, name: 'Distribuição', at: '2024-03-01T12:00:00.000Z', degree: 'G1' },
      ],
    });
  });

  it('tells movements page by page, and once what two sources tell', async () => {
    await addRecord(NUMBER, 'datajud', { parties: [] });
    const codes = async (query: string): Promise<number[]> =>
      (await get(`1/${NUMBER}?${query}`)).json().movements.map(({ code }: { code: number }) => code);
    assert.deepEqual(await codes('limit=2'), [85, 0]);
    assert.deepEqual(await codes('from=2&limit=2'), [26]);
    assert.deepEqual(await codes('from=3'), []);
    assert.equal((await get(`1/${NUMBER}`)).json().sources.length, 2);
    for (const query of ['limit=0', 'limit=501', 'from=-1', 'limit=x']) {
      assertErrorAnswer(await get(`1/${NUMBER}?${query}`), 400);
    }
  });

  it('shows a secret or juvenile case as one of which nothing is known', async () => {
    await watch(`1/${UNKNOWN}`);
    await test.database.admin(
      `update farol.processes set refreshed_at = '2026-01-01Z', refresh_result = 'unchanged' where number = $1`,
      [UNKNOWN],
    );
    const unknown = (await get(`1/${UNKNOWN}`)).json();
    for (const [number, more] of [
      ['90160016420248260001', { secrecy: 1 }],
      ['90170010220248260001', { classCode: 1464 }],
    ] as const) {
      await addRecord(number, 'cases', more);
      const imported = (await watch(`1/${number}`)).json<Imported>();
      assert.equal(imported.status, 'processing');
      assert.deepEqual(imported.process['class'], { code: 0, name: '' });
      await test.database.admin(
        `update farol.processes set refreshed_at = '2026-01-01Z', refresh_result = 'changed' where number = $1`,
        [number],
      );
      const { processNumber, matchedAt, ...hidden } = (await get(`1/${number}`)).json();
      assert.deepEqual({ ...unknown, ...hidden }, unknown, `${processNumber} ${matchedAt}`);
      assert.equal(hidden.isKnown, false);
    }
  });

  it('belongs to one organization alone', async () => {
    assertErrorAnswer(await get(`3/${NUMBER}`, other), 404);
    assertErrorAnswer(await get(`1/${NUMBER}`, other), 403);
    assertErrorAnswer(await watch(`1/${NUMBER}`, other), 403);
    assertErrorAnswer(await get(`1/${OF_STF.replace('1', '2')}`), 404);
    assertErrorAnswer(await get('1/123'), 400);
    const kept = await rows('select * from farol.processes where organization_id = 1 order by number');
    assert.equal((await watch(`3/${NUMBER}`, other)).statusCode, 200);
    assert.equal((await get(`3/${NUMBER}`, other)).json().organizationId, 3);
    assert.deepEqual(
      await rows('select * from farol.processes where organization_id = 1 order by number'),
      kept,
    );
    const read = await count(
      `farol.audit_records where organization_id = 3 and action = 'process.read.none'`,
    );
    assert.equal(read, 1);
  });

  it('needs a plan that monitors, units, and a role that may charge', async () => {
    const basic = (await logIn(test, 'basic')).token;
    assert.equal(
      (await watch(`2/${NUMBER}`, basic)).json<{ error: string }>().error,
      'PlanNotAllowedException',
    );
    const created = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'looker', role: 'viewer' },
    });
    const { token } = created.json<{ token: string }>();
    noteCanary(token);
    assertErrorAnswer(await watch(`1/${NUMBER}`, token), 403);
    assert.equal((await get(`1/${NUMBER}`, token)).statusCode, 200);
    await test.database.admin('update farol.subscriptions set consumed = granted where organization_id = 3');
    assertErrorAnswer(await watch(`3/${UNKNOWN}`, other), 402);
    assert.equal(await count(`farol.processes where organization_id = 3 and number = '${UNKNOWN}'`), 0);
    assertErrorAnswer(await test.inject({ method: 'POST', url: `/v2/importProcess/1/${NUMBER}` }), 401);
  });

  it('is written once by many at once, and charged for each', async () => {
    const number = '90130024120248260001';
    const charged = await charges();
    const answers = await Promise.all(Array.from({ length: 20 }, () => watch(`1/${number}`)));
    assert.ok(answers.every(({ statusCode }) => statusCode === 200));
    assert.equal(await count(`farol.processes where number = '${number}'`), 1);
    assert.equal(await charges(), charged + 20);
  });
});
