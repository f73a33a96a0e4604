import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SIZES } from '../../sandbox/generate.ts';
import { expectationOf, TEST_DOCUMENTS } from '../../sandbox/test-documents.ts';
import type { Expectation, TestDocument } from '../../sandbox/test-documents.ts';
import { findInvariantFaults, SUMMARY_KEYS } from '../../src/features/analysis/index.ts';
import type { SummaryKey, SummaryWire } from '../../src/features/analysis/index.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import { findLedgerFaults } from '../../src/platform/effects/ledger.ts';
import { startAnalysisApi } from '../support/analyses.ts';
import type { AnalysisApi, AnalysisIds, ConsultedAnalysis } from '../support/analyses.ts';
import { bearer, logIn } from '../support/api.ts';
import { noteCanary } from '../support/canaries.ts';

/** Keys of court cases. */
const CASE_KEYS = SUMMARY_KEYS.filter((key) => key !== 'RISK_PROTEST' && key !== 'RISK_DEBTOR');
const KEY_OF: Readonly<Record<Exclude<keyof Expectation, 'hidden'>, SummaryKey>> = {
  all: 'ALL',
  defendant: 'ISDEFENDANT',
  defendantWithRisk: 'ISDEFENDANT_WITH_RISK',
  author: 'ISAUTHOR',
  authorWithRisk: 'ISAUTHOR_WITH_RISK',
  unclassified: 'PERSON_NOT_CLASSIFIED',
  unclassifiedWithRisk: 'PERSON_NOT_CLASSIFIED_WITH_RISK',
  activeWithRisk: 'IS_ACTIVE_WITH_RISK',
  activeWithoutRisk: 'IS_ACTIVE_WITHOUT_RISK',
  inactiveWithRisk: 'IS_INACTIVE_WITH_RISK',
  inactiveWithoutRisk: 'IS_INACTIVE_WITHOUT_RISK',
  labour: 'RISK_WORKER',
  labourWithRisk: 'WORKER_WITH_RISK',
  criminal: 'RISK_CRIMINAL',
  criminalWithRisk: 'CRIMINAL_WITH_RISK',
  execution: 'RISK_EXECUTION',
  executionWithRisk: 'EXECUTION_WITH_RISK',
  litigation: 'LITIGATION',
  liveProtests: 'RISK_PROTEST',
  debtsInCollection: 'RISK_DEBTOR',
};

