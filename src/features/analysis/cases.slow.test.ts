import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { addCase, addImported } from '../../../test/support/registry-rows.ts';

const CNPJ = '11222333000181';
const BRANCH = '11222333000262';

type Listed = {
  processNumber: string;
  court: string;
  documents: string[];
  natures: string[];
  isActive: boolean;
  hasRisk: boolean;
  value: string;
  reasons: { rule: string; facts: Record<string, unknown> }[];
};
type List = {
  total: number;
  totalWithoutValue: number;
  next: string;
  rulesVersion: number;
  result: Listed[];
};

/** Of the segment and court given, such as 826 for TJSP. */
const numberOf = (index: number, court: string): string =>
  `${String(index).padStart(9, '0')}2024${court}0001`;

describe('the cases of an analysis', () => {
  let test: AnalysisApi;
  let demo: string;
  let ids: AnalysisIds;
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    demo = (await logIn(test)).token;
    noteCanary(CNPJ, BRANCH);
    const { database } = test;
    await addImported(database, 'cases');
    await addCase(database, { number: numberOf(1, '826'), document: CNPJ, value: '100.00' });
    await addCase(database, {
      number: numberOf(1, '826'),
      document: BRANCH,
      side: 'ACTIVE',
      value: '100.00',
    });
    await addCase(database, { number: numberOf(2, '502'), document: BRANCH, natures: 2, value: '2000.50' });
    await addCase(database, {
      number: numberOf(3, '826'),
      document: CNPJ,
      natures: 16,
      classCode: 7,
      value: null,
    });
    await addCase(database, { number: numberOf(4, '403'), document: CNPJ, isActive: false, value: '5.00' });
    await addCase(database, { number: numberOf(5, '826'), document: CNPJ, side: 'ACTIVE', value: '9.99' });
    await addCase(database, { number: numberOf(6, '826'), document: CNPJ, isCountable: false });
    await database.admin(
      `insert into registry.tpu_items (kind, code, name, is_active) values ('class', 159, 'Execução inventada', true)`,
    );
    await test.startWorker();
    ids = await test.create(demo, CNPJ);
    assert.equal((await test.finish(demo, ids)).register.status, 'DONE');
  });
  after(() => test.close());

  const list = async (query = ''): Promise<List> => (await test.cases(demo, ids, query)).json<List>();
  const indexes = async (query: string): Promise<number[]> =>
    (await list(query)).result.map(({ processNumber }) => Number(processNumber.slice(0, 9)));

  it('are listed in the order of their numbers, with court, establishments and reasons', async () => {
    const { total, totalWithoutValue, result, next } = await list();
    assert.deepEqual([total, totalWithoutValue, result.length, next], [5, 1, 5, '']);
    const [first, second] = result;
    assert.deepEqual(
      [first?.court, first?.documents, first?.natures, first?.value, first?.hasRisk],
      ['TJSP', [CNPJ, BRANCH], ['EXECUTION'], '100.00', true],
    );
    assert.deepEqual([second?.court, second?.documents, second?.natures], ['TRT2', [BRANCH], ['LABOUR']]);
    assert.deepEqual(
      first?.reasons.map(({ rule, facts }) => [rule, facts['classCode']]),
      [['execution', 159]],
    );
    assert.equal((first as unknown as { class: { name: string } }).class.name, 'Execução inventada');
  });

  it('are told apart by key, nature, life, risk, court and value, and by all of them together', async () => {
    for (const [query, expected] of [
      ['?key=ALL', [1, 2, 3, 4, 5]],
      ['?key=ISAUTHOR', [5]],
      ['?key=LITIGATION', [2, 3]],
      ['?nature=EXECUTION', [1, 4, 5]],
      ['?nature=LABOUR', [2]],
      ['?nature=CRIMINAL', []],
      ['?nature=CIVIL', [3]],
      ['?life=ACTIVE', [1, 2, 3, 5]],
      ['?life=INACTIVE', [4]],
      ['?risk=WITH', [1, 2]],
      ['?risk=WITHOUT', [3, 4, 5]],
      ['?court=TJSP', [1, 3, 5]],
      ['?court=trf3', [4]],
      ['?minValue=9.99', [1, 2, 5]],
      ['?maxValue=9.99', [4, 5]],
      ['?minValue=6&maxValue=100.00', [1, 5]],
      ['?key=RISK_EXECUTION&life=ACTIVE&risk=WITH&court=TJSP&minValue=50', [1]],
    ] as const) {
      assert.deepEqual(await indexes(query), expected, query);
    }
  });

  it('come in pages that follow each other', async () => {
    const seen: string[] = [];
    for (let from = ''; ;) {
      const page = await list(`?limit=2${from === '' ? '' : `&after=${from}`}`);
      assert.equal(page.total, 5);
      seen.push(...page.result.map(({ processNumber }) => processNumber));
      if (page.next === '') break;
      from = page.next;
    }
    assert.equal(new Set(seen).size, 5);
    assert.deepEqual(seen, seen.toSorted());
  });

  it('stay as they were frozen, whatever the registry learns', async () => {
    const earlier = await list();
    await test.database.admin(
      `update registry.case_parties set is_countable = false where root = '11222333'`,
    );
    assert.deepEqual(await list(), earlier);
    const again = await test.create(demo, CNPJ);
    const { register } = await test.finish(demo, again);
    assert.equal(register.summary['ALL']?.totalProcess, 0);
    await test.database.admin(
      `update registry.case_parties set is_countable = number not like '000000006%' where root = '11222333'`,
    );
  });

  it('refuse filters that there are not', async () => {
    for (const query of [
      '?key=RISK_PROTEST',
      '?key=all',
      '?nature=TAX',
      '?life=DEAD',
      '?risk=true',
      '?court=TJXX',
      '?court=',
      '?minValue=1,5',
      '?minValue=-1',
      '?maxValue=1e3',
      '?after=1',
      '?limit=0',
      '?limit=501',
    ]) {
      assertErrorAnswer(await test.cases(demo, ids, query), 400);
    }
  });

  it('put every look on record, also one in vain', async () => {
    await list();
    assertErrorAnswer(await test.cases(demo, { ...ids, analysisId: 999_999 }), 404);
    const rows = await test.rows<{ action: string }>(
      `select distinct action from farol.audit_records where action like 'analysis.cases%' order by action`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['analysis.cases', 'analysis.cases.none'],
    );
  });
});
