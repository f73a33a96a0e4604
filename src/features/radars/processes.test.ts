import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { cpfAt, startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi } from '../../../test/support/radars.ts';
import { addCase, caseNumber } from '../../../test/support/registry-rows.ts';

type Process = { processNumber: string; status: string; radarIds: number[]; inactivatedAt: string | null };
type Page = { processes: Process[]; next: string };

const WRONG =
  '{"message":"Parameter processNumber and organizationId are required","error":"WrongParameterException"}';

describe('the processes of an organization', () => {
  let test: RadarApi;
  let demo: string;
  let other: string;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    other = (await logIn(test, 'other')).token;
    await addCase(test.database, { number: caseNumber(1), document: cpfAt(1) });
    await test.database.admin(
      `insert into registry.tpu_items (kind, code, name, is_active)
       values ('class', 159, 'Execução de Título Extrajudicial', true), ('movement', 11382, 'Bloqueio', true)`,
    );
    await test.database.admin(
      `insert into farol.processes (organization_id, number, status, radar_ids)
       select 1, lpad(i::text, 9, '0') || '20248260001', 'ACTIVE', '{7,9}'::bigint[] from generate_series(1, 250) i
       union all select 3, $1, 'ACTIVE', '{8}'::bigint[]`,
      [caseNumber(1)],
    );
  });
  after(() => test.close());
  const put = (organization: string | number, number: string, token = demo, payload?: object) =>
    test.send(token, 'PUT', `/v1/organization/${organization}/process/${number}/INACTIVE`, payload);
  const list = async (query = '', token = demo, organization = 1): Promise<Page> =>
    (await test.send(token, 'GET', `/v1/organization/${organization}/processes${query}`)).json<Page>();

  it('are listed in the order of their numbers, page by page', async () => {
    const first = await list();
    assert.equal(first.processes.length, 100);
    assert.deepEqual(first.processes[0], {
      processNumber: caseNumber(1),
      status: 'ACTIVE',
      radarIds: [7, 9],
      matchedAt: first.processes[0] === undefined ? '' : Object.values(first.processes[0])[3],
      inactivatedAt: null,
    });
    assert.equal(first.next, caseNumber(100));
    const rest = await list(`?after=${first.next}&limit=1000`);
    assert.deepEqual([rest.processes.length, rest.next], [150, '']);
    for (const query of ['?limit=0', '?limit=1001', '?status=active', '?after=1', '?status=']) {
      assertErrorAnswer(await test.send(demo, 'GET', `/v1/organization/1/processes${query}`), 400);
    }
    assertErrorAnswer(await test.send(other, 'GET', '/v1/organization/1/processes'), 403);
    assert.equal((await list('', other, 3)).processes.length, 1);
  });

  it('turn inactive, and say so again in the same words', async () => {
    const response = await put(1, caseNumber(1));
    const { inactivatedAt } = response.json<{ result: { inactivatedAt: string } }>().result;
    assert.match(inactivatedAt, /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
    assert.equal(
      response.body,
      JSON.stringify({
        sucess: true,
        reason: null,
        total: 1,
        result: { processNumber: caseNumber(1), organizationId: 1, status: 'INACTIVE', inactivatedAt },
        process: {
          number: caseNumber(1),
          court: 'TJSP',
          class: { code: 159, name: 'Execução de Título Extrajudicial' },
          lastMovement: { code: 11382, name: 'Bloqueio', at: '2026-01-01T00:00:00.000Z' },
        },
      }),
    );
    const punctuated = '0000000-01.2024.8.26.0001';
    for (const [number, payload] of [
      [caseNumber(1), {}],
      [punctuated, undefined],
      [encodeURIComponent('0000000 01 2024/8/26/0001'), {}],
    ] as const) {
      assert.equal((await put(1, number, demo, payload)).body, response.body);
    }
    assert.equal(await test.count(`farol.audit_records where action = 'process.inactivate'`), 1);
    const inactive = await list('?status=INACTIVE');
    assert.deepEqual(
      inactive.processes.map(({ processNumber, status }) => [processNumber, status]),
      [[caseNumber(1), 'INACTIVE']],
    );
    assert.equal(inactive.processes[0]?.inactivatedAt, inactivatedAt);
    assert.equal((await list('?status=ACTIVE&limit=1000')).processes.length, 249);
    assert.equal((await list('', other, 3)).processes[0]?.status, 'ACTIVE');
  });

  it('are told of no more than the number when nothing else may be told', async () => {
    await addCase(test.database, { number: caseNumber(2), document: cpfAt(1), isCountable: false });
    const { process } = (await put(1, caseNumber(2))).json();
    assert.deepEqual(process, {
      number: caseNumber(2),
      court: 'TJSP',
      class: { code: 0, name: '' },
      lastMovement: null,
    });
    assert.deepEqual((await put(1, caseNumber(3))).json().process.class, { code: 0, name: '' });
  });

  it('check parameters, e-mail, access and existence in this order, with two fields and nothing else', async () => {
    const service = await test.tokenOf(demo, 'admin');
    for (const [organization, number] of [
      ['x', caseNumber(1)],
      ['0', caseNumber(1)],
      ['-1', caseNumber(1)],
      ['1.0', caseNumber(1)],
      ['99999999999999999999', caseNumber(1)],
      ['', caseNumber(1)],
      ['1', ''],
      ['1', '%20'],
      ['1', caseNumber(1).slice(1)],
      ['1', `${caseNumber(1)}0`],
      ['1', 'abcdefghijklmnopqrst'],
      ['999', '1'],
      ['', ''],
    ] as const) {
      for (const token of [demo, service]) {
        const refused = await put(organization, number, token);
        assert.deepEqual([refused.statusCode, refused.body], [400, WRONG], `${organization} ${number}`);
      }
    }
    const email = await put(3, caseNumber(999), service);
    assert.deepEqual(
      [email.statusCode, email.body],
      [404, '{"message":"email required","error":"ObjectNotFoundException"}'],
    );
    const denied = '{"message":"User / Organization - Access Denied","error":"ErrorForbiddenException"}';
    for (const organization of [3, 999]) {
      const refused = await put(organization, caseNumber(999));
      assert.deepEqual([refused.statusCode, refused.body], [403, denied]);
    }
    const missing = await put(1, caseNumber(999));
    assert.deepEqual(
      [missing.statusCode, missing.body],
      [404, '{"message":"processNumber not exist","error":"ObjectNotFoundException"}'],
    );
    const broken = await put(1, caseNumber(1), demo, { more: true });
    assert.deepEqual([broken.statusCode, Object.keys(broken.json())], [400, ['message', 'error']]);
    const bare = await test.inject({ method: 'PUT', url: '/v1/organization/x/process/1/INACTIVE' });
    assert.equal(bare.statusCode, 401);
  });

  it('are made inactive by an analyst, and not by a viewer', async () => {
    await test.database.admin(`update farol.memberships set role = 'viewer' where organization_id = 3`);
    const viewer = (await logIn(test, 'other')).token;
    assertErrorAnswer(await put(3, caseNumber(1), viewer), 403);
    await test.database.admin(`update farol.memberships set role = 'analyst' where organization_id = 3`);
    const analyst = (await logIn(test, 'other')).token;
    assert.equal((await put(3, caseNumber(1), analyst)).statusCode, 200);
  });

  it('answer a failure of the server in the same two fields', async () => {
    await test.database.admin('alter table farol.processes rename to processes_away');
    try {
      const failed = await put(1, caseNumber(1));
      assert.deepEqual(
        [failed.statusCode, failed.body],
        [500, '{"message":"Internal server error","error":"InternalServerError"}'],
      );
    } finally {
      await test.database.admin('alter table farol.processes_away rename to processes');
    }
  });
});

