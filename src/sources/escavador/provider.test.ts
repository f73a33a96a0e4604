import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import type { CaseRecord, LawsuitPage } from '../../features/cases/ports.ts';
import { parseBaseAddress } from '../../platform/outbound/base-address.ts';
import {
  startReplay,
  summaryOf,
  TEST_LIMITS,
  testSurroundings,
} from '../../platform/outbound/fixtures/replay.ts';
import { startUpstream } from '../../platform/outbound/fixtures/upstream.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { Secret } from '../../platform/secret.ts';
import { escavador, openEscavador } from './source.ts';

const CPF = '90010020055';
const OTHER = '90010029940';
const NUMBER = '00012347120248260100';
noteCanary(CPF, OTHER, 'IARA HORTA DE TESTE');
const doc = { kind: 'CPF', value: CPF } as const;

function open(url: string) {
  const around = testSurroundings();
  const token = new Secret('token-of-a-test');
  const given = { ...TEST_LIMITS, costCents: 5, base: parseBaseAddress(`${url}/api/v2`), token };
  assert.deepEqual(escavador.missing(given), []);
  assert.deepEqual(escavador.missing({ ...given, token: null }), ['FAROL_ESCAVADOR_TOKEN']);
  const { client, lawsuits } = openEscavador(given, around);
  after(() => client.close());
  return { lawsuits, logged: around.logged };
}

async function begin({ lawsuits }: ReturnType<typeof open>) {
  const begun = await lawsuits.start({ doc, askedSince: null });
  assert.ok(begun.kind === 'pending');
  return begun;
}

/** The first party is the author, as in the reference. */
const AUTHOR = {
  document: '90010020000136',
  name: 'COMERCIO IPE DE TESTE LTDA',
  side: 'ACTIVE',
  role: 'PARTY',
  roleName: 'Exequente',
} as const;
const DEBTOR = {
  document: CPF,
  name: 'IARA HORTA DE TESTE',
  side: 'PASSIVE',
  role: 'PARTY',
  roleName: 'Réu',
} as const;
const LAWYERS = [{ name: 'DARIO MOTA DE TESTE', registration: 'SP100200' }];

