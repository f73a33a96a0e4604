import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ScrReport } from '../../features/credit-register/ports.ts';
import { parseBaseAddress } from '../../platform/outbound/base-address.ts';
import {
  startReplay,
  summaryOf,
  TEST_LIMITS,
  testSurroundings,
} from '../../platform/outbound/fixtures/replay.ts';
import { Secret } from '../../platform/secret.ts';
import { openCelcoin } from './source.ts';

const doc = { kind: 'CPF', value: '90010020055' } as const;
const consent = {
  mode: 'OWN_PROOF',
  textHash: 'hash',
  signedAt: '2026-11-15T00:00:00Z',
  signers: [],
} as const;
const keys = { clientId: new Secret('id'), clientSecret: new Secret('secret') };

const EXPECTED: Readonly<Record<string, string>> = {
  'one month': 'ready',
  'buckets without the v and twice': 'ready',
  'co-obligations as flags': 'ready',
  'lists that are null': 'empty',
  'nothing on register': 'empty',
  'a validation message': 'UPSTREAM 42',
  'a failure with status 200': 'UPSTREAM',
  'no consent': 'CONSENT_NEEDED',
  'success without a summary': 'BAD_SHAPE SCHEMA',
  'another client': 'BAD_SHAPE SUBJECT_MISMATCH',
  'a company instead of a person': 'BAD_SHAPE SUBJECT_MISMATCH',
  'a month nobody can read': 'BAD_SHAPE VALUE',
  'a bad question': 'BAD_INPUT HTTP_400',
  'a failure of its own': 'SOURCE_DOWN HTTP_500',
};

test('reads every answer that Celcoin is known to give, and pays once for each', async () => {
  const token = { path: '/v5/token', body: { access_token: 'token-of-a-test', expires_in: 2400 } };
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'), token);
  const around = testSurroundings();
  const base = parseBaseAddress(replay.url);
  const tokenAddress = parseBaseAddress(`${replay.url}/v5/token`);
  const given = { ...TEST_LIMITS, costCents: 900, base, tokenAddress, certificate: null, ...keys };
  const { client, scr } = openCelcoin(given, around);
  after(() => client.close());
  const reports = new Map<string, ScrReport>();
  const outcomes = new Map<string, string>();
  for (const name of replay.names) {
    replay.play(name);
    const outcome = await scr.start({ doc, consent, to: '2026-09' });
    outcomes.set(name, summaryOf(outcome));
    if (outcome.kind === 'ready') reports.set(name, outcome.value);
    if (name === 'a failure of its own') assert.ok(outcome.kind === 'failed' && outcome.fault.maybeBilled);
  }
  assert.deepEqual(Object.fromEntries(outcomes), EXPECTED);
  assert.equal(replay.questions.length, replay.names.length, 'no question is put twice');
  assert.equal(replay.questions[0]?.headers.authorization, 'Bearer token-of-a-test');
  assert.deepEqual(JSON.parse(replay.questions[0].body), {
    evidence: 'hash',
    taxpayer_id: '90010020055',
    reference_date: '2026-09',
  });
  assert.ok(!/900100|token-of-a-test/.test(around.logged()));

  const [month] = reports.get('one month')?.months ?? [];
  assert.ok(month !== undefined);
  assert.equal(month.totals.direct, 124_486);
  assert.deepEqual(
    [month.month, month.institutions, month.operations, month.docsPct, month.volumePct],
    ['2026-09', 3, 7, 98.5, 97],
  );
  assert.deepEqual(month.disputed, { count: 1, value: 1250 });
  assert.deepEqual(reports.get('buckets without the v and twice')?.months[0]?.groups[0]?.buckets, {
    '110': 123_456,
  });
  assert.equal(reports.get('co-obligations as flags')?.months[0]?.coObligationGiven, 100);
});

test('takes a company by the root of its CNPJ, letters included', async () => {
  const { isAboutClient } = await import('./mapper.ts');
  const company = { kind: 'CNPJ', value: 'ZZ90X001000181' } as const;
  const about = (codigoDoCliente: string) =>
    isAboutClient(
      { sucesso: true, dados: { codigoDoCliente, tipoDoCliente: '2', dataBaseConsultada: '2026-09' } },
      company,
    );
  assert.ok(about('ZZ90X001') && about('zz.90x.001') && about('ZZ90X001000181'));
  assert.ok(!about('ZZ90X002') && !about('ZZ90X0010001'));
});

test('asks nothing without a proof of its own, or for several months', async () => {
  const around = testSurroundings();
  const nowhere = parseBaseAddress('http://127.0.0.1:1');
  const { client, scr } = openCelcoin(
    { ...TEST_LIMITS, base: nowhere, tokenAddress: nowhere, certificate: null, ...keys },
    around,
  );
  after(() => client.close());
  const linked = { mode: 'LINKED_ITEM', itemId: 'x' } as const;
  assert.equal(summaryOf(await scr.start({ doc, consent: linked })), 'CONSENT_NEEDED');
  assert.equal(summaryOf(await scr.start({ doc, consent, from: '2026-08', to: '2026-09' })), 'UNSUPPORTED');
  assert.equal(around.logged(), '');
});
