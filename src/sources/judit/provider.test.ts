import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import type { CaseRecord, LawsuitPage, LawsuitSource } from '../../features/cases/ports.ts';
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
import { judit, openJudit } from './source.ts';

const CPF = '90010020055';
const OTHER = '90010029940';
const NUMBER = '00012347120248260100';
const REQUEST = '6f2b3a54-0c1d-4e77-9a50-3c1f4d5e6a7b';
noteCanary(CPF, OTHER, 'IARA HORTA DE TESTE');
const doc = { kind: 'CPF', value: CPF } as const;
const ticket = { connector: 'judit', ref: REQUEST, startedAt: '2026-11-15T14:59:00.000Z' } as const;

function open(url: string, callbackUrl: string | null = null) {
  const around = testSurroundings();
  const given = {
    ...TEST_LIMITS,
    base: parseBaseAddress(url),
    apiKey: new Secret('key-of-a-test'),
    callbackUrl,
  };
  assert.deepEqual(judit.missing(given), []);
  const { client, lawsuits } = openJudit(given, around);
  after(() => client.close());
  return { lawsuits, logged: around.logged };
}

async function playAll(
  fixtures: string,
  ask: (lawsuits: LawsuitSource) => Promise<Outcome<LawsuitPage>>,
): Promise<{ outcomes: Map<string, Outcome<LawsuitPage>>; questions: string[] }> {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', `${fixtures}.json`));
  const { lawsuits, logged } = open(replay.url, 'https://farol.example/callback');
  const outcomes = new Map<string, Outcome<LawsuitPage>>();
  for (const name of replay.names) {
    replay.play(name);
    outcomes.set(name, await ask(lawsuits));
  }
  assert.ok(replay.questions.every(({ headers }) => headers['api-key'] === 'key-of-a-test'));
  assert.ok(!/900100|key-of-a-test|IARA/.test(logged()));
  return { outcomes, questions: replay.questions.map(({ url, body }) => `${url} ${body}`) };
}

const summaries = (outcomes: Map<string, Outcome<unknown>>): Record<string, string> =>
  Object.fromEntries(Array.from(outcomes, ([name, outcome]) => [name, summaryOf(outcome)]));

test('begins a search with one paid question, whatever the answer', async () => {
  const { outcomes, questions } = await playAll('begun', (lawsuits) =>
    lawsuits.start({ doc, askedSince: null }),
  );
  assert.deepEqual(summaries(outcomes), {
    'a search is begun': 'pending',
    'the status of the old page': 'pending',
    'accepted for later': 'pending',
    'the document echoed with its mask': 'pending',
    'done at once': 'pending',
    'another document echoed': 'BAD_SHAPE SUBJECT_MISMATCH',
    'a search that failed at once': 'UPSTREAM failed',
    'an id that is no id': 'BAD_SHAPE SCHEMA',
    'a page of the panel': 'BAD_SHAPE CONTENT_TYPE',
    'a bad question': 'BAD_INPUT HTTP_400',
    'objects where texts were': 'BAD_INPUT HTTP_400',
    'no access': 'AUTH HTTP_401',
    'not in the plan': 'NOT_ENABLED HTTP_403',
    'no credit': 'NO_CREDIT HTTP_402',
    'a bad number': 'BAD_INPUT HTTP_422',
  });
  const paid = questions.filter((question) => question.startsWith('/requests {'));
  assert.equal(paid.length, outcomes.size, 'no search is begun twice');
  assert.deepEqual(JSON.parse(paid[0]?.slice('/requests '.length) ?? ''), {
    search: { search_type: 'cpf', search_key: CPF, response_type: 'lawsuits' },
    callback_url: 'https://farol.example/callback',
  });
  const [begun, done] = ['a search is begun', 'done at once'].map((name) => outcomes.get(name));
  assert.ok(begun?.kind === 'pending' && done?.kind === 'pending');
  assert.deepEqual([begun.ticket.ref, begun.checkAfterMs, done.checkAfterMs], [REQUEST, 1000, 0]);
  assert.equal(begun.ticket.startedAt, '2026-11-15T15:00:00.000Z');
});

test('waits while a search goes on, and never takes its failure for nothing found', async () => {
  const { outcomes } = await playAll('statuses', (lawsuits) =>
    lawsuits.collect({ ticket, doc, cursor: null }),
  );
  assert.deepEqual(summaries(outcomes), {
    created: 'pending',
    pending: 'pending',
    started: 'pending',
    'being cancelled': 'pending',
    'a word nobody knows': 'pending',
    'no status': 'pending',
    cancelled: 'UPSTREAM cancelled',
    failed: 'UPSTREAM failed',
    error: 'UPSTREAM error',
    'of another document': 'BAD_SHAPE SUBJECT_MISMATCH',
    'of another search': 'BAD_SHAPE SUBJECT_MISMATCH',
    'not known any more': 'UPSTREAM HTTP_404',
    'the court is slow': 'TIMEOUT HTTP_504',
  });
  const pending = outcomes.get('pending');
  assert.ok(pending?.kind === 'pending');
  assert.deepEqual([pending.ticket, pending.checkAfterMs], [ticket, 15_000]);
});