const EXPECTED: Readonly<Record<string, string | Partial<CaseRecord>>> = {
  'a case as the reference shows it': {
    number: NUMBER,
    source: 'escavador',
    degree: 'G1',
    recordKey: '',
    classCode: null,
    className: 'Execução de Título Extrajudicial',
    unitCode: null,
    unitName: '1ª VARA CÍVEL',
    filedAt: new Date('2024-03-05T03:00:00Z'),
    value: '25000.50',
    secrecy: 0,
    courtState: null,
    subjectCodes: [],
    movements: [],
    parties: [AUTHOR, { ...DEBTOR, lawyers: LAWYERS }],
    rest: {
      title: 'COMERCIO IPE DE TESTE LTDA X IARA HORTA DE TESTE',
      area: 'Cível',
      county: 'FORO CENTRAL CÍVEL',
      city: 'SAO PAULO',
      state: 'SP',
      subject: 'Nota promissória',
      lastMovementOn: '2026-10-20',
      url: 'https://esaj.example/1',
      subjects: ['Espécies de Títulos de Crédito | Nota Promissória'],
      predictedState: 'ACTIVE',
    },
    updatedAt: new Date('2026-11-10T12:00:00Z'),
  },
  'a degree as text': { degree: 'G2' },
  'a degree in words': { degree: 'TR' },
  'no degree': { degree: 'UNSAID' },
  'a degree nobody knows': { degree: 'Instância Única' },
  'a value as a number': { value: '25000.50' },
  'a value with a comma': { value: '25000.50' },
  'no value': { value: null },
  'an empty value': { value: null },
  'another currency': { value: null },
  'a value nobody can read': { value: null },
  'archived by the court': { courtState: 'CLOSED' },
  'ended as a machine guesses': { courtState: null },
  'a guess of a new kind': { courtState: null },
  'no guess': { courtState: null },
  'under secrecy': { secrecy: 1 },
  'secrecy not told': { secrecy: null },
  'no cover': { className: null, unitName: 'FORO CENTRAL CÍVEL', value: null },
  'filed only as the source says': { filedAt: new Date('2024-03-04T03:00:00Z') },
  'a Brazilian day': { filedAt: new Date('2024-03-05T03:00:00Z') },
  'a day that does not exist': { filedAt: null },
  'a look without a zone': { updatedAt: new Date('2026-11-10T12:00:00Z') },
  'a class nobody knows': { classCode: null, className: 'Execução Diversa (extinta)' },
  'no class': { classCode: null, className: null },
  'a subject of children': { subjectCodes: [9633] },
  'documents left out': {},
  'documents left out and found by name': {},
  'found by name': {},
  'several people of that name': {},
  'several of that name, and the court told the document': {},
  'a CPF that became a number': { parties: [AUTHOR, { ...DEBTOR, lawyers: LAWYERS }] },
  'an establishment with letters': {},
  'lawyers and officers among the parties': { parties: [AUTHOR, { ...DEBTOR, lawyers: LAWYERS }] },
  'found as a lawyer only': {},
  'victim, witness and others': {},
  'a court and a gazette': { degree: 'G1', recordKey: '' },
  'a gazette alone': { degree: 'UNSAID', secrecy: null, className: null },
  'two degrees': { degree: 'G1' },
  'two systems of one degree': { degree: 'G1', recordKey: '31' },
  'no account at all': 'ready',
  'a number of another age beside a case': { number: NUMBER },
  'another page': {},
  'another page without the document': {},
  'a page at another host': 'BAD_SHAPE VALUE',
  'a page with a password': 'BAD_SHAPE VALUE',
  'a page of another route': 'BAD_SHAPE VALUE',
  'a page of somebody else': 'BAD_SHAPE VALUE',
  'the same page again': 'BAD_SHAPE VALUE',
  'a link that is none': 'BAD_SHAPE VALUE',
  'nobody found': 'empty',
  'somebody without cases': 'empty',
  'no case of some': 'BAD_SHAPE VALUE',
  'not found': 'empty',
  'a route that is not found': 'UPSTREAM HTTP_404',
  'no items': 'BAD_SHAPE SCHEMA',
  'a case without a number': 'BAD_SHAPE SCHEMA',
  'cases of somebody else': 'BAD_SHAPE SUBJECT_MISMATCH',
  'a company told and the person left out': {},
  'cases that never name the document': 'BAD_SHAPE SUBJECT_MISMATCH',
  'a company instead of a person': 'BAD_SHAPE SUBJECT_MISMATCH',
  'no access': 'AUTH HTTP_401',
  'no credit': 'NO_CREDIT HTTP_402',
  'not in the plan': 'NOT_ENABLED HTTP_403',
  'a bad document': 'BAD_INPUT HTTP_422',
  'too many questions': 'RATE_LIMITED HTTP_429',
  'a failure of its own': 'SOURCE_DOWN HTTP_500',
  'a page for people': 'BAD_SHAPE CONTENT_TYPE',
};

function assertCase(name: string, outcome: Outcome<LawsuitPage>): void {
  const expected = EXPECTED[name];
  assert.ok(expected !== undefined, name);
  if (typeof expected === 'string') {
    assert.equal(summaryOf(outcome), expected, name);
    return;
  }
  assert.ok(outcome.kind === 'ready', `${name}: ${summaryOf(outcome)}`);
  const [record] = outcome.value.records;
  assert.ok(record !== undefined, name);
  const isWhole = expected.source !== undefined;
  const told = Object.fromEntries(Object.keys(expected).map((key) => [key, record[key as keyof CaseRecord]]));
  assert.deepEqual(isWhole ? record : told, expected, name);
}

async function playAll() {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'));
  const opened = open(replay.url);
  const { ticket } = await begin(opened);
  assert.equal(replay.questions.length, 0, 'nothing is paid for before the first page');
  const outcomes = new Map<string, Outcome<LawsuitPage>>();
  for (const name of replay.names) {
    replay.play(name);
    outcomes.set(name, await opened.lawsuits.collect({ ticket, doc, cursor: null }));
  }
  return { ...opened, replay, outcomes };
}

