import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findShortCanaries, readLogs, searchCanaries } from './canaries.ts';

const MAIL = 'maria.planted+1@example.com';
const CPF = '52998224725';
const CNPJ = '12ABC34501DE35';
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.planted.signature';
const PASSWORD = 'correct horse planted';
const LIST = [MAIL, CPF, CNPJ, TOKEN, PASSWORD, ''].join('\n');

function kinds(text: string): string[] {
  return searchCanaries(LIST, [{ path: 'api.log', text }]).map(({ kind, encoding }) => `${kind} ${encoding}`);
}

const PLANTED: readonly (readonly [found: string, text: string])[] = [
  ['e-mail raw', `{"msg":"hello ${MAIL}"}`],
  ['e-mail URL-encoded', `GET /users?mail=${encodeURIComponent(MAIL)}`],
  ['e-mail URL-encoded', `GET /users?mail=${encodeURIComponent(MAIL).toLowerCase()}`],
  ['e-mail base64', `Basic ${Buffer.from(`${MAIL}:secret`).toString('base64')}`],
  ['e-mail base64', `Basic ${Buffer.from(`a${MAIL}:secret`).toString('base64')}`],
  ['e-mail base64', `Basic ${Buffer.from(`ab${MAIL}:secret`).toString('base64url')}`],
  ['e-mail hex', `dump ${Buffer.from(`x${MAIL}y`).toString('hex')}`],
  ['e-mail hex', `dump ${Buffer.from(MAIL).toString('hex').toUpperCase()}`],
  ['document raw', `GET /v1/person/${CPF}`],
  ['document punctuated', 'the CPF 529.982.247-25 was asked for'],
  ['document raw', `company ${CNPJ}`],
  ['document punctuated', '12.ABC.345/01DE-35'],
  ['document base64', Buffer.from(`{"cpf":"${CPF}"}`).toString('base64')],
  ['token raw', `authorization: Bearer ${TOKEN}`],
  ['secret raw', `password=${PASSWORD}`],
  ['secret URL-encoded', 'password=correct%20horse%20planted'],
];

// The texts stay out of the names: the output of a run is searched like any other log.
for (const [index, [found, text]] of PLANTED.entries()) {
  test(`finds planted text ${index + 1}: ${found}`, () => deepEqual(kinds(text), [found]));
}

test('a clean log has no hit', () => {
  deepEqual(kinds('{"level":30,"route":"/v1/person/:document","status":200,"ms":3}\n'.repeat(100)), []);
});

test('a hit never carries the whole value', () => {
  const [hit] = searchCanaries(LIST, [{ path: 'api.log', text: MAIL }]);
  equal(hit?.path, 'api.log');
  equal(hit.hint, `mar… (${MAIL.length} characters)`);
  ok(!JSON.stringify(hit).includes(MAIL));
});

test('a value too short to search for is counted as a fault of the list', () => {
  equal(findShortCanaries('short\nlong enough\n\n'), 1);
});

test('thousands of canaries over megabytes of log take seconds at most', () => {
  const list = Array.from({ length: 2000 }, (_, index) => `user-${index}-planted@example.com`).join('\n');
  const line = '{"level":30,"time":1763164800000,"reqId":"0199f3a2","route":"/v1/users","msg":"answered"}\n';
  const text = `${line.repeat(100_000)}user-1999-planted@example.com`;
  const startedAt = performance.now();
  equal(searchCanaries(list, [{ path: 'api.log', text }]).length, 1);
  ok(performance.now() - startedAt < 5000);
});

test('reads the list and every other file of the folder', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'farol-canaries-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'canaries.txt'), `${MAIL}\n`);
  writeFileSync(join(folder, 'api.log'), `leaked ${MAIL}`);
  const { canaries, logs } = readLogs(folder);
  deepEqual(
    searchCanaries(canaries, logs).map(({ path }) => path),
    ['api.log'],
  );
});