test('gives a search up that has not ended after half a day', async () => {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'statuses.json'));
  const { lawsuits } = open(replay.url);
  replay.play('pending');
  const old = { ...ticket, startedAt: '2026-11-15T02:00:00.000Z' };
  assert.equal(summaryOf(await lawsuits.collect({ ticket: old, doc, cursor: null })), 'TIMEOUT');
});

const EXPECTED: Readonly<Record<string, string | Partial<CaseRecord>>> = {
  'a case in the new shape': {
    number: NUMBER,
    source: 'judit',
    degree: 'G1',
    recordKey: '',
    classCode: 12_154,
    className: null,
    unitCode: null,
    unitName: '1ª VARA CÍVEL',
    filedAt: new Date('2024-03-05T13:00:00Z'),
    value: '25000.50',
    secrecy: 0,
    courtState: null,
    subjectCodes: [7717],
    movements: [],
    parties: [
      {
        document: '90010020000136',
        name: 'COMERCIO IPE DE TESTE LTDA',
        side: 'ACTIVE',
        role: 'PARTY',
        roleName: 'Autor',
      },
      {
        document: CPF,
        name: 'IARA HORTA DE TESTE',
        side: 'PASSIVE',
        role: 'PARTY',
        roleName: 'Réu',
        lawyers: [{ name: 'DARIO MOTA DE TESTE', registration: 'SP100200' }],
      },
    ],
    rest: {
      title: 'COMERCIO IPE DE TESTE LTDA X IARA HORTA DE TESTE',
      area: 'DIREITO CIVIL',
      county: 'FORO CENTRAL CÍVEL',
      city: 'SAO PAULO',
      state: 'SP',
    },
    updatedAt: new Date('2026-11-10T12:00:00Z'),
  },
  'a case in the old shape': { classCode: 12_154, unitName: '1ª VARA CÍVEL' },
  'documents only in the list': {},
  'a CPF that became a number': {},
  'page_count that means pages': {},
  'counts as texts': {},
  'a cached copy and a fresh one': { value: '25000.50' },
  'a cached copy alone': {},
  'two instances': { degree: 'G1' },
  'two classes': { classCode: 7 },
  'a class without a code': { classCode: null, className: 'Execução Fiscal' },
  'lawyers among the parties': {},
  'found as a lawyer only': {},
  'victim, witness and others': {},
  'texts for nothing': { unitName: '1ª VARA CÍVEL', rest: { state: 'SP' } },
  'a possible homonym': {},
  'under secrecy': { secrecy: 1, parties: [], value: null },
  'secrecy not told': { secrecy: null },
  'with status and steps': {
    courtState: 'CLOSED',
    movements: [
      { code: 0, name: 'Distribuído por sorteio', at: new Date('2024-03-05T13:00:00Z') },
      { code: 0, name: 'Arquivado Definitivamente', at: new Date('2025-05-02T12:00:00Z') },
    ],
  },
  'an active status': { courtState: 'ACTIVE' },
  'an amount nobody can read': { value: null },
  'an amount as text': { value: '25000.50' },
  'a day that does not exist': { filedAt: null },
  'a number of another age': { number: NUMBER },
  'an establishment with letters': {},
  'nothing at all': 'empty',
  'only the end': 'empty',
  'not found as an error with status 200': 'empty',
  'not found under the type of a case': 'empty',
  'another error with status 200': 'UPSTREAM COURT_UNAVAILABLE',
  'something else that is not found': 'UPSTREAM CREDENTIAL_NOT_FOUND',
  'an error without words': 'UPSTREAM UNSAID',
  'an error among cases': 'UPSTREAM COURT_UNAVAILABLE',
  'answers of an unknown kind only': 'BAD_SHAPE VALUE',
  'an unknown kind beside a case': {},
  'an empty page of many': 'BAD_SHAPE VALUE',
  'more pages than there are': 'BAD_SHAPE VALUE',
  'no number of pages': 'BAD_SHAPE SCHEMA',
  'a case without a number': 'BAD_SHAPE VALUE',
  'cases of somebody else': 'BAD_SHAPE SUBJECT_MISMATCH',
  'cases that never name the document': 'BAD_SHAPE SUBJECT_MISMATCH',
  'somebody else among the right ones': 'BAD_SHAPE SUBJECT_MISMATCH',
  'answers of another search': 'BAD_SHAPE SUBJECT_MISMATCH',
  'too many questions': 'RATE_LIMITED HTTP_429',
  'a failure of its own': 'SOURCE_DOWN HTTP_500',
};

/** Both shapes tell the same people. */
const SAME_PARTIES = ['a case in the old shape', 'documents only in the list', 'a CPF that became a number'];

