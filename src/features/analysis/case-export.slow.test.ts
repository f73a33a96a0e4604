import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { describeDownload, download } from '../../../test/support/downloads.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';

const CNPJ = '11222333000181';
const MANY_CNPJ = '44555666000181';
const MANY = 100_000;
/** All of it is 27 as CSV and 59 as NDJSON. */
const MOST_MEGABYTES = 15;
const LOOK_EVERY_MB = 4;

const FREEZE_SQL = `
  insert into farol.analysis_cases (organization_id, analysis_id, run, number, side, is_debtor_side, is_by_mask, is_active,
    class_code, natures, traits, outcome, keys, value, moved_on, fetched_at, establishments, reasons)
  select 1, $1, 1, lpad(n::text, 9, '0') || '20248260001', 'PASSIVE', true, false, true, 159, 1, 0, 0, 16391, n,
    date '2020-01-01' + n % 2000, now(), '000181',
    '[{"rule": "execution", "facts": {"classCode": 159}}]'::jsonb
  from generate_series(1, $2::int) n`;

describe('the cases of an analysis as a file', () => {
  let test: AnalysisApi;
  let demo = '';
  let ids: AnalysisIds = { analysisId: 0, uniqueId: 0 };
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    demo = (await logIn(test)).token;
    noteCanary(CNPJ, MANY_CNPJ);
    await addImported(test.database, 'cases');
    await addCase(test.database, { number: caseNumber(1), document: CNPJ });
    await addCase(test.database, { number: caseNumber(2), document: CNPJ, value: null, classCode: 7 });
    await addCase(test.database, { number: caseNumber(3), document: CNPJ, isActive: false });
    await test.database.admin(
      `insert into registry.tpu_items (kind, code, name, is_active)
       values ('class', 159, '=HYPERLINK("http://x","y")', true), ('class', 7, 'Procedimento, "comum"', true)`,
    );
    const worker = await test.startWorker();
    ids = await test.create(demo, CNPJ);
    assert.equal((await test.finish(demo, ids)).register.status, 'DONE');
    await worker.close();
  });
  after(() => test.close());

  it('has as NDJSON the very cases of the list, all of them', async () => {
    const response = await test.cases(demo, ids, '?format=ndjson');
    assert.equal(response.headers['content-type'], 'application/x-ndjson');
    const lines = response.body.trimEnd().split('\n');
    const { result } = (await test.cases(demo, ids)).json<{ result: object[] }>();
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as object),
      result,
    );
    assert.deepEqual(
      (await test.cases(demo, ids, '?format=json')).json<{ result: object[] }>().result,
      result,
    );
  });

  it('has as CSV a line for each case, in which nothing is a formula', async () => {
    const response = await test.cases(demo, ids, '?format=csv');
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(response.headers['content-disposition']), /^attachment; filename="cases-\d+\.csv"$/);
    const [head = '', one = '', two = '', three = '', end] = response.body.split('\r\n');
    assert.match(head, /^processNumber,court,documents,classCode,className,side,/);
    assert.ok(
      one.startsWith(
        `${caseNumber(1)},TJSP,${CNPJ},159,"'=HYPERLINK(""http://x"",""y"")",DEFENDANT,EXECUTION,`,
      ),
    );
    assert.ok(two.includes(',7,"Procedimento, ""comum""",'));
    assert.ok(three.startsWith(caseNumber(3)));
    assert.equal(end, '');
  });

  it('takes the filters of the list, and goes on behind a number', async () => {
    const numbers = async (query: string): Promise<string[]> => {
      const { body } = await test.cases(demo, ids, query);
      return body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(0, 20));
    };
    assert.deepEqual(await numbers('?format=csv&life=INACTIVE'), [caseNumber(3)]);
    assert.deepEqual(await numbers(`?format=csv&after=${caseNumber(1)}`), [caseNumber(2), caseNumber(3)]);
    assert.deepEqual(await numbers('?format=csv&key=ISAUTHOR'), []);
    assertErrorAnswer(await test.cases(demo, ids, '?format=csv&limit=2'), 400);
    assertErrorAnswer(await test.cases(demo, ids, '?format=xml'), 400);
  });

  it('is not there before the list is, nor for another tenant', async () => {
    const unfinished = await test.create(demo, CNPJ);
    assertErrorAnswer(await test.cases(demo, unfinished, '?format=csv'), 409);
    const other = (await logIn(test, 'other')).token;
    assertErrorAnswer(await test.cases(other, ids, '?format=csv'), 403);
    const theirs = { organizationId: 3, holderId: 2 };
    assertErrorAnswer(await test.cases(other, ids, '?format=csv', theirs), 404);
    const rows = await test.rows<{ action: string }>(
      `select distinct action from farol.audit_records where action like 'analysis.cases.export%' order by action`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['analysis.cases.export', 'analysis.cases.export.none'],
    );
  });

  it('of 100,000 cases flows through a socket with flat memory', async (context) => {
    const many = await test.create(demo, MANY_CNPJ);
    await test.database.admin(FREEZE_SQL, [many.analysisId, MANY]);
    await test.database.admin(
      `update farol.analyses set status = 'DONE', status_index = 'DONE', frozen_run = 1, rules_version = 1 where id = $1`,
      [many.analysisId],
    );
    for (const format of ['csv', 'ndjson']) {
      const path = `/v1/holder/1/organization/1/consumeunique/${many.uniqueId}/analytics/${many.analysisId}/cases?format=${format}`;
      const measured = await download(test.api.app, { path, token: demo, lookEveryMb: LOOK_EVERY_MB });
      context.diagnostic(`${format}: ${describeDownload(measured)}`);
      assert.equal(measured.lines, format === 'csv' ? MANY + 1 : MANY);
      assert.ok(measured.grownMb < MOST_MEGABYTES, `${measured.grownMb} MB`);
    }
  });
});
