// The published test documents and what each must give. They are the same whatever the seed and the size, except for the
// one with very many cases. docs/sandbox.md is written from here.
import { manyCasesOf, MANY_CASES, planManyCases } from './many-cases.ts';
import { INDEBTED_DOCUMENTS } from './test-documents/debtors.ts';
import { LIVE_SOURCE_DOCUMENTS } from './test-documents/live-sources.ts';
import { REGISTERED_COMPANIES } from './test-documents/registered-companies.ts';
import type { Label, TestDocument } from './test-documents/test-document.ts';
import { DOCUMENTS_WITH_RISK } from './test-documents/with-risk.ts';
import { DOCUMENTS_WITHOUT_RISK } from './test-documents/without-risk.ts';

export type { CaseLine, Label, TestDocument } from './test-documents/test-document.ts';

export const TEST_DOCUMENTS: readonly TestDocument[] = [
  ...DOCUMENTS_WITHOUT_RISK,
  ...DOCUMENTS_WITH_RISK,
  MANY_CASES,
  ...INDEBTED_DOCUMENTS,
  ...REGISTERED_COMPANIES,
  ...LIVE_SOURCE_DOCUMENTS,
];

/** The 20 counts of an analysis, and how many cases must stay unseen. */
export type Expectation = {
  all: number;
  defendant: number;
  defendantWithRisk: number;
  author: number;
  authorWithRisk: number;
  unclassified: number;
  unclassifiedWithRisk: number;
  activeWithRisk: number;
  activeWithoutRisk: number;
  inactiveWithRisk: number;
  inactiveWithoutRisk: number;
  labour: number;
  labourWithRisk: number;
  criminal: number;
  criminalWithRisk: number;
  execution: number;
  executionWithRisk: number;
  litigation: number;
  liveProtests: number;
  debtsInCollection: number;
  hidden: number;
};

/** The labels of a document's cases, in a population with that many cases. */
export function labelsOf(test: TestDocument, cases: number): Label[] {
  if (test.hasManyCases !== true) return test.cases.map(({ label }) => label);
  return Array.from({ length: manyCasesOf(cases) }, (_, index) => planManyCases(index).label);
}

export function expectationOf(test: TestDocument, cases: number): Expectation {
  const labels = labelsOf(test, cases);
  const seen = labels.filter(({ isCounted }) => isCounted);
  const count = (of: (label: Label) => boolean): number => seen.filter(of).length;
  const risky = (of: (label: Label) => boolean): number =>
    count((label) => of(label) && label.risks.length > 0);
  const side = (name: Label['side']) => (label: Label) => label.side === name;
  const nature = (name: Label['natures'][number]) => (label: Label) => label.natures.includes(name);
  const isActive = (label: Label): boolean => label.isActive;
  const isInactive = (label: Label): boolean => !label.isActive;
  return {
    all: seen.length,
    defendant: count(side('defendant')),
    defendantWithRisk: risky(side('defendant')),
    author: count(side('author')),
    authorWithRisk: risky(side('author')),
    unclassified: count(side('unclassified')),
    unclassifiedWithRisk: risky(side('unclassified')),
    activeWithRisk: risky(isActive),
    activeWithoutRisk: count(isActive) - risky(isActive),
    inactiveWithRisk: risky(isInactive),
    inactiveWithoutRisk: count(isInactive) - risky(isInactive),
    labour: count(nature('labour')),
    labourWithRisk: risky(nature('labour')),
    criminal: count(nature('criminal')),
    criminalWithRisk: risky(nature('criminal')),
    execution: count(nature('execution')),
    executionWithRisk: risky(nature('execution')),
    litigation: count(isInLitigation),
    liveProtests: (test.protests ?? []).filter(({ state }) => state === 'LIVE').length,
    debtsInCollection: countDebts(test),
    hidden: labels.length - seen.length,
  };
}

/** Active, with a known side, neither execution nor criminal. */
function isInLitigation({ isActive, side, natures }: Label): boolean {
  return (
    isActive && side !== 'unclassified' && !natures.includes('execution') && !natures.includes('criminal')
  );
}

/** A masked entry under another name is somebody else's. */
function countDebts({ debts = [], name }: TestDocument): number {
  return debts.filter((debt) => debt.situation === 'collection' && debt.name === name).length;
}