describe('dismissed findings', () => {
  it('are remembered, listed and taken back, for one organization', async () => {
    const test = await startRadarApi();
    try {
      const [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
      const url = '/v1/organization/1/findings/dismissed';
      const finding = `case:${caseNumber(5)}`;
      const dismiss = (text: unknown, token = demo) => test.send(token, 'POST', url, { finding: text });
      const first = await dismiss(finding);
      assert.deepEqual(Object.keys(first.json()), ['finding', 'dismissedAt']);
      assert.equal((await dismiss(finding)).body, first.body);
      for (const text of ['debt:general:80 1 12', 'registry:0af3', 'protest:notaries:9f']) {
        assert.equal((await dismiss(text)).statusCode, 200);
      }
      const page = (await test.send(demo, 'GET', `${url}?limit=3`)).json();
      const rest = (await test.send(demo, 'GET', `${url}?after=${encodeURIComponent(page.next)}`)).json();
      assert.deepEqual([page.dismissed.length, rest.dismissed.length, rest.next], [3, 1, '']);
      assert.deepEqual(page.dismissed[0], first.json());
      for (const text of [
        '',
        'case:1',
        'person:1',
        'debt:',
        'debt:a\tb',
        7,
        null,
        `debt:${'x'.repeat(201)}`,
      ]) {
        assertErrorAnswer(await dismiss(text), 400);
      }
      const taken = `${url}?finding=${encodeURIComponent(finding)}`;
      assertErrorAnswer(await test.send(demo, 'DELETE', url), 400);
      assertErrorAnswer(await test.send(other, 'DELETE', taken), 403);
      assertErrorAnswer(await test.send(other, 'DELETE', taken.replace('/1/', '/3/')), 404);
      assert.deepEqual((await test.send(other, 'GET', url.replace('/1/', '/3/'))).json().dismissed, []);
      assert.deepEqual((await test.send(demo, 'DELETE', taken)).json(), { success: true });
      assertErrorAnswer(await test.send(demo, 'DELETE', taken), 404);
      const viewer = await test.tokenOf(demo, 'viewer');
      assertErrorAnswer(await dismiss(finding, viewer), 403);
      assertErrorAnswer(await test.send(viewer, 'DELETE', taken), 403);
      assert.equal((await test.send(viewer, 'GET', url)).statusCode, 200);
      assert.equal(await test.count(`farol.audit_records where action = 'finding.take-back'`), 1);
    } finally {
      await test.close();
    }
  });
});
