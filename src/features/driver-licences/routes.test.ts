import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord, LicenceApi } from '../../../test/support/licences.ts';

const CPF = '90010020055';
const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';

describe('requesting a licence', () => {
  let test: LicenceApi;
  let demo: string;
  let other: string;
  before(async () => {
    test = await startLicenceApi();
    demo = (await logIn(test)).token;
    other = (await logIn(test, 'other')).token;
  });
  after(() => test.close());

  const count = async (sql: string): Promise<number> => {
    const [row] = (await test.database.admin(`select count(*)::int as count from ${sql}`)) as {
      count: number;
    }[];
    return row?.count ?? -1;
  };
  const get = (path: string, token = demo) => test.inject({ url: path, headers: bearer(token) });

  it('answers 201 with the record and where it is, and the record can be read at once', async () => {
    const response = await test.request(demo, '900.100.200-55');
    assert.equal(response.statusCode, 201);
    const record = response.json<CnhRecord>();
    assert.deepEqual(Object.keys(record), [
      'requestId',
      'organizationId',
      'document',
      'status',
      'data',
      'createdAt',
      'updatedAt',
    ]);
    assert.deepEqual(
      [record.organizationId, record.document, record.status, record.data],
      [1, CPF, 'PENDING', null],
    );
    assert.match(record.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const location = `/v1/cnh/organizations/1/request/${record.requestId}`;
    assert.equal(response.headers['location'], location);
    assert.deepEqual((await get(location)).json(), record);
    assert.deepEqual((await get(`/v1/cnh/organizations/1/document/${CPF}`)).json(), record);
  });

  it('charges one unit and puts a job and the audit row with it', async () => {
    const { requestId } = (await test.request(demo, CPF)).json<CnhRecord>();
    const subject = `cnh ${requestId}`;
    assert.equal(await count(`farol.ledger_entries where subject = '${subject}' and kind = 'charge'`), 1);
    assert.equal(
      await count(
        `farol.audit_records where subject = '${subject}' and action = 'cnh.create' and length(document_hash) = 32`,
      ),
      1,
    );
    assert.equal(await count(`pgboss.job where name = 'cnh.run' and data::text like '%${requestId}%'`), 1);
  });

  it('reads a document in every way that people write it', async () => {
    for (const written of ['900.100.200-55', '900 100 200 55', '9-0.0/1 0020055', CPF]) {
      const path = `/v1/cnh/organizations/1/document/${encodeURIComponent(written)}`;
      const response = await get(path);
      assert.equal(response.statusCode, 200, written);
      assert.equal(response.json<CnhRecord>().document, CPF);
    }
  });

  it('refuses what is no CPF before anything is queued', async () => {
    const stored = await count('farol.licence_requests');
    const documents = ['90010020056', '11111111111', '9001002005', '90010020000136', 'abc', ' ', ''];
    for (const document of documents) {
      assertErrorAnswer(await test.request(demo, document), 400);
    }
    for (const payload of [
      { organizationId: 1 },
      { document: CPF },
      { organizationId: '1', document: CPF },
      { organizationId: 0, document: CPF },
      { organizationId: 1.5, document: CPF },
      { organizationId: 1, document: 90_010_020_055 },
      { organizationId: 1, document: null },
      { organizationId: 1, document: CPF, planId: 1 },
    ]) {
      const headers = bearer(demo);
      assertErrorAnswer(await test.inject({ method: 'POST', url: '/v1/cnh', headers, payload }), 400);
    }
    // The document is looked at before the organization.
    assertErrorAnswer(await test.request(demo, '90010020056', { organizationId: 3 }), 400);
    assert.equal(await count('farol.licence_requests'), stored);
    for (const document of ['90010020056', '90010020000136', 'x', '%20']) {
      assertErrorAnswer(await get(`/v1/cnh/organizations/1/document/${document}`), 400);
    }
  });

  it('answers an unknown or malformed request id with 404, and puts no text of it on record', async () => {
    for (const id of [NOBODYS_ID, 'x', CPF, `${NOBODYS_ID}0`, 'NULL', '%7B%7D']) {
      const response = await get(`/v1/cnh/organizations/1/request/${id}`);
      assertErrorAnswer(response, 404);
    }
    assert.equal(await count(`farol.audit_records where subject like '%${CPF}%'`), 0);
    assert.ok((await count(`farol.audit_records where action = 'cnh.read.none'`)) >= 6);
  });

  it("shows nobody another tenant's request, in whatever way it is asked for", async () => {
    const { requestId } = (await test.request(demo, CPF)).json<CnhRecord>();
    assertErrorAnswer(await get(`/v1/cnh/organizations/3/request/${requestId}`, other), 404);
    assertErrorAnswer(await get(`/v1/cnh/organizations/1/request/${requestId}`, other), 403);
    assertErrorAnswer(await get(`/v1/cnh/organizations/3/document/${CPF}`, other), 404);
    assertErrorAnswer(await get(`/v1/cnh/organizations/1/document/${CPF}`, other), 403);
    assertErrorAnswer(await test.request(other, CPF), 403);
    const [foreign, missing] = await Promise.all([
      test.request(demo, CPF, { organizationId: 3 }),
      test.request(demo, CPF, { organizationId: 999 }),
    ]);
    assert.equal(foreign.body, missing.body);
  });

  it('needs the feature in a plan to request, and the role of an analyst', async () => {
    const basic = (await logIn(test, 'basic')).token;
    const refused = await test.request(basic, CPF, { organizationId: 2 });
    assertErrorAnswer(refused, 403);
    assert.equal(refused.json().error, 'PlanNotAllowedException');
    assertErrorAnswer(await get(`/v1/cnh/organizations/2/document/${CPF}`, basic), 404);
    const created = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'looker', role: 'viewer' },
    });
    const viewer = created.json<{ token: string }>().token;
    assert.equal((await test.request(viewer, CPF)).json().error, 'ErrorForbiddenException');
    assert.equal((await get(`/v1/cnh/organizations/1/document/${CPF}`, viewer)).statusCode, 200);
  });

  it('answers the same request under a key once, and another one with 409', async () => {
    const headers = { 'idempotency-key': 'the-first-of-them' };
    const [one, two] = [
      await test.request(demo, CPF, { headers }),
      await test.request(demo, CPF, { headers }),
    ];
    assert.equal(one.statusCode, 201);
    assert.equal(two.statusCode, 201);
    assert.equal(one.body, two.body);
    assert.equal(one.headers['location'], two.headers['location']);
    assertErrorAnswer(await test.request(demo, '90010020136', { headers }), 409);
    const { requestId } = one.json<CnhRecord>();
    assert.equal(await count(`farol.ledger_entries where subject = 'cnh ${requestId}'`), 1);
  });

  it('answers 402 when the units are used up, and stores nothing', async () => {
    const units = 'update farol.subscriptions set granted = consumed where organization_id = 3';
    await test.database.admin(units);
    const stored = await count('farol.licence_requests where organization_id = 3');
    assertErrorAnswer(await test.request(other, CPF, { organizationId: 3 }), 402);
    assert.equal(await count('farol.licence_requests where organization_id = 3'), stored);
  });

  it('describes its three paths in a document of their own', async () => {
    const response = await test.inject({ url: '/openapi/cnh.json' });
    assert.equal(response.statusCode, 200);
    const document = response.json();
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.0.0');
    assert.deepEqual(Object.keys(document.paths), [
      '/v1/cnh',
      '/v1/cnh/organizations/{organizationId}/request/{requestId}',
      '/v1/cnh/organizations/{organizationId}/document/{document}',
    ]);
    const named = [...response.body.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    assert.deepEqual(Object.keys(document.components.schemas).toSorted(), [...new Set(named)].toSorted());
  });
});

describe('requesting a licence where no source is configured', () => {
  it('answers 503 and charges nothing', async () => {
    const test = await startTestApi();
    try {
      const headers = bearer((await logIn(test)).token);
      const payload = { organizationId: 1, document: CPF };
      const response = await test.inject({ method: 'POST', url: '/v1/cnh', headers, payload });
      assertErrorAnswer(response, 503);
      assert.equal(response.json().error, 'SourceUnavailableException');
      const charges = await test.database.admin(`select from farol.ledger_entries where kind = 'charge'`);
      assert.equal(charges.length, 0);
    } finally {
      await test.close();
    }
  });
});
