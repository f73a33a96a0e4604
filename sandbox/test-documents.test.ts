import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeTestDocuments, renewSandboxDocument, SANDBOX_DOCUMENT } from './describe-test-documents.ts';
import { isDocument, linesOf, parseOrNull, quotedFields, readContent } from './fixtures/reader.ts';
import { generateSandbox } from './generate.ts';
import { expectationOf, labelsOf, TEST_DOCUMENTS } from './test-documents.ts';
import type { CaseLine, Expectation, TestDocument } from './test-documents.ts';

const SIZE = { people: 300, companies: 120, cases: 1000 };
let folder = '';
let cases: CaseLine[] = [];

const read = (path: string): Promise<Buffer> => readContent(join(folder, path));

async function readRows(kind: string): Promise<string[][]> {
  const parts = Array.from({ length: 10 }, (_, part) => read(`receita/${kind}${part}.zip`));
  return (await Promise.all(parts)).flatMap((bytes) => linesOf(bytes.toString('latin1')).map(quotedFields));
}

const find = (key: string): TestDocument => {
  const found = TEST_DOCUMENTS.find((each) => each.key === key);
  assert.ok(found, key);
  return found;
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-sandbox-'));
  await generateSandbox({ size: SIZE, folder, seed: 99 });
  const lines = linesOf((await read('cases/cases.ndjson.gz')).toString('utf8'));
  cases = (lines.map(parseOrNull) as (Partial<CaseLine> | null)[]).filter(
    (line): line is CaseLine => line?.records !== undefined && line.number?.length === 20,
  );
});
after(() => rm(folder, { recursive: true, force: true }));

const JUVENILE_CLASSES = new Set([1464, 1465]);
const JUVENILE_SUBJECTS = new Set([9634, 9690]);
const CRIMINAL_CLASSES = new Set([279, 283, 386]);
const EXECUTION_CLASSES = new Set([12_154, 1117, 1116, 990]);
const CLOSING = new Set([22, 246]);
const REOPENING = new Set([849, 893]);

type Seen = { isCounted: boolean; side: string; isActive: boolean; natures: string[] };

/** A plain reading of one case for one document, by the rules' own words but not by the program's own code. */
function readCase({ number, records }: CaseLine, { document, name }: TestDocument): Seen | null {
  const isMine = (party: CaseLine['records'][number]['parties'][number]): boolean => {
    if (party.document === null) return party.name === name;
    if (party.document.startsWith('*'))
      return party.name === name && party.document.slice(3, 9) === document.slice(3, 9);
    const isSame = party.document.length === document.length;
    return isSame && party.document.startsWith(document.length === 14 ? document.slice(0, 8) : document);
  };
  const [first] = records;
  const mine = first?.parties.filter(isMine) ?? [];
  if (first === undefined || mine.length === 0) return null;
  const codes = first.movements.map(({ code }) => code);
  const last = codes.findLast((code) => CLOSING.has(code) || REOPENING.has(code)) ?? 0;
  const isActive = !CLOSING.has(last);
  const isCriminal = CRIMINAL_CLASSES.has(first.class.code);
  const isLabour = number[13] === '5';
  const whole = mine.filter((party) => party.document !== null && !party.homonym && party.role === 'PARTY');
  const isWhole = whole.some((party) => !party.document?.startsWith('*'));
  const sides = isWhole ? whole.map(({ side }) => side) : [];
  const side = sides.includes('PASSIVE') ? 'defendant' : sides.includes('ACTIVE') ? 'author' : 'unclassified';
  const isHidden =
    whole.length === 0 ||
    records.some(({ secrecy }) => secrecy > 0) ||
    JUVENILE_CLASSES.has(first.class.code) ||
    first.subjects.some(({ code }) => JUVENILE_SUBJECTS.has(code)) ||
    (isCriminal && !isActive) ||
    (isLabour && document.length === 11 && side !== 'defendant');
  const natures = [
    ...(EXECUTION_CLASSES.has(first.class.code) ? ['execution'] : []),
    ...(isLabour ? ['labour'] : []),
    ...(isCriminal ? ['criminal'] : []),
  ];
  return { isCounted: !isHidden, side, isActive, natures };
}

test('every test document is valid, once, and its cases say what is published', () => {
  assert.equal(new Set(TEST_DOCUMENTS.map(({ key }) => key)).size, TEST_DOCUMENTS.length);
  assert.equal(new Set(TEST_DOCUMENTS.map(({ document }) => document)).size, TEST_DOCUMENTS.length);
  for (const document of TEST_DOCUMENTS) {
    assert.ok(isDocument(document.document), document.key);
    const seen = cases.map((line) => readCase(line, document)).filter((found) => found !== null);
    const expected = expectationOf(document, SIZE.cases);
    const counted = seen.filter(({ isCounted }) => isCounted);
    const count = (of: (found: Seen) => boolean): number => counted.filter(of).length;
    assert.deepEqual(
      {
        lines: seen.length,
        all: counted.length,
        defendant: count(({ side }) => side === 'defendant'),
        author: count(({ side }) => side === 'author'),
        unclassified: count(({ side }) => side === 'unclassified'),
        active: count(({ isActive }) => isActive),
        execution: count(({ natures }) => natures.includes('execution')),
        labour: count(({ natures }) => natures.includes('labour')),
        criminal: count(({ natures }) => natures.includes('criminal')),
      },
      {
        lines: labelsOf(document, SIZE.cases).length,
        all: expected.all,
        defendant: expected.defendant,
        author: expected.author,
        unclassified: expected.unclassified,
        active: expected.activeWithRisk + expected.activeWithoutRisk,
        execution: expected.execution,
        labour: expected.labour,
        criminal: expected.criminal,
      },
      document.key,
    );
  }
});

