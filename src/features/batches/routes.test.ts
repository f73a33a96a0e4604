import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { cpfsFrom, startBatchApi } from '../../../test/support/batches.ts';
import type { BatchApi, BatchBody, ResultBody } from '../../../test/support/batches.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';
import { grantScope } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';

const [CPF = '', OTHER_CPF = ''] = cpfsFrom(0, 2);
const NAME = 'FULANA DE TAL INVENTADA';

type Created = Pick<BatchBody, 'batchId' | 'status' | 'total' | 'accepted' | 'refused' | 'unitsCharged'> & {
  lines: { line: number; reason: string }[];
};

describe('sending a batch', () => {
  let test: BatchApi;
  let [demo, other] = ['', ''];
  before(async () => {
    test = await startBatchApi();
    [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
    noteCanary(CPF, OTHER_CPF, NAME);
  });
  after(() => test.close());
  const charges = (): Promise<number> => test.count(`farol.ledger_entries where kind = 'charge'`);
  const tables = async (): Promise<number[]> =>
    Promise.all(
      [
        'farol.batches',
        'farol.batch_documents',
        'farol.ledger_entries',
        'farol.analyses',
        'farol.idempotency_records',
        'farol.events',
        `pgboss.job where name = 'batches.run'`,
      ].map((table) => test.count(table)),
    );
  const create = async (documents: readonly unknown[]): Promise<Created> =>
    (await test.send(demo, { documents })).json<Created>();
  const leave = (units: number, organizationId: number): Promise<unknown> =>
    test.database.admin(`update farol.subscriptions set granted = consumed + $1 where organization_id = $2`, [
      units,
      organizationId,
    ]);

  it('is refused with 503, and nothing charged, while no source of court cases was ever read', async () => {
    const answer = await test.send(demo, { documents: [CPF] });
    assertErrorAnswer(answer, 503);
    assertErrorAnswer(await test.send(demo, { documents: [CPF], dryRun: true }), 503);
    assert.equal(await charges(), 0);
    await addImported(test.database, 'cases');
  });

  it('charges one unit for each document, keeps them sealed, and tells which lines hold none', async () => {
    const answer = await test.send(demo, { documents: [CPF, '123', OTHER_CPF, CPF] });
    assert.equal(answer.statusCode, 200);
    const { batchId, lines, ...rest } = answer.json<Created & { createdAt: string }>();
    assert.match(rest.createdAt, /Z$/);
    assert.deepEqual(
      { ...rest, createdAt: '' },
      { status: 'INITIAL', total: 4, accepted: 2, refused: 2, unitsCharged: 2, createdAt: '' },
    );
    assert.deepEqual(lines, [
      { line: 2, reason: 'the document is not a valid CPF or CNPJ' },
      { line: 4, reason: 'the document stands in line 1 already' },
    ]);
    assert.equal(await charges(), 2);
    const known = await test.batch(demo, batchId);
    assert.deepEqual(known.documents, { waiting: 2, processing: 0, done: 0, error: 0, cancelled: 0 });
    assert.deepEqual([known.startedAt, known.endedAt, known.spreadsheet], [null, null, null]);
    const results = await test.results(demo, batchId);
    assert.deepEqual(
      results.map(({ line, document, status, summary, userPlanConsumeAnalyticsId: id }) => [
        line,
        document,
        status,
        summary,
        id,
      ]),
      [
        [1, CPF, 'WAITING', null, 0],
        [3, OTHER_CPF, 'WAITING', null, 0],
      ],
    );
    const masked = await test.read(demo, `/${batchId}/results?documents=masked`);
    assert.deepEqual(
      masked.json<{ results: ResultBody[] }>().results.map(({ document }) => document),
      [CPF, OTHER_CPF].map((cpf) => `***${cpf.slice(3, 9)}**`),
    );
    const [kept] = await test.rows<{ text: string }>(
      `select string_agg(d::text, ' ') as text from farol.batch_documents d`,
    );
    assert.ok(!kept?.text.includes(CPF) && !kept?.text.includes(Buffer.from(CPF).toString('hex')));
    const subject = `batch ${batchId}`;
    assert.equal(
      await test.count(`farol.audit_records where action = 'batch.create' and subject = '${subject}'`),
      1,
    );
    assert.equal(
      await test.count(`farol.audit_records where action = 'batch.results' and subject = '${subject}'`),
      2,
    );
  });

  it('quotes without changing anything: units, cases as they are counted for one, and faults of lines', async () => {
    await addCase(test.database, { number: caseNumber(1), document: CPF, name: NAME });
    await addCase(test.database, { number: caseNumber(2), document: CPF, name: NAME });
    await addCase(test.database, { number: caseNumber(3), document: CPF, name: NAME, isCountable: false });
    await addCase(test.database, { number: caseNumber(4), document: '11222333000181', name: NAME });
    await leave(2, 1);
    const earlier = await tables();
    const headers = { 'idempotency-key': 'a-quote-is-no-batch' };
    const documents = [CPF, OTHER_CPF, '11222333000181', 'x'];
    const quote = (await test.send(demo, { documents, dryRun: true }, { headers })).json();
    assert.deepEqual(quote, {
      dryRun: true,
      total: 4,
      accepted: 3,
      refused: 1,
      unitsNeeded: 3,
      unitsAvailable: 2,
      totalProcesses: 3,
      lines: [{ line: 4, reason: 'the document is not a valid CPF or CNPJ' }],
    });
    const csv = `document\n${CPF}\n`;
    const asCsv = await test.send(demo, csv, { query: '?dryRun=true&planId=1' });
    assert.deepEqual([asCsv.json().dryRun, asCsv.json().unitsNeeded], [true, 1]);
    assert.deepEqual(await tables(), earlier);
  });

  it('is refused as a whole, and takes nothing, when the units are not enough for all of it', async () => {
    await leave(2, 1);
    const earlier = await tables();
    const headers = { 'idempotency-key': 'too-little' };
    const documents = cpfsFrom(10, 3);
    const refused = await test.send(demo, { documents }, { headers });
    assertErrorAnswer(refused, 402);
    assert.equal(refused.json().message, 'The batch needs 3 units, and 2 are left');
    assert.deepEqual(await tables(), earlier);
    await leave(1000, 1);
    // The refusal was not kept under the key.
    assert.equal((await test.send(demo, { documents }, { headers })).statusCode, 200);
  });

  it('is one batch however often it is sent under its key, and another body is a conflict', async () => {
    const headers = { 'idempotency-key': 'once' };
    const documents = cpfsFrom(20, 3);
    const earlier = await charges();
    const answers = await Promise.all([1, 2, 3].map(() => test.send(demo, { documents }, { headers })));
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    assert.ok(taken.length > 0 && answers.every(({ statusCode }) => [200, 409].includes(statusCode)));
    const again = await test.send(demo, { documents }, { headers });
    assert.equal(again.body, taken[0]?.body);
    assert.equal(await charges(), earlier + 3);
    assertErrorAnswer(await test.send(demo, { documents: cpfsFrom(20, 4) }, { headers }), 409);
    assertErrorAnswer(await test.send(demo, { documents, planId: 1 }, { headers }), 409);
    const csv = `document\n${documents.join('\n')}\n`;
    const csvHeaders = { 'idempotency-key': 'once-as-csv' };
    assert.equal((await test.send(demo, csv, { headers: csvHeaders })).statusCode, 200);
    const otherPlan = { headers: csvHeaders, query: '?planId=1' };
    assertErrorAnswer(await test.send(demo, csv, otherPlan), 409);
  });

  it('is refused as a whole where it is no list, has no document, or has more than 10,000', async () => {
    const earlier = await tables();
    const many = Array.from({ length: 10_001 }, () => CPF);
    for (const body of [
      {},
      [],
      { documents: [] },
      { documents: 'x' },
      { documents: ['x', 'y'] },
      { documents: [CPF], more: 1 },
      { documents: [CPF], planId: 0 },
      { documents: many },
      ' ',
      'documento\n1\n',
      'document\n\n',
      `document\n${many.join('\n')}`,
      `document\n${many.join('\r')}`,
    ]) {
      assertErrorAnswer(await test.send(demo, body), 400);
    }
    const ndjson = { contentType: 'application/x-ndjson' };
    for (const text of ['', '\n\n', many.map((each) => `"${each}"`).join('\n')]) {
      assertErrorAnswer(await test.send(demo, text, ndjson), 400);
    }
    const url = '/v1/holder/1/organization/1/batches';
    assertErrorAnswer(await test.inject({ method: 'POST', url, headers: bearer(demo) }), 400);
    assertErrorAnswer(await test.send(demo, 'document\n1', { contentType: 'text/plain' }), 415);
    assertErrorAnswer(await test.send(demo, 'x'.repeat(16 * 1_048_576 + 1)), 413);
    const { message, details } = (await test.send(demo, { documents: ['x'] })).json();
    assert.equal(message, 'No line holds a document to analyse');
    assert.deepEqual(details, [{ path: '/1', message: 'the document is not a valid CPF or CNPJ' }]);
    assert.deepEqual(await tables(), earlier);
  });

  it('is cancelled with every unit given back once, and a second time without a difference', async () => {
    const { batchId } = await create(cpfsFrom(40, 5));
    const [consumed] = await test.rows<{ consumed: string }>(
      'select consumed::text from farol.subscriptions where organization_id = 1 and plan_id = 1',
    );
    const cancelled = (await test.cancel(demo, batchId)).json<BatchBody>();
    assert.deepEqual(
      [cancelled.status, cancelled.documents.cancelled, cancelled.unitsCharged, cancelled.unitsGivenBack],
      ['CANCELLED', 5, 5, 5],
    );
    assert.ok(cancelled.cancelledAt !== null);
    assert.equal((await test.cancel(demo, batchId)).statusCode, 200);
    const [now] = await test.rows<{ consumed: string }>(
      'select consumed::text from farol.subscriptions where organization_id = 1 and plan_id = 1',
    );
    assert.equal(Number(now?.consumed), Number(consumed?.consumed) - 5);
    const [first] = await test.results(demo, batchId);
    assert.deepEqual([first?.status, first?.reason === ''], ['CANCELLED', false]);
    assert.equal(await test.count(`farol.ledger_entries where kind = 'refund'`), 5);
  });

  it('is nothing to another tenant, in whatever way it asks', async () => {
    const { batchId } = await create(cpfsFrom(60, 2));
    const place = { organizationId: 3, holderId: 2 };
    for (const path of [`/${batchId}`, `/${batchId}/results`, `/${batchId}/results?format=csv`]) {
      assertErrorAnswer(await test.read(other, path), 403);
      assertErrorAnswer(await test.read(other, path, place), 404);
      assertErrorAnswer(await test.read(other, path, { organizationId: 3, holderId: 1 }), 403);
    }
    assertErrorAnswer(await test.cancel(other, batchId), 403);
    assertErrorAnswer(await test.cancel(other, batchId, place), 404);
    assertErrorAnswer(await test.send(other, { documents: [CPF] }), 403);
    assert.deepEqual((await test.read(other, '', place)).json(), { batches: [], next: null });
    assert.equal((await test.batch(demo, batchId)).status, 'INITIAL');
  });

  it('needs the role of an analyst and a plan with the feature', async () => {
    const unknown = await test.send(demo, { documents: [CPF], planId: 999 });
    assert.equal(unknown.json().error, 'PlanNotAllowedException');
    const inQuery = await test.send(demo, `document\n${CPF}`, { query: '?planId=999' });
    assert.equal(inQuery.json().error, 'PlanNotAllowedException');
    const made = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'viewer', role: 'viewer' },
    });
    const { token: viewer } = made.json<{ token: string }>();
    noteCanary(viewer);
    const { batchId } = await create(cpfsFrom(70, 1));
    assertErrorAnswer(await test.send(viewer, { documents: [CPF] }), 403);
    assertErrorAnswer(await test.cancel(viewer, batchId), 403);
    assert.equal((await test.read(viewer, `/${batchId}`)).statusCode, 200);
  });

  it('is listed newest first, and its results by line, in pages and as files that can be sent again', async () => {
    const documents = cpfsFrom(80, 5);
    const { batchId } = await create(documents);
    const first = (await test.read(demo, '?limit=1')).json<{ batches: BatchBody[]; next: number }>();
    assert.deepEqual([first.batches[0]?.batchId, first.next], [batchId, batchId]);
    const second = (await test.read(demo, `?limit=1&after=${first.next}`)).json<{ batches: BatchBody[] }>();
    assert.ok((second.batches[0]?.batchId ?? 0) < batchId);
    const page = async (query: string) =>
      (await test.read(demo, `/${batchId}/results${query}`)).json<{
        results: ResultBody[];
        next: number | null;
      }>();
    const one = await page('?limit=2');
    assert.deepEqual([one.results.length, one.next], [2, 2]);
    const rest = await page('?after=2');
    assert.deepEqual(
      rest.results.map(({ line }) => line),
      [3, 4, 5],
    );
    assert.equal(rest.next, null);
    assert.deepEqual((await page('?status=DONE')).results, []);
    const csv = (await test.read(demo, `/${batchId}/results?format=csv`)).body;
    const again = (await test.send(demo, csv)).json<Created>();
    assert.deepEqual([again.accepted, again.refused], [5, 0]);
    const ndjson = (await test.read(demo, `/${batchId}/results?format=ndjson`)).body;
    const third = await test.send(demo, ndjson, { contentType: 'application/x-ndjson' });
    assert.equal(third.json<Created>().accepted, 5);
    for (const query of [
      '?limit=0',
      '?limit=1001',
      '?after=-1',
      '?status=NO',
      '?format=xlsx',
      '?format=csv&limit=5',
    ]) {
      assertErrorAnswer(await test.read(demo, `/${batchId}/results${query}`), 400);
    }
    assertErrorAnswer(await test.read(demo, '/999999'), 404);
    assertErrorAnswer(await test.read(demo, '/999999/results'), 404);
    assertErrorAnswer(await test.cancel(demo, 999_999), 404);
  });

  it('leaves the ledger in order', async () => {
    await test.database.admin('alter table farol.ledger_entries disable trigger ledger_entries_append_only');
    await test.database.admin(
      `update farol.ledger_entries l set units = s.granted from farol.subscriptions s
       where l.kind = 'grant' and s.organization_id = l.organization_id and s.plan_id = l.plan_id`,
    );
    assert.deepEqual(await test.app.transaction(grantScope([1, 3]), findLedgerFaults), []);
  });
});
