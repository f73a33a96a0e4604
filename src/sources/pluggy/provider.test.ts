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
import { openPluggy } from './source.ts';

const doc = { kind: 'CPF', value: '90010020055' } as const;
const consent = { mode: 'LINKED_ITEM', itemId: 'item 1' } as const;

const EXPECTED: Readonly<Record<string, string>> = {
  'one month': 'ready',
  'months out of order': 'ready',
  'a month as text and amounts as texts': 'ready',
  'a client as a number': 'ready',
  'nothing on register': 'empty',
  'nothing at all': 'empty',
  'a month that is not there yet': 'ready',
  'a validation message': 'UPSTREAM E123',
  'a new kind of operation': 'ready',
  'another client': 'BAD_SHAPE SUBJECT_MISMATCH',
  'a company instead of a person': 'BAD_SHAPE SUBJECT_MISMATCH',
  'an amount nobody can read': 'BAD_SHAPE VALUE',
  'a bucket that is no code': 'BAD_SHAPE SCHEMA',
  'not enabled': 'NOT_ENABLED SCR_FEATURE_NOT_ENABLED',
  'an item without SCR': 'BAD_INPUT SCR_ITEM_NOT_SUPPORTED',
  'an unknown item': 'CONSENT_NEEDED ITEM_NOT_FOUND',
  'a gateway that knows no such path': 'BAD_SHAPE CONTENT_TYPE',
};

test('reads every answer that Pluggy is known to give', async () => {
  const token = { path: '/auth', body: { apiKey: 'key-of-a-test' } };
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'), token);
  const keys = { clientId: new Secret('id'), clientSecret: new Secret('secret') };
  const around = testSurroundings();
  const given = { ...TEST_LIMITS, base: parseBaseAddress(replay.url), ...keys };
  const { client, scr } = openPluggy(given, around);
  after(() => client.close());
  const reports = new Map<string, ScrReport>();
  const outcomes = new Map<string, string>();
  for (const name of replay.names) {
    replay.play(name);
    const outcome = await scr.start({ doc, consent, from: '2026-08', to: '2026-09' });
    outcomes.set(name, summaryOf(outcome));
    if (outcome.kind === 'ready') {
      reports.set(name, outcome.value);
      assert.equal(outcome.meta.complete, name !== 'a month that is not there yet');
    }
  }
  assert.deepEqual(Object.fromEntries(outcomes), EXPECTED);
  assert.equal(replay.questions[0]?.url, '/items/item%201/scr?from=202608&to=202609');
  assert.equal(replay.questions[0].headers['x-api-key'], 'key-of-a-test');
  assert.ok(!around.logged().includes('900100') && !around.logged().includes('key-of-a-test'));

  const [month] = reports.get('one month')?.months ?? [];
  assert.ok(month !== undefined);
  assert.deepEqual(month.totals, {
    limits: 50_000,
    undisbursed: 0,
    toFallDue: 223_456,
    overdue: 1000,
    overdue90: 1000,
    loss: 30,
    direct: 224_486,
  });
  assert.deepEqual(
    [month.month, month.institutions, month.operations, month.since, month.docsPct, month.coObligationGiven],
    ['2026-09', 3, null, '2012-05-24', 98.5, 10_050],
  );
  assert.deepEqual(month.disputed, { count: 1, value: 100_000 });
  assert.deepEqual(month.subJudice, { count: 1, value: 100_000 });
  assert.deepEqual(month.groups[1]?.currencyLinked, true);
  assert.deepEqual(
    reports.get('months out of order')?.months.map((each) => each.month),
    ['2026-08', '2026-09'],
  );
  assert.deepEqual(reports.get('a month as text and amounts as texts')?.months[0]?.groups[0]?.buckets, {
    '110': 123_456,
    '240': 1000,
  });
  assert.equal(reports.get('a new kind of operation')?.months[0]?.groups[0]?.modality, '9999');
});

test('asks nothing without a linked item', async () => {
  const around = testSurroundings();
  const keys = { clientId: new Secret('id'), clientSecret: new Secret('secret') };
  const { client, scr } = openPluggy(
    { ...TEST_LIMITS, base: parseBaseAddress('http://127.0.0.1:1'), ...keys },
    around,
  );
  after(() => client.close());
  const proof = { mode: 'OWN_PROOF', textHash: 'x', signedAt: '2026-11-15T00:00:00Z', signers: [] } as const;
  assert.equal(summaryOf(await scr.start({ doc, consent: proof })), 'CONSENT_NEEDED');
  assert.equal(around.logged(), '');
});
