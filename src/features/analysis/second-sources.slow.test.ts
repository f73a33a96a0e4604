// An analysis that asks two sources of lawsuits, over real sockets: they agree, disagree, one is down, one is slow.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import {
  expectationOf,
  LIVE_DOCUMENTS,
  settingsForSandbox,
  startSandbox,
  TEST_DOCUMENTS,
} from '../../../test/support/sandbox.ts';

type Statement = { source: string; value: string; asOf: string; isPredicted: boolean };
type Item = {
  processNumber: string;
  class: { code: number; name: string };
  side: string;
  isActive: boolean;
  value: string;
  filedOn: string;
  disagreements: { field: string; values: Statement[] }[];
};
type Listed = { result: Item[]; sources: { step: string; source: string; outcome: string }[] };

const { url, world } = await startSandbox();
const documentOf = (story: string): string =>
  LIVE_DOCUMENTS.find(({ lawsuits }) => lawsuits === story)?.document ?? '';
const [AGREE, DISAGREE, SECOND_ONLY] = ['AGREE', 'DISAGREE', 'SECOND_ONLY'].map(documentOf) as [
  string,
  string,
  string,
];
noteCanary(AGREE, DISAGREE, SECOND_ONLY);
const SMALL_CASES = 5000;

describe('an analysis with two sources of lawsuits', () => {
  let test: AnalysisApi;
  let demo: string;
  before(async () => {
    test = await startAnalysisApi({
      env: {
        ...settingsForSandbox(url, 'pluggy'),
        FAROL_LAWSUITS_SOURCE: 'judit,escavador',
        FAROL_SOURCE_PROBE_SECONDS: '1',
      },
    });
    demo = (await logIn(test)).token;
    await test.startWorker();
  });
  after(() => test.close());
  afterEach(() => world.reset());

  const list = async (ids: AnalysisIds, query = ''): Promise<Listed> =>
    (await test.cases(demo, ids, query)).json<Listed>();
  const analyse = async (document: string) => {
    const ids = await test.create(demo, document);
    const { register } = await test.finish(demo, ids);
    const { result, sources } = await list(ids, '?limit=500');
    const asked = sources
      .filter(({ step, source }) => step === 'cases' && ['judit', 'escavador'].includes(source))
      .map(({ source, outcome }) => `${source} ${outcome}`);
    return { ids, register, result, asked };
  };

  it('asks each of them once, and tells a case that both know once and without disagreement', async () => {
    const { register, result, asked } = await analyse(AGREE);
    assert.equal(register.status, 'DONE');
    assert.deepEqual(asked, ['judit FOUND', 'escavador FOUND']);
    assert.deepEqual(
      result.map(({ disagreements }) => disagreements),
      [[]],
    );
    const { judit, escavador } = world.calls();
    assert.deepEqual([judit.searches, escavador.total], [1, 1]);
  });

  it('tells the newer word, keeps what the other says, and takes no guess for a fact', async () => {
    const { ids, result, asked } = await analyse(DISAGREE);
    assert.deepEqual(asked, ['judit FOUND', 'escavador FOUND']);
    const [item, ...others] = result;
    assert.ok(item !== undefined && others.length === 0);
    assert.equal(item.isActive, true, 'Escavador only guesses that it has ended');
    assert.deepEqual(
      item.disagreements.map(({ field }) => field),
      ['class', 'value', 'filedOn', 'side'],
    );
    const told = [String(item.class.code), item.value, item.filedOn, item.side];
    for (const [place, { field, values }] of item.disagreements.entries()) {
      const [chosen, other] = values;
      assert.deepEqual([chosen?.source, other?.source, values.length], ['judit', 'escavador', 2], field);
      assert.equal(chosen?.value, told[place], field);
      assert.notEqual(other?.value, told[place], field);
      assert.ok((chosen?.asOf ?? '') > (other?.asOf ?? ''), field);
    }
    assert.equal(item.disagreements[1]?.values[1]?.value, '123456.78');
    const csv = (await test.cases(demo, ids, '?format=csv')).body.trimEnd().split(/\r?\n/);
    assert.match(csv[0] ?? '', /,disagreements$/);
    assert.match(csv[1] ?? '', /,class value filedOn side$/);
  });

  it('keeps a guess beside the word of a source, marked as one', async () => {
    const execution = TEST_DOCUMENTS.find(({ key }) => key === 'execution');
    assert.ok(execution !== undefined);
    const { document, cases } = execution;
    const number = cases[0]?.line.number ?? '';
    await analyse(document);
    await test.database.admin(
      `update registry.case_records set rest = jsonb_set(rest, '{predictedState}', '"INACTIVE"')
       where source = 'escavador' and number = $1`,
      [number],
    );
    world.behave('escavador', { mode: 'down' });
    const { result } = await analyse(document);
    const item = result.find((each) => each.processNumber === number);
    assert.equal(item?.isActive, true);
    const life = item.disagreements.find(({ field }) => field === 'life');
    assert.deepEqual(
      life?.values.map(({ source, value, isPredicted }) => [source, value, isPredicted]),
      [
        ['cases', 'ACTIVE', false],
        ['escavador', 'INACTIVE', true],
      ],
    );
  });

  it('tells what only the second of them knows', async () => {
    const { result, asked } = await analyse(SECOND_ONLY);
    assert.deepEqual(asked, ['judit NOTHING_FOUND', 'escavador FOUND']);
    assert.equal(result.length, 1);
    // Of a name that several classes share no code is guessed; the name itself is told.
    assert.notEqual(result[0]?.class.name, '');
  });

  it('ends with what the one has told while the other is down, and says so', async () => {
    world.behave('escavador', { mode: 'down' });
    const second = await analyse(AGREE);
    assert.equal(second.register.status, 'DONE');
    assert.deepEqual(second.asked, ['judit FOUND', 'escavador SOURCE_FAILED']);
    world.behave('escavador', { mode: 'normal' });
    world.behave('judit', { mode: 'broken' });
    const first = await analyse(DISAGREE);
    assert.equal(first.register.status, 'DONE');
    assert.deepEqual(first.asked, ['judit SOURCE_FAILED', 'escavador FOUND']);
    assert.equal(first.result.length, 1);
  });

  it('waits for the slower of them, and asks none of them twice', async () => {
    world.behave('judit', { pendingMs: 2500 });
    world.behave('escavador', { latencyMs: 500 });
    const { register, asked } = await analyse(AGREE);
    assert.equal(register.status, 'DONE');
    assert.deepEqual(asked, ['judit FOUND', 'escavador FOUND']);
    const { judit, escavador } = world.calls();
    assert.deepEqual([judit.searches, escavador.total], [1, 1]);
  });

  it('lets nobody else look at it', async () => {
    const ids = await test.create(demo, DISAGREE);
    const other = (await logIn(test, 'other')).token;
    assertErrorAnswer(await test.cases(other, ids), 403);
    await test.finish(demo, ids);
  });

  it('gives every test document the results that are published', async () => {
    const known = TEST_DOCUMENTS.filter(({ cases, live }) => cases.length > 0 && live === undefined);
    assert.ok(known.length > 25);
    for (const each of known) {
      const { register, result } = await analyse(each.document);
      const expected = expectationOf(each, SMALL_CASES);
      const counts = [
        'ALL',
        'ISDEFENDANT',
        'ISAUTHOR',
        'IS_ACTIVE_WITH_RISK',
        'IS_INACTIVE_WITH_RISK',
        'RISK_EXECUTION',
      ];
      assert.deepEqual(
        counts.map((key) => register.summary[key]?.totalProcess),
        [
          expected.all,
          expected.defendant,
          expected.author,
          expected.activeWithRisk,
          expected.inactiveWithRisk,
          expected.execution,
        ],
        each.key,
      );
      const disputed = result.flatMap(({ disagreements }) => disagreements.map(({ field }) => field));
      assert.deepEqual(
        disputed.filter((field) => field !== 'life'),
        [],
        each.key,
      );
    }
  });
});
