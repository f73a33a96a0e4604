// The published test documents, from the files that are handed to operators to the 20 counts: what is published of each
// must be what the classification finds.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { linesOf, readContent } from '../../sandbox/fixtures/reader.ts';
import { DEFAULT_TODAY, generateSandbox } from '../../sandbox/generate.ts';
import { TEST_DOCUMENTS, expectationOf } from '../../sandbox/test-documents.ts';
import type { Expectation, TestDocument } from '../../sandbox/test-documents.ts';
import {
  SUMMARY_KEYS,
  centsOf,
  classify,
  createSummary,
  findInvariantFaults,
} from '../../src/features/analysis/index.ts';
import type { Reason, SummaryKey, SummaryWire } from '../../src/features/analysis/index.ts';
import { deriveFacts } from '../../src/features/cases/index.ts';
import type { CasePartyFacts } from '../../src/features/cases/index.ts';
import { casesSource } from '../../src/sources/cases/source.ts';
import { dossierCaseOf } from '../support/dossier-cases.ts';

const SIZE = { people: 300, companies: 120, cases: 1000 };
const ON = { today: DEFAULT_TODAY, valueThresholdCents: 100_000_000n };

type CaseIntake = Parameters<typeof casesSource.readLine>[1];

let folder = '';
const partiesByNumber = new Map<string, readonly CasePartyFacts[]>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-analysis-'));
  await generateSandbox({ size: SIZE, folder, seed: 7 });
  const text = (await readContent(join(folder, 'cases/cases.ndjson.gz'))).toString('utf8');
  const intake: CaseIntake = {
    latestMs: Number.POSITIVE_INFINITY,
    take: ({ number, records }) => {
      const [first, ...others] = records;
      if (first !== undefined) partiesByNumber.set(number, deriveFacts([first, ...others]).parties);
    },
    warn: () => undefined,
    setAside: () => undefined,
  };
  const refused = linesOf(text).filter((line) => !isTaken(line, intake));
  assert.ok(refused.length < SIZE.cases / 50, `${refused.length} lines were refused`);
});
after(() => rm(folder, { recursive: true, force: true }));

/** The files hold a few planted bad lines, which an import sets aside. */
function isTaken(line: string, intake: CaseIntake): boolean {
  try {
    casesSource.readLine(line, intake);
    return true;
  } catch {
    return false;
  }
}

type Analysed = { wire: SummaryWire; reasons: Map<string, Reason[]> };

function analyse({ document, name, protests = [], debts = [] }: TestDocument): Analysed {
  const summary = createSummary();
  const reasons = new Map<string, Reason[]>();
  for (const [number, parties] of partiesByNumber) {
    const known = dossierCaseOf(parties, document, name);
    if (known === null) continue;
    const classification = classify(known, ON);
    summary.add(known, classification);
    reasons.set(number, classification.reasons);
  }
  for (const { state, value } of protests)
    if (state === 'LIVE') summary.addProtests(1, centsOf(value ?? '0.00'));
  for (const debt of debts) {
    if (debt.situation === 'collection' && debt.name === name) summary.addDebts(1, centsOf(debt.value));
  }
  return { wire: summary.toWire(), reasons };
}

const PUBLISHED: Record<SummaryKey, keyof Expectation> = {
  ALL: 'all',
  ISDEFENDANT: 'defendant',
  ISDEFENDANT_WITH_RISK: 'defendantWithRisk',
  ISAUTHOR: 'author',
  ISAUTHOR_WITH_RISK: 'authorWithRisk',
  RISK_PROTEST: 'liveProtests',
  RISK_WORKER: 'labour',
  WORKER_WITH_RISK: 'labourWithRisk',
  RISK_DEBTOR: 'debtsInCollection',
  RISK_EXECUTION: 'execution',
  RISK_CRIMINAL: 'criminal',
  CRIMINAL_WITH_RISK: 'criminalWithRisk',
  EXECUTION_WITH_RISK: 'executionWithRisk',
  IS_ACTIVE_WITHOUT_RISK: 'activeWithoutRisk',
  IS_ACTIVE_WITH_RISK: 'activeWithRisk',
  IS_INACTIVE_WITHOUT_RISK: 'inactiveWithoutRisk',
  IS_INACTIVE_WITH_RISK: 'inactiveWithRisk',
  PERSON_NOT_CLASSIFIED: 'unclassified',
  PERSON_NOT_CLASSIFIED_WITH_RISK: 'unclassifiedWithRisk',
  LITIGATION: 'litigation',
};

describe('the published test documents', () => {
  it('give the counts that are published of them, and together touch all 20 keys', () => {
    const touched = new Set<SummaryKey>();
    for (const test of TEST_DOCUMENTS) {
      const { wire } = analyse(test);
      const expected = expectationOf(test, SIZE.cases);
      for (const key of SUMMARY_KEYS) {
        assert.equal(wire[key].totalProcess, expected[PUBLISHED[key]], `${test.key} ${key}`);
        if (wire[key].totalProcess > 0) touched.add(key);
      }
      assert.deepEqual(findInvariantFaults(wire), [], test.key);
    }
    assert.deepEqual(
      SUMMARY_KEYS.filter((key) => !touched.has(key)),
      [],
    );
  });

  it('give a risk for the reasons that are published of them', () => {
    for (const test of TEST_DOCUMENTS) {
      const { reasons } = analyse(test);
      for (const { line, label } of test.cases) {
        const found = (reasons.get(line.number) ?? []).map(({ rule }) => toPublished(rule));
        assert.deepEqual(found.toSorted(), [...label.risks].toSorted(), `${test.key} ${line.number}`);
      }
    }
  });
});

/** Published is what happened; that the role is not known can be seen from the side. */
function toPublished(rule: string): string {
  return rule.replace('-role-unknown', '').replaceAll('-', ' ');
}