test('reads every answer that Escavador is known to give', async () => {
  const { outcomes, replay, logged } = await playAll();
  assert.deepEqual([...outcomes.keys()], Object.keys(EXPECTED));
  for (const [name, outcome] of outcomes) assertCase(name, outcome);
  assert.ok(
    replay.questions.every(
      ({ headers }) =>
        headers.authorization === 'Bearer token-of-a-test' &&
        headers['x-requested-with'] === 'XMLHttpRequest',
    ),
  );
  const turnedAway = 2;
  assert.equal(replay.questions.length, outcomes.size + turnedAway, 'nothing else is asked again');
  assert.ok(!/900100|token-of-a-test|IARA/.test(logged()));

  const ready = (name: string) => {
    const outcome = outcomes.get(name);
    assert.ok(outcome?.kind === 'ready', name);
    return { ...outcome.value, meta: outcome.meta, parties: outcome.value.records[0]?.parties ?? [] };
  };
  const guesses = [
    'archived by the court',
    'ended as a machine guesses',
    'a guess of a new kind',
    'no guess',
  ];
  assert.deepEqual(
    guesses.map((name) => ready(name).records[0]?.rest?.['predictedState']),
    ['ACTIVE', 'INACTIVE', undefined, undefined],
  );
  assert.deepEqual(
    ready('two degrees').records.map(({ degree, parties }) => [
      degree,
      parties.find(({ document }) => document === CPF)?.side,
    ]),
    [
      ['G1', 'PASSIVE'],
      ['G2', 'ACTIVE'],
    ],
  );
  assert.deepEqual(
    ready('two systems of one degree').records.map(({ recordKey }) => recordKey),
    ['31', '55'],
  );
  assert.equal(ready('a court and a gazette').records.length, 1);
  assert.deepEqual(
    ready('victim, witness and others').parties.map(({ side, role }) => `${side} ${role}`),
    ['THIRD VICTIM', 'UNKNOWN WITNESS', 'THIRD PARTY', 'UNKNOWN PARTY', 'PASSIVE PARTY'],
  );
  assert.equal(ready('an establishment with letters').parties[0]?.document, 'ZZ90X001000181');
  assert.equal(ready('a number of another age beside a case').meta.complete, false);
  const told = ready('no account at all');
  assert.deepEqual([told.records, told.meta.complete], [[], false]);
  assert.deepEqual(ready('another currency').meta.warnings, [
    'valor_causa is in another currency and is left out',
  ]);
  const { meta } = ready('a case as the reference shows it');
  assert.deepEqual(
    [meta.freshness, meta.sourceAsOf, meta.cost],
    ['cached', '2026-11-10T12:00:00.000Z', { cents: 9, billable: true }],
  );
  assert.equal(ready('no value').meta.cost?.cents, 5, 'what is configured, where the answer does not say');
});

test('knows whom it searched for where documents are left out, and never by the name alone', async () => {
  const { outcomes } = await playAll();
  const searched = (name: string) => {
    const outcome = outcomes.get(name);
    assert.ok(outcome?.kind === 'ready', name);
    const parties = outcome.value.records[0]?.parties ?? [];
    return parties
      .filter(({ document }) => document === CPF)
      .map(({ side, isHomonym }) => [side, isHomonym === true]);
  };
  assert.deepEqual(searched('documents left out'), [['PASSIVE', false]]);
  assert.deepEqual(searched('a company told and the person left out'), [['PASSIVE', false]]);
  assert.deepEqual(searched('documents left out and found by name'), []);
  assert.deepEqual(searched('found by name'), [['PASSIVE', true]]);
  assert.deepEqual(searched('several people of that name'), [['PASSIVE', true]]);
  assert.deepEqual(searched('several of that name, and the court told the document'), [['PASSIVE', false]]);
  assert.deepEqual(searched('found as a lawyer only'), []);
});

test('turns pages by the link that it is given, where that leads to the same source', async () => {
  const { outcomes, replay, lawsuits } = await playAll();
  const { ticket } = await begin({ lawsuits, logged: () => '' });
  for (const name of ['another page', 'another page without the document']) {
    const first = outcomes.get(name);
    assert.ok(first?.kind === 'ready' && first.value.next !== null, name);
    replay.play('a case as the reference shows it');
    const second = await lawsuits.collect({ ticket, doc, cursor: first.value.next });
    assert.ok(second.kind === 'ready' && second.value.next === null, name);
    const { url } = replay.questions.at(-1) ?? { url: '' };
    assert.match(url, /^\/api\/v2\/envolvido\/processos\?.*cursor=abc123$/);
  }
  replay.play('not found');
  const lost = await lawsuits.collect({ ticket, doc, cursor: '2 /envolvido/processos?cursor=abc123' });
  assert.equal(summaryOf(lost), 'UPSTREAM NOT_FOUND', 'a page that is gone is not a document without cases');
});

test('says that a page may have been paid for when its answer was lost, and does not ask again', async () => {
  let asked = 0;
  const { url } = await startUpstream((_request: IncomingMessage, response: ServerResponse) => {
    asked += 1;
    response.destroy();
  });
  const opened = open(url);
  const { ticket } = await begin(opened);
  const lost = await opened.lawsuits.collect({ ticket, doc, cursor: null });
  assert.ok(lost.kind === 'failed' && lost.fault.maybeBilled);
  assert.equal(asked, 1);
});