test('together the test documents touch all 20 counts and everything that is hidden', () => {
  const sums = new Map<string, number>();
  for (const document of TEST_DOCUMENTS) {
    for (const [key, value] of Object.entries(expectationOf(document, SIZE.cases))) {
      sums.set(key, (sums.get(key) ?? 0) + value);
    }
  }
  assert.deepEqual(
    [...sums].filter(([, sum]) => sum === 0),
    [],
  );
  assert.equal(sums.size, 21);
});

test('the counts of every expectation add up', () => {
  for (const document of TEST_DOCUMENTS) {
    const e: Expectation = expectationOf(document, SIZE.cases);
    assert.equal(e.all, e.defendant + e.author + e.unclassified);
    const byLife = e.activeWithRisk + e.activeWithoutRisk + e.inactiveWithRisk + e.inactiveWithoutRisk;
    assert.equal(e.all, byLife);
    const risk = e.defendantWithRisk + e.authorWithRisk + e.unclassifiedWithRisk;
    assert.equal(risk, e.activeWithRisk + e.inactiveWithRisk);
  }
});

test('the document with very many cases has 100,000 of them from half a million on', () => {
  const many = find('many-cases');
  assert.equal(expectationOf(many, 499_999).all, 300);
  const large = expectationOf(many, 500_000);
  assert.deepEqual([large.all, large.author, large.defendant], [100_000, 90_000, 10_000]);
});

test('protests and debts lie in the files as published', async () => {
  const protests = linesOf((await read('protests/protests.ndjson')).toString('utf8')).map(parseOrNull) as ({
    document: string;
    state: string;
  } | null)[];
  const files = ['Nao_Previdenciario', 'Previdenciario', 'FGTS'].map((name) =>
    read(`pgfn/Dados_abertos_${name}.zip`),
  );
  const debts = (await Promise.all(files)).flatMap((bytes) =>
    bytes
      .toString('latin1')
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(';')),
  );
  for (const document of TEST_DOCUMENTS) {
    const { liveProtests, debtsInCollection } = expectationOf(document, SIZE.cases);
    const live = protests.filter((each) => each?.document === document.document && each.state === 'LIVE');
    assert.equal(live.length, liveProtests, document.key);
    const inCollection = debts.filter(([shown = '', , , name, ...rest]) => {
      const bare = shown.replaceAll(/[^0-9A-Z]/g, '');
      const isMine =
        document.document.length === 14
          ? bare === document.document
          : bare.replaceAll('X', '') === document.document.slice(3, 9) && name === document.name;
      return isMine && rest.includes('Em cobrança');
    });
    assert.equal(inCollection.length, debtsInCollection, document.key);
  }
});

test('companies, branches and the chain of partners lie in the files as published', async () => {
  const [companies, establishments, partners] = [
    await readRows('Empresas'),
    await readRows('Estabelecimentos'),
    await readRows('Socios'),
  ];
  const rootOf = (key: string): string => find(key).document.slice(0, 8);
  for (const { document, key } of TEST_DOCUMENTS.filter((each) => each.document.length === 14)) {
    assert.equal(companies.filter(([root]) => root === document.slice(0, 8)).length, 1, key);
    assert.ok(
      establishments.some(([root, order, digits]) => `${root}${order}${digits}` === document),
      key,
    );
  }
  const situations = (key: string): string[] =>
    establishments.filter(([root]) => root === rootOf(key)).map((fields) => fields[5] ?? '');
  assert.deepEqual(situations('company-active'), ['02', '02', '08']);
  assert.deepEqual(situations('company-closed'), ['08']);
  assert.deepEqual(situations('company-unfit'), ['04']);
  assert.deepEqual(situations('lettered-cnpj'), ['02', '02']);
  const owners = (key: string): string[] =>
    partners.filter(([root]) => root === rootOf(key)).map((fields) => fields[3] ?? '');
  assert.deepEqual(owners('chain-bottom'), [find('chain-middle').document]);
  assert.deepEqual(owners('chain-middle'), [find('chain-top').document]);
  assert.deepEqual(owners('chain-top'), [`***${find('chain-person').document.slice(3, 9)}**`]);
  const soleTrader = companies.find(([root]) => root === rootOf('sole-trader'));
  assert.ok(soleTrader?.[1]?.endsWith(find('sole-trader-owner').document));
});

test('docs/sandbox.md tells what is loaded', async () => {
  const text = await readFile(join(import.meta.dirname, '..', SANDBOX_DOCUMENT), 'utf8');
  assert.equal(text, renewSandboxDocument(text), 'run npm run generate');
  for (const { document } of TEST_DOCUMENTS) assert.ok(describeTestDocuments().includes(document), document);
  assert.throws(() => renewSandboxDocument('# nothing'), /marks/);
});
