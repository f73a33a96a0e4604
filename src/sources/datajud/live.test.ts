import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import type { CaseRecord } from '../../features/cases/ports.ts';
import { parseBaseAddress } from '../../platform/outbound/base-address.ts';
import {
  startReplay,
  summaryOf,
  TEST_LIMITS,
  testSurroundings,
} from '../../platform/outbound/fixtures/replay.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { Secret } from '../../platform/secret.ts';
import { findAlias } from './alias.ts';
import { datajud, openDatajud } from './live-source.ts';

const NUMBER = '00008323520184013202';

function open(url: string) {
  const around = testSurroundings();
  const given = { ...TEST_LIMITS, base: parseBaseAddress(url), apiKey: new Secret('key-of-a-test') };
  assert.deepEqual(datajud.missing(given), []);
  assert.deepEqual(datajud.missing({ ...given, apiKey: null }), ['FAROL_DATAJUD_API_KEY']);
  const { client, processes } = openDatajud(given, around);
  after(() => client.close());
  return { processes, logged: around.logged };
}

const aliasOf = (court: string): string | null => findAlias(`0000000002020${court}0001` as CaseNumber);

test('a number leads to one of 91 indexes, or to none', () => {
  const codes = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'));
  const aliases = new Set(codes.map(aliasOf));
  aliases.delete(null);
  assert.equal(aliases.size, 91);
  const known = { 826: 'tjsp', 807: 'tjdft', 607: 'tre-dft', 626: 'tre-sp', 502: 'trt2', 406: 'trf6' };
  for (const [code, alias] of Object.entries(known)) assert.equal(aliasOf(code), alias);
  assert.deepEqual(['300', '500', '600', '700', '913', '921', '926'].map(aliasOf), [
    'stj',
    'tst',
    'tse',
    'stm',
    'tjmmg',
    'tjmrs',
    'tjmsp',
  ]);
  // The STF, the CNJ, the CJF, the CSJT, a military district, and courts that there are none of.
  for (const code of ['100', '200', '490', '590', '701', '407', '525', '828', '999', '026']) {
    assert.equal(aliasOf(code), null, code);
  }
});

test('reads every answer that DataJud is known to give, and takes none for another', async () => {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'));
  const outcomes = new Map<string, Outcome<readonly CaseRecord[]>>();
  const counts = new Map<string, number>();
  for (const name of replay.names) {
    // Each on its own: three failures in a row would have the source left alone.
    const { processes, logged } = open(replay.url);
    replay.play(name);
    const before = replay.questions.length;
    outcomes.set(name, await processes.refresh({ number: NUMBER }));
    counts.set(name, replay.questions.length - before);
    assert.ok(!/key-of-a-test|00008323520184013202/.test(logged()), 'neither key nor number is logged');
  }
  assert.deepEqual(Object.fromEntries(Array.from(outcomes, ([name, each]) => [name, summaryOf(each)])), {
    'one hit': 'ready',
    'several hits of one number': 'ready',
    'the total of an old index': 'ready',
    'nothing on record': 'empty',
    'nothing, while shards failed': 'UPSTREAM PARTIAL',
    'a hit, while shards failed': 'UPSTREAM PARTIAL',
    'an index that ran out of time': 'UPSTREAM PARTIAL',
    'more hits than it gives': 'UPSTREAM CUT_OFF',
    'another number': 'BAD_SHAPE SUBJECT_MISMATCH',
    'a number that lost its digits': 'BAD_SHAPE SUBJECT_MISMATCH',
    'a class that is no code': 'BAD_SHAPE VALUE',
    'no hits at all': 'BAD_SHAPE SCHEMA',
    'a page': 'BAD_SHAPE CONTENT_TYPE',
    'an index that is busy': 'RATE_LIMITED HTTP_429',
    'an index that gave up': 'TIMEOUT HTTP_504',
    'an index that failed': 'SOURCE_DOWN HTTP_503',
    'a key that was changed': 'AUTH HTTP_401',
    'a key that the gateway refuses': 'AUTH HTTP_403',
    'a question that is refused': 'BAD_INPUT HTTP_400',
  });
  // A busy index is asked again within the deadline, one that gave up is not.
  assert.ok((counts.get('an index that is busy') ?? 0) > 1);
  assert.equal(counts.get('an index that gave up'), 1);
  for (const { url, headers, body } of replay.questions) {
    assert.equal(url, '/api_publica_trf1/_search');
    assert.equal(headers.authorization, 'APIKey key-of-a-test');
    assert.deepEqual(JSON.parse(body), { size: 100, query: { match: { numeroProcesso: NUMBER } } });
  }
  const several = outcomes.get('several hits of one number');
  assert.ok(several?.kind === 'ready');
  assert.deepEqual(
    several.value.map(({ source, degree, recordKey, filedAt, subjectCodes, movements }) => [
      source,
      degree,
      recordKey,
      filedAt?.toISOString(),
      subjectCodes,
      movements.map(({ code }) => code),
    ]),
    [
      ['datajud', 'JE', '436_16403', '2018-10-29T00:00:00.000Z', [6177], [26, 14_732]],
      ['datajud', 'TR', '460_16403', '2019-03-13T21:55:59.000Z', [6177], []],
      ['datajud', 'JE', '156_16403', '2019-03-13T18:00:00.000Z', [6177], [26, 14_732]],
    ],
  );
  const [nothing, refused] = [outcomes.get('nothing on record'), outcomes.get('a key that was changed')];
  assert.match(nothing?.meta.warnings.join() ?? '', /secret, on paper, or not sent/);
  assert.ok(refused?.kind === 'failed' && refused.fault.retry === 'NEVER');
  assert.match(refused.fault.text, /wiki/);
});

test('a court without an index is not asked about', async () => {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'));
  const { processes } = open(replay.url);
  replay.play('nothing on record');
  const number = parseCaseNumber('00000010120201000000') as CaseNumber;
  assert.equal(processes.covers(number), false);
  assert.equal(processes.covers(NUMBER), true);
  assert.equal(processes.covers('123'), false);
  assert.equal(summaryOf(await processes.refresh({ number })), 'UNSUPPORTED NOT_COVERED');
  assert.equal(replay.questions.length, 0);
});

test('a source that fails three times is left alone', async () => {
  const replay = await startReplay(join(import.meta.dirname, 'fixtures', 'answers.json'));
  const { processes } = open(replay.url);
  replay.play('an index that gave up');
  for (let count = 0; count < 5; count += 1) await processes.refresh({ number: NUMBER });
  assert.equal(replay.questions.length, 3);
});
