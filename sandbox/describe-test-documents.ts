import { expectationOf, labelsOf, TEST_DOCUMENTS } from './test-documents.ts';
import type { TestDocument } from './test-documents.ts';
// The tables of docs/sandbox.md, written from the test documents so that what is published is what is loaded.
import { companyOf } from './test-documents/registered-companies.ts';

export const SANDBOX_DOCUMENT = 'docs/sandbox.md';
const BEGIN = '<!-- The tables below are generated: npm run generate. -->';
const END = '<!-- End of what is generated. -->';
/** The tables tell of the small population; only the document with very many cases differs in others. */
const SMALL_CASES = 5000;

const SITUATIONS = {
  '01': 'NULA',
  '02': 'ATIVA',
  '03': 'SUSPENSA',
  '04': 'INAPTA',
  '08': 'BAIXADA',
} as const;

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => (row[column] ?? heading).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(headings), line(rule), ...rows.map(line)].join('\n');
}

const count = (value: number): string => (value === 0 ? '' : String(value));
const code = (text: string): string => `\`${text}\``;

function describeCases(test: TestDocument): string[] {
  const expected = expectationOf(test, SMALL_CASES);
  const reasons = new Set(labelsOf(test, SMALL_CASES).flatMap(({ risks }) => risks));
  const withRisk = expected.activeWithRisk + expected.inactiveWithRisk;
  return [
    code(test.document),
    test.purpose,
    String(expected.all),
    count(expected.defendant),
    count(expected.author),
    count(expected.unclassified),
    count(expected.activeWithRisk + expected.activeWithoutRisk),
    count(expected.execution),
    count(expected.labour),
    count(expected.criminal),
    withRisk === 0 ? '' : `${withRisk}: ${[...reasons].join(', ')}`,
    count(expected.hidden),
  ];
}

function describeDebts(test: TestDocument): string[] {
  const { liveProtests, debtsInCollection } = expectationOf(test, SMALL_CASES);
  return [code(test.document), test.purpose, String(liveProtests), String(debtsInCollection)];
}

function describeCompany(test: TestDocument): string[] {
  const company = companyOf(test);
  const head = company?.establishments.find(({ isHead }) => isHead);
  const situation = head === undefined ? '' : SITUATIONS[head.situation];
  return [
    code(test.document),
    test.purpose,
    situation,
    count(company?.establishments.length ?? 0),
    count(company?.partners.length ?? 0),
  ];
}

const isOfRegistry = ({ key, company }: TestDocument): boolean =>
  company !== undefined || key === 'chain-person' || key === 'sole-trader-owner';
const isIndebted = ({ protests, debts }: TestDocument): boolean =>
  protests !== undefined || debts !== undefined;
const isLive = ({ live }: TestDocument): boolean => live !== undefined;
const isOfCases = (test: TestDocument): boolean =>
  test.cases.length > 0 || !(isOfRegistry(test) || isIndebted(test) || isLive(test));

export function describeTestDocuments(): string {
  const only = (of: (test: TestDocument) => boolean): readonly TestDocument[] => TEST_DOCUMENTS.filter(of);
  return [
    '### Court cases',
    table(
      [
        'Document',
        'What it is',
        'All',
        'Defendant',
        'Author',
        'Neither',
        'Active',
        'Execution',
        'Labour',
        'Criminal',
        'With risk',
        'Unseen',
      ],
      only(isOfCases).map(describeCases),
    ),
    '### Protests and government debts',
    table(
      ['Document', 'What it is', 'Live protests', 'Debts in collection'],
      only(isIndebted).map(describeDebts),
    ),
    '### Companies and partners',
    table(
      ['Document', 'What it is', 'Situation', 'Establishments', 'Partners'],
      only(isOfRegistry).map(describeCompany),
    ),
    '### Driver licences and credit register',
    table(
      ['Document', 'What comes of it'],
      only(isLive).map(({ document, purpose }) => [code(document), purpose]),
    ),
  ].join('\n\n');
}

/** The document with its tables made anew. */
export function renewSandboxDocument(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${SANDBOX_DOCUMENT} has lost the marks around its tables`);
  return `${text.slice(0, begin)}${BEGIN}\n\n${describeTestDocuments()}\n\n${text.slice(end)}`;
}
