import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { noteCanary } from '../../../test/support/canaries.ts';
import type { ProtestReport } from '../../features/debts/ports.ts';
import { parseBaseAddress } from '../../platform/outbound/base-address.ts';
import {
  startReplay,
  summaryOf,
  TEST_LIMITS,
  testSurroundings,
} from '../../platform/outbound/fixtures/replay.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { Secret } from '../../platform/secret.ts';
import { infosimples, openInfosimples } from './source.ts';

const CPF = '90010020055';
noteCanary(CPF, '90010029940', 'token-of-a-test');
const doc = { kind: 'CPF', value: CPF } as const;

const EXPECTED: Readonly<Record<string, string>> = {
  'one protest': 'ready',
  'several results': 'ready',
  'amounts in words': 'ready',
  'an office that lists nothing': 'ready',
  'an office with one that it does not list': 'ready',
  'only the first page': 'ready',
  'fewer listed than counted': 'ready',
  'a parameter changed': 'ready',
  'no receipt': 'ready',
  'the document as a number': 'ready',
  'no city but the municipality': 'ready',
  'a count of nothing': 'empty',
  'no protest, in so many words': 'empty',
  'nothing on record, in other words': 'empty',
  'a page that was not read': 'UPSTREAM 612',
  'not there without a word': 'UPSTREAM 612',
  'none, and an error beside it': 'UPSTREAM 612',
  'an answer without data': 'BAD_SHAPE VALUE',
  'data that is null': 'BAD_SHAPE VALUE',
  'another document': 'BAD_SHAPE SUBJECT_MISMATCH',
  "somebody else's title": 'BAD_SHAPE SUBJECT_MISMATCH',
  'an amount nobody can read': 'BAD_SHAPE VALUE',
  'a state that is none': 'BAD_SHAPE VALUE',
  'an unexpected error': 'UPSTREAM 600',
  'a token that is not accepted': 'AUTH 601',
  'a service nobody knows': 'UNSUPPORTED 602',
  forbidden: 'AUTH 603',
  'forbidden for want of credit': 'NO_CREDIT 603',
  'forbidden as not enabled': 'NOT_ENABLED 603',
  'a bad question': 'BAD_INPUT 604',
  'too slow': 'TIMEOUT 605',
  'an empty parameter': 'BAD_INPUT 606',
  'a wrong parameter': 'BAD_INPUT 607',
  'data that do not match': 'BAD_INPUT 608',
  'attempts exceeded': 'SOURCE_DOWN 609',
  'a captcha': 'SOURCE_DOWN 610',
  'incomplete data': 'UPSTREAM 611',
  blocked: 'SOURCE_DOWN 613',
  'to be tried again': 'SOURCE_DOWN 614',
  'the source is down': 'SOURCE_DOWN 615',
  'the source fails': 'SOURCE_DOWN 616',
  overloaded: 'RATE_LIMITED 617',
  'too many questions': 'RATE_LIMITED 618',
  'a permanent error': 'UPSTREAM 620',
  'a code without a name': 'UPSTREAM 622',
  'a code nobody knows': 'UPSTREAM 699',
  'no word about the bill': 'SOURCE_DOWN 616',
  'no code': 'BAD_SHAPE SCHEMA',
  'a page': 'BAD_SHAPE CONTENT_TYPE',
  'a failure of its own': 'SOURCE_DOWN HTTP_500',
  'a gateway that is too slow': 'TIMEOUT HTTP_504',
};

async function playAll() {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'));
  const outcomes = new Map<string, Outcome<ProtestReport>>();
  const logs: string[] = [];
  for (const name of replay.names) {
    // A client of its own for each: one after the other they would open the breaker.
    const around = testSurroundings();
    const given = {
      ...TEST_LIMITS,
      base: parseBaseAddress(replay.url),
      token: new Secret('token-of-a-test'),
    };
    assert.deepEqual(infosimples.missing(given), []);
    const { client, protests } = openInfosimples(given, around);
    after(() => client.close());
    replay.play(name);
    outcomes.set(name, await protests.start({ doc }));
    logs.push(around.logged());
  }
  return { outcomes, logs: logs.join(''), questions: replay.questions };
}

test('reads every answer that Infosimples is known to give, and pays once for each', async () => {
  const { outcomes, logs, questions } = await playAll();
  const summaries = Array.from(outcomes, ([name, outcome]) => [name, summaryOf(outcome)]);
  assert.deepEqual(Object.fromEntries(summaries), EXPECTED);
  assert.equal(questions.length, outcomes.size, 'no question is put twice');
  assert.deepEqual(JSON.parse(questions[0]?.body ?? ''), {
    token: 'token-of-a-test',
    cpf: CPF,
    timeout: 15,
    ignore_site_receipt: 1,
  });
  assert.ok(!/900100|token-of-a-test/.test(logs));

  const report = (name: string): ProtestReport => {
    const outcome = outcomes.get(name);
    assert.ok(outcome?.kind === 'ready', name);
    return outcome.value;
  };
  const { protests, ...rest } = report('one protest');
  assert.deepEqual(rest, { doc, count: 1, total: '1250.00', isWhole: true });
  assert.deepEqual(protests, [
    {
      key: protests[0]?.key,
      document: CPF,
      root: CPF,
      office: '1º TABELIÃO DE PROTESTO DE TESTE',
      city: 'SAO PAULO',
      state: 'SP',
      protestedOn: null,
      dueOn: null,
      value: '1250.00',
      kind: null,
      presenter: null,
      creditor: null,
      isLive: true,
      rest: { officeCode: '12', cancelFee: '98.50' },
      updatedAt: new Date('2026-11-15T15:00:00Z'),
    },
  ]);
  assert.deepEqual(report('amounts in words').protests, protests);
  const keys = report('several results').protests.map(({ key }) => key);
  assert.equal(new Set(keys).size, 3, 'two that say the same are two');
  assert.equal(keys[0], protests[0]?.key, 'a title keeps its key when others come');
  assert.deepEqual(
    report('an office that lists nothing').protests.map(({ value }) => value),
    [null, null, null],
  );
  assert.equal(report('an office with one that it does not list').protests[0]?.value, '900.10');
  assert.deepEqual(
    ['only the first page', 'fewer listed than counted'].map((name) => report(name).isWhole),
    [false, false],
  );
  assert.equal(report('only the first page').count, 40);
  assert.equal(report('no city but the municipality').protests[0]?.city, 'SAO PAULO');
});

test('says what an answer covers and whether it was charged', async () => {
  const { outcomes } = await playAll();
  const none = outcomes.get('no protest, in so many words');
  assert.deepEqual([none?.kind, none?.meta.coverage], ['empty', ['SP']]);
  assert.deepEqual(outcomes.get('a parameter changed')?.meta.warnings, ['Infosimples changed a parameter']);
  const billed = (name: string): unknown => {
    const outcome = outcomes.get(name);
    return outcome?.kind === 'failed' && [outcome.fault.maybeBilled, outcome.fault.retry];
  };
  assert.deepEqual(billed('too slow'), [false, 'LATER']);
  assert.deepEqual(billed('a permanent error'), [true, 'NEVER']);
  assert.deepEqual(billed('no word about the bill'), [true, 'LATER']);
  assert.deepEqual(billed('a gateway that is too slow'), [true, 'LATER']);
  assert.deepEqual(billed('a token that is not accepted'), [false, 'NEVER']);
});
