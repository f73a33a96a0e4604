import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { cpfsFrom, startBatchApi } from '../../../test/support/batches.ts';
import type { BatchApi, BatchBody, ResultBody } from '../../../test/support/batches.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { addCase, addCompany, addImported, caseNumber } from '../../../test/support/registry-rows.ts';
import { readWorkbook } from '../../../test/support/workbook-reading.ts';
import type { ReadSheet } from '../../../test/support/workbook-reading.ts';
import { grantScope } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';
import { SUMMARY_KEYS } from '../analysis/index.ts';

const [CPF = '', UNKNOWN = ''] = cpfsFrom(1_000_000, 2);
const NAME = 'SICRANA DE TAL INVENTADA';
/** More than are read side by side with others. */
const LARGE = 620;

describe('the run of a batch', () => {
  let test: BatchApi;
  let demo = '';
  before(async () => {
    test = await startBatchApi();
    demo = (await logIn(test)).token;
    noteCanary(CPF, UNKNOWN, NAME);
    await addImported(test.database, 'cases', 'pgfn', 'receita');
    await test.startWorker();
  });
  after(() => test.close());

  const send = async (documents: readonly string[]): Promise<number> =>
    (await test.send(demo, { documents })).json<{ batchId: number }>().batchId;
  const idsOf = (result: ResultBody | undefined) => ({
    analysisId: result?.userPlanConsumeAnalyticsId ?? 0,
    uniqueId: result?.userPlanConsumeUniqueId ?? 0,
  });
  const linesOf = async (batchId: number): Promise<{ charged: number; back: number }> => {
    const [row] = await test.rows<{ charged: number; back: number }>(
      `select count(*) filter (where l.kind = 'charge')::int as charged, count(*) filter (where l.kind = 'refund')::int as back
       from farol.batch_documents d join farol.ledger_entries l
         on l.organization_id = d.organization_id and l.subject = 'analysis ' || d.analysis_id
       where d.batch_id = $1`,
      [batchId],
    );
    return row ?? { charged: -1, back: -1 };
  };
  const sheetsOf = async ({ spreadsheet }: BatchBody): Promise<ReadSheet[]> => {
    const url = new URL(spreadsheet?.urlTemp ?? '').pathname;
    const answer = await test.inject({ url });
    assert.equal(answer.rawPayload.length, spreadsheet?.bytes);
    return (await readWorkbook(answer.rawPayload)).sheets;
  };

  it('makes of every document the analysis that it would be by itself', async () => {
    const [few = '', large = ''] = [...(await test.fill(1, 7)), ...(await test.fill(1, LARGE))];
    await addCompany(test.database, { root: few.slice(0, 8), name: 'EMPRESA INVENTADA LTDA' });
    await addCase(test.database, { number: caseNumber(901), document: CPF, name: NAME });
    const documents = [few, large, CPF, UNKNOWN];
    const ended = await test.end(demo, await send(documents));
    assert.equal(ended.status, 'DONE');
    assert.deepEqual(ended.documents, { waiting: 0, processing: 0, done: 4, error: 0, cancelled: 0 });
    const results = await test.results(demo, ended.batchId);
    for (const [index, document] of documents.entries()) {
      const alone = await test.create(demo, document);
      const { register: expected } = await test.finish(demo, alone);
      const ids = idsOf(results[index]);
      const { register: made } = await test.consult(demo, ids);
      assert.equal(ids.uniqueId, alone.uniqueId);
      for (const key of [
        'summary',
        'importantTerms',
        'statusProtest',
        'statusDebtor',
        'statusQSA',
      ] as const) {
        assert.deepEqual(made[key], expected[key], key);
      }
      assert.deepEqual([made.status, made.statusIndex, made.statusReport], ['DONE', 'DONE', 'DONE']);
      assert.deepEqual(results[index]?.summary, made.summary);
      const lists = await Promise.all([ids, alone].map((each) => test.cases(demo, each, '?format=csv')));
      assert.equal(lists[0]?.body, lists[1]?.body);
    }
    assert.equal(results[2]?.documentInfo, NAME);
  });

  it('leads to the details of each, and to its two spreadsheets when it is first consulted', async () => {
    const [document = ''] = await test.fill(1, 9);
    const { batchId } = await test.end(demo, await send([document]));
    const [result] = await test.results(demo, batchId);
    const ids = idsOf(result);
    const base = `/v1/holder/1/organization/1/consumeunique/${ids.uniqueId}/analytics/${ids.analysisId}`;
    for (const path of ['qsa?level=1st-LEVEL', 'activity-indicator/detail', 'overview', 'graph']) {
      const answer = await test.inject({ url: `${base}/${path}`, headers: bearer(demo) });
      assert.equal(answer.statusCode, 200, path);
    }
    const named = `farol.analyses where id = ${ids.analysisId} and reports is not null`;
    assert.equal(await test.count(named), 0);
    const both = await Promise.all([test.consult(demo, ids), test.consult(demo, ids)]);
    assert.equal(both[0].register['folder'], both[1].register['folder']);
    assert.equal(await test.count(named), 1);
    const { register } = await test.consult(demo, ids);
    assert.equal(register['folder'], both[0].register['folder']);
    const risk =
      (register.summary['IS_ACTIVE_WITH_RISK']?.totalProcess ?? 0) +
      (register.summary['IS_INACTIVE_WITH_RISK']?.totalProcess ?? 0);
    for (const [url, rows] of [
      [register['urlTempFull'], 9],
      [register['urlTemp'], risk],
    ] as const) {
      const { rawPayload } = await test.inject({ url: new URL(String(url)).pathname });
      const { sheets } = await readWorkbook(rawPayload);
      assert.equal(sheets.find(({ name }) => name === 'Processos')?.rows.length, rows + 1);
    }
  });

  it('ends with one spreadsheet of all, and one event', async () => {
    const documents = await test.fill(3, 4);
    const ended = await test.end(demo, await send([...documents, 'no document']));
    const [summary, cases] = await sheetsOf(ended);
    assert.deepEqual([summary?.name, cases?.name], ['Resumo', 'Processos']);
    assert.equal(summary?.rows[0]?.length, 7 + 2 * SUMMARY_KEYS.length);
    assert.deepEqual(
      summary.rows.slice(1).map((row) => [row[0]?.text, row[4]?.text, row[6]?.text, row[7]?.text]),
      [1, 2, 3].map((line) => [String(line), 'Concluída', '4', '4']),
    );
    // Nobody has looked for protests, so there is no zero.
    const place = 7 + 2 * SUMMARY_KEYS.indexOf('RISK_PROTEST');
    assert.equal(summary.rows[1]?.[place]?.text, 'não verificado');
    assert.equal(cases?.rows.length, 1 + 12);
    assert.equal(ended.spreadsheet?.totalProcesses, 12);
    const reasons = cases.rows[0]?.findIndex(({ text }) => text === 'Motivos') ?? -1;
    assert.ok(cases.rows.slice(1).some((row) => (row[reasons]?.text ?? '') !== ''));
    const events = await test.rows<{ data: object }>(
      `select data from farol.events where type = 'batch.completed' and (data ->> 'batchId')::int = $1`,
      [ended.batchId],
    );
    const data = { batchId: ended.batchId, status: 'DONE', done: 3, error: 0, cancelled: 0 };
    assert.deepEqual(events, [{ data }]);
    assert.deepEqual(await linesOf(ended.batchId), { charged: 3, back: 0 });
    const [told] = await test.rows<{ count: number }>(
      `select count(*)::int as count from farol.events e join farol.batch_documents d
         on (e.data ->> 'userPlanConsumeAnalyticsId')::bigint = d.analysis_id
       where e.type = 'analysis.completed' and d.batch_id = $1`,
      [ended.batchId],
    );
    assert.equal(told?.count, 3);
    assert.equal((await test.cancel(demo, ended.batchId)).statusCode, 409);
  });

  it('gives back what has not run when it is cancelled in the middle, and ends with what has', async () => {
    const documents = await test.fill(600, 5);
    const batchId = await send(documents);
    await eventually(async () => (await test.batch(demo, batchId)).documents.done > 0, 30_000);
    await test.cancel(demo, batchId);
    const ended = await test.end(demo, batchId);
    const { done, cancelled } = ended.documents;
    assert.equal(ended.status, 'CANCELLED');
    assert.ok(done > 0 && cancelled > 0 && done + cancelled === 600, JSON.stringify(ended.documents));
    assert.deepEqual(await linesOf(batchId), { charged: 600, back: cancelled });
    assert.deepEqual([ended.unitsCharged, ended.unitsGivenBack], [600, cancelled]);
    const made = `farol.analyses a join farol.batch_documents d on d.analysis_id = a.id where d.batch_id = ${batchId}`;
    assert.equal(await test.count(made), done);
    const [summary] = await sheetsOf(ended);
    assert.equal(summary?.rows.filter((row) => row[4]?.text === 'Cancelada').length, cancelled);
  });

  it('leaves records of consumption and the ledger in order', async () => {
    assert.deepEqual(await test.app.transaction(grantScope([1]), findLedgerFaults), []);
    const [row] = await test.rows<{ recorded: string; charged: string }>(
      `select (select sum(consumed) from farol.consumption_records where organization_id = 1)::text as recorded,
         (select consumed from farol.subscriptions where organization_id = 1 and plan_id = 1)::text as charged`,
    );
    assert.equal(row?.recorded, row?.charged);
  });
});