describe('analyses of the published test documents', () => {
  let test: AnalysisApi;
  let demo: string;
  const made = new Map<string, { ids: AnalysisIds; answer: ConsultedAnalysis }>();
  before(async () => {
    test = await startAnalysisApi();
    demo = (await logIn(test)).token;
    noteCanary(...TEST_DOCUMENTS.flatMap(({ document, name }) => [document, name]));
    await test.startWorker();
    const ids = await Promise.all(TEST_DOCUMENTS.map(({ document }) => test.create(demo, document)));
    for (const [index, { document }] of TEST_DOCUMENTS.entries()) {
      const each = ids[index] as AnalysisIds;
      made.set(document, { ids: each, answer: await test.finish(demo, each) });
    }
  });
  after(() => test.close());

  const get = (test_: Pick<TestDocument, 'document'>) => {
    const found = made.get(test_.document);
    assert.ok(found);
    return found;
  };
  const summaryOf = (document: TestDocument): SummaryWire =>
    get(document).answer.register.summary as SummaryWire;

  it('give the 20 counts that are published of each', () => {
    for (const document of TEST_DOCUMENTS) {
      const expected = expectationOf(document, SIZES.small.cases);
      const summary = summaryOf(document);
      for (const [field, key] of Object.entries(KEY_OF) as [keyof typeof KEY_OF, SummaryKey][]) {
        assert.equal(summary[key].totalProcess, expected[field], `${document.key} ${key}`);
      }
    }
  });

  it('end as DONE, and hold to what is always true', async () => {
    for (const document of TEST_DOCUMENTS) {
      const { ids, answer } = get(document);
      const { register } = answer;
      assert.deepEqual([answer.success, answer.reason], [true, '']);
      assert.deepEqual(
        [register.status, register.statusIndex, register.statusReport],
        ['DONE', 'DONE', 'DONE'],
      );
      assert.equal(register.statusProtest, 'DONE');
      assert.deepEqual(Object.keys(register.summary).toSorted(), [...SUMMARY_KEYS].toSorted());
      const [row] = await test.rows<{ reports: { full: { rows: number }; risk: { rows: number } } }>(
        'select reports from farol.analyses where id = $1',
        [ids.analysisId],
      );
      const rows = { full: row?.reports.full.rows ?? -1, risk: row?.reports.risk.rows ?? -1 };
      assert.deepEqual(findInvariantFaults(summaryOf(document), rows), []);
    }
  });

  it('together touch all 20 keys', () => {
    const untouched = SUMMARY_KEYS.filter((key) =>
      TEST_DOCUMENTS.every((document) => summaryOf(document)[key].totalProcess === 0),
    );
    assert.deepEqual(untouched, []);
  });

  it('list as many cases under each key as the summary counts, each with its reasons', async () => {
    for (const document of TEST_DOCUMENTS.filter(
      ({ cases, hasManyCases }) => cases.length > 0 || hasManyCases,
    )) {
      const { ids } = get(document);
      for (const key of CASE_KEYS) {
        const list = (await test.cases(demo, ids, `?key=${key}&limit=500`)).json();
        assert.equal(list.total, summaryOf(document)[key].totalProcess, `${document.key} ${key}`);
        assert.equal(list.result.length, list.total);
        assert.ok(list.result.every((each: { keys: string[] }) => each.keys.includes(key)));
        for (const { hasRisk, reasons } of list.result) {
          assert.equal(hasRisk, reasons.length > 0);
          for (const { sentence, weight } of reasons) {
            assert.ok(sentence['pt-BR'].length > 10 && sentence.en.length > 10 && weight > 0);
          }
        }
      }
    }
  });

  it('never name a case that must not be seen', async () => {
    const hidden = TEST_DOCUMENTS.flatMap(({ cases }) =>
      cases.filter(({ label }) => !label.isCounted).map(({ line }) => line.number),
    );
    assert.ok(hidden.length >= 10);
    const frozen = await test.rows<{ number: string }>(
      'select number from farol.analysis_cases where number = any ($1)',
      [hidden],
    );
    assert.deepEqual(frozen, []);
    for (const document of TEST_DOCUMENTS) {
      const { ids, answer } = get(document);
      const text = JSON.stringify(answer) + (await test.cases(demo, ids, '?limit=500')).body;
      assert.ok(!hidden.some((number) => text.includes(number)), document.key);
    }
  });

  it('look the same when all cases are hidden and when there are none', async () => {
    const nobody = TEST_DOCUMENTS.find(({ document }) => document === '90000000175');
    assert.ok(nobody);
    const strip = ({ answer }: { answer: ConsultedAnalysis }): unknown => ({
      summary: answer.register.summary,
      terms: answer.register.importantTerms,
      states: [answer.register.statusDebtor, answer.register.statusQSA],
    });
    const unseen = TEST_DOCUMENTS.filter((each) => {
      const { all, hidden } = expectationOf(each, SIZES.small.cases);
      return all === 0 && hidden > 0 && each.document.length === 11;
    });
    assert.ok(unseen.length >= 5);
    for (const document of unseen) {
      assert.deepEqual(strip(get(document)), strip(get(nobody)), document.key);
      const activity = await test.inject({
        url: `/v1/holder/1/organization/1/activities?documentNumber=${document.document}`,
        headers: bearer(demo),
      });
      const [item] = activity.json().result;
      assert.deepEqual([item.documentInfo, item.latestTotalAnalyzed], ['', 0]);
    }
  });

  it('keep neither document nor name in clear', async () => {
    const tables = [
      'consumed_documents',
      'consumption_records',
      'analyses',
      'analysis_cases',
      'analysis_findings',
    ];
    for (const table of [...tables.map((name) => `farol.${name}`), 'pgboss.job', 'farol.events']) {
      const text = JSON.stringify(await test.rows(`select t::text as line from ${table} t`));
      for (const { document, name } of TEST_DOCUMENTS) {
        const values = [document, name].flatMap((value) => [value, Buffer.from(value).toString('hex')]);
        assert.ok(!values.some((value) => text.includes(value)), `${table} holds ${document} in clear`);
      }
    }
  });

  it('are charged once each, and the ledger is in order', async () => {
    const [row] = await test.rows<{ charged: number }>(
      `select count(*)::int as charged from farol.ledger_entries where kind = 'charge'`,
    );
    assert.equal(row?.charged, TEST_DOCUMENTS.length);
    assert.deepEqual(await test.operator.transaction(NO_SCOPE, findLedgerFaults), []);
  });
});