function assertCase(name: string, outcome: Outcome<LawsuitPage> | undefined): void {
  const expected = EXPECTED[name];
  assert.ok(expected !== undefined && outcome !== undefined, name);
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

test('reads every answer that Judit is known to give', async () => {
  const { outcomes } = await playAll('answers', (lawsuits) => lawsuits.collect({ ticket, doc, cursor: '1' }));
  assert.deepEqual([...outcomes.keys()], Object.keys(EXPECTED));
  for (const [name, outcome] of outcomes) assertCase(name, outcome);

  const ready = (name: string) => {
    const outcome = outcomes.get(name);
    assert.ok(outcome?.kind === 'ready', name);
    return { ...outcome.value, meta: outcome.meta, parties: outcome.value.records[0]?.parties ?? [] };
  };
  const people = (name: string) => ready(name).parties.map(({ document, side }) => [document, side]);
  for (const name of SAME_PARTIES) assert.deepEqual(people(name), people('a case in the new shape'), name);
  assert.deepEqual(
    [ready('page_count that means pages').next, ready('page_count that means pages').total],
    ['2', 150],
  );
  assert.equal(ready('counts as texts').next, null);
  assert.equal(ready('a cached copy and a fresh one').records.length, 1);
  assert.deepEqual(
    ['a cached copy and a fresh one', 'a cached copy alone', 'counts as texts'].map(
      (name) => ready(name).meta.freshness,
    ),
    ['live', 'cached', 'unknown'],
  );
  assert.deepEqual(
    ready('two instances').records.map(({ degree, parties }) => [degree, parties[1]?.side]),
    [
      ['G1', 'PASSIVE'],
      ['G2', 'ACTIVE'],
    ],
  );
  assert.deepEqual(
    ready('two classes').records.map(({ recordKey, classCode, parties }) => [
      recordKey,
      classCode,
      parties.length,
    ]),
    [
      ['', 7, 2],
      ['156', 156, 0],
    ],
  );
  assert.deepEqual(people('lawyers among the parties'), people('a case in the new shape'));
  assert.deepEqual(people('found as a lawyer only'), [['90010020000136', 'ACTIVE']]);
  assert.deepEqual(
    ready('victim, witness and others').parties.map(({ side, role }) => `${side} ${role}`),
    ['UNKNOWN VICTIM', 'THIRD WITNESS', 'THIRD PARTY', 'UNKNOWN PARTY', 'PASSIVE PARTY'],
  );
  assert.deepEqual(
    ready('a possible homonym').parties.map(({ isHomonym }) => isHomonym),
    [undefined, true],
  );
  assert.deepEqual(ready('texts for nothing').parties[1]?.lawyers, [{ name: 'DARIO MOTA DE TESTE' }]);
  assert.equal(ready('an establishment with letters').parties[1]?.document, 'ZZ90X001000181');
  assert.equal(ready('a number of another age').meta.complete, false);
  assert.deepEqual(ready('an amount nobody can read').meta.warnings, [
    'amount cannot be read and is left out',
  ]);
});

test('looks for the search instead of paying again when it does not know what became of it', async () => {
  const asked: string[] = [];
  let isListed = true;
  const listed = (createdAt: string) => ({
    page_data: [
      {
        request_id: 'older',
        search: { search_key: CPF },
        status: 'completed',
        created_at: '2026-11-01T00:00:00Z',
      },
      { request_id: 'other', search: { search_key: OTHER }, status: 'created', created_at: createdAt },
      { request_id: 'broken', search: { search_key: CPF }, status: 'failed', created_at: createdAt },
      {
        request_id: 'ours',
        search: { search_key: '900.100.200-55' },
        status: 'created',
        created_at: createdAt,
      },
    ].slice(0, isListed ? 4 : 3),
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    // The search was begun, and its answer never arrives.
    if (request.method === 'POST') response.destroy();
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(listed('2026-11-15T15:00:01Z')));
  };
  const { url } = await startUpstream(answer);
  const { lawsuits } = open(url);
  const found = await lawsuits.start({ doc, askedSince: null });
  assert.ok(found.kind === 'pending');
  assert.equal(found.ticket.ref, 'ours');
  assert.deepEqual(asked.splice(0), ['POST /requests', 'GET /requests']);
  const again = await lawsuits.start({ doc, askedSince: '2026-11-15T14:59:30.000Z' });
  assert.equal(again.kind, 'pending');
  assert.deepEqual(asked.splice(0), ['GET /requests'], 'nothing is paid for');
  isListed = false;
  const lost = await lawsuits.start({ doc, askedSince: null });
  assert.ok(lost.kind === 'failed' && lost.fault.maybeBilled);
  assert.deepEqual(asked.splice(0), ['POST /requests', 'GET /requests']);
});

test('pays for nothing while it cannot know whether a search was begun', async () => {
  const asked: string[] = [];
  const { url } = await startUpstream((request, response) => {
    asked.push(request.method ?? '');
    response.writeHead(503).end();
  });
  const { lawsuits } = open(url);
  assert.equal(
    summaryOf(await lawsuits.start({ doc, askedSince: '2026-11-15T14:00:00Z' })),
    'SOURCE_DOWN HTTP_503',
  );
  assert.ok(asked.length > 0 && asked.every((method) => method === 'GET'));
});
