import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isCnpj } from '../../src/documents/cnpj.ts';
import { isCpf } from '../../src/documents/cpf.ts';
import { parseDriverLicenceNumber } from '../../src/documents/driver-licence-number.ts';
import { TEST_DOCUMENTS } from '../test-documents.ts';
import { creditOf } from './credit.ts';
import { drawsOf } from './draws.ts';
import { licenceOf } from './licences.ts';
import { startSandboxServer } from './server.ts';
import { SOMEBODY_ELSE } from './test-documents.ts';
import { createWorld } from './world.ts';

const TODAY = '2026-11-15';

async function startSandbox() {
  const server = await startSandboxServer(
    createWorld(() => TODAY),
    0,
  );
  after(() => server.close());
  const call = (path: string, options: RequestInit = {}) => fetch(`${server.url}${path}`, options);
  return {
    driver: (cpf: string) =>
      call(`/v1/condutores/cpf/${cpf}`, { headers: { 'x-cpf-usuario': SOMEBODY_ELSE.person } }),
    linked: (document: string, query = '') =>
      call(`/items/sandbox-${document}/scr${query}`, { headers: { 'x-api-key': 'sandbox-key-1' } }),
    put: (path: string, body: unknown) => call(path, { method: 'PUT', body: JSON.stringify(body) }),
    call,
  };
}

function cpfs(count: number): string[] {
  const checkDigit = (digits: readonly number[]): number => {
    const rest = digits.reduce((sum, digit, at) => sum + digit * (digits.length + 1 - at), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  return Array.from({ length: count }, (_item, index) => {
    const base = Array.from(drawsOf('test', String(index)).digits(9), Number);
    const first = checkDigit(base);
    return [...base, first, checkDigit([...base, first])].join('');
  });
}

test('publishes test documents that are valid and each other than the rest', () => {
  const documents = [...TEST_DOCUMENTS.map(({ document }) => document), ...Object.values(SOMEBODY_ELSE)];
  assert.ok(documents.every((document) => isCpf(document) || isCnpj(document)));
  assert.equal(new Set(documents).size, documents.length);
});

test('draws the same believable licence for a CPF every time, for about seven in ten', () => {
  const people = cpfs(2000);
  assert.ok(people.every(isCpf));
  const licences = people.map((cpf) => licenceOf(cpf, TODAY, null));
  const found = licences.flatMap((licence) => (licence === null ? [] : [licence]));
  assert.ok(found.length > 1300 && found.length < 1500, `${found.length} of 2000`);
  assert.deepEqual(
    people.slice(0, 50).map((cpf) => licenceOf(cpf, TODAY, null)),
    licences.slice(0, 50),
  );
  for (const licence of found) {
    assert.ok('number' in parseDriverLicenceNumber(licence.number), licence.number);
    assert.ok(licence.birthDate < licence.firstOn && licence.firstOn <= licence.issuedOn);
    assert.ok(licence.issuedOn <= TODAY && licence.issuedOn < licence.expiresOn);
  }
});

test('makes new facts appear when the day is moved', async () => {
  const sandbox = await startSandbox();
  const people = cpfs(400);
  const later = people.filter(
    (cpf) =>
      JSON.stringify(licenceOf(cpf, TODAY, null)) !== JSON.stringify(licenceOf(cpf, '2028-06-01', null)),
  );
  assert.ok(later.length > 20, `${later.length} of 400 have news`);
  const [cpf = ''] = later;
  const before = await (await sandbox.driver(cpf)).text();
  assert.equal((await sandbox.put('/sandbox/time', { today: '2028-06-01' })).status, 200);
  assert.notEqual(await (await sandbox.driver(cpf)).text(), before);
  const months = (await (await sandbox.linked('90010020055')).json()) as { lsDtb: { dtb: number }[] };
  assert.equal(months.lsDtb.at(-1)?.dtb, 202_804, 'the newest month is two months back');
  assert.equal((await sandbox.put('/sandbox/time', { today: '2028-02-30' })).status, 400);
  await sandbox.put('/sandbox/time', { today: null });
  assert.equal(await (await sandbox.driver(cpf)).text(), before);
});

test('draws credit month by month, for a company by its root', () => {
  const picture = creditOf('90010020055', '2026-09', 'GOOD');
  assert.deepEqual(creditOf('90010020055', '2026-09', 'GOOD'), picture);
  assert.notDeepEqual(creditOf('90010020055', '2026-08', 'GOOD')?.groups, picture?.groups);
  const overdue = creditOf('90010020993', '2026-09', 'OVERDUE');
  assert.ok(overdue?.groups.some(({ buckets }) => (buckets['250'] ?? 0) > 0));
});

test('counts calls by source and document, and forgets them on request', async () => {
  const sandbox = await startSandbox();
  await sandbox.driver('90010020055');
  await sandbox.driver('90010020055');
  await sandbox.linked('90010020055');
  const calls = async () => (await (await sandbox.call('/sandbox/calls')).json()) as Record<string, unknown>;
  assert.deepEqual((await calls())['senatran'], {
    total: 2,
    tokens: 0,
    searches: 0,
    documents: { '90010020055': 2 },
  });
  assert.deepEqual((await calls())['pluggy'], {
    total: 1,
    tokens: 0,
    searches: 0,
    documents: { '90010020055': 1 },
  });
  await sandbox.call('/sandbox/reset', { method: 'POST' });
  assert.deepEqual((await calls())['senatran'], { total: 0, tokens: 0, searches: 0, documents: {} });
});

test('behaves as it is told, one source or all', async () => {
  const sandbox = await startSandbox();
  const statuses = async (count: number): Promise<number[]> => {
    const answers = [];
    for (let index = 0; index < count; index += 1) answers.push((await sandbox.driver('90010020055')).status);
    return answers;
  };
  await sandbox.put('/sandbox/behaviour?source=senatran', { failureRate: 0.25 });
  assert.equal((await statuses(40)).filter((status) => status === 500).length, 10);
  assert.equal((await sandbox.linked('90010020055')).status, 200);
  await sandbox.put('/sandbox/behaviour', { mode: 'down', failureRate: 0 });
  assert.deepEqual(await statuses(2), [503, 503]);
  await sandbox.put('/sandbox/behaviour', { mode: 'refusing' });
  await assert.rejects(sandbox.driver('90010020055'));
  await sandbox.put('/sandbox/behaviour', { mode: 'normal', latencyMs: 120 });
  const startedAt = performance.now();
  assert.deepEqual(await statuses(1), [200]);
  assert.ok(performance.now() - startedAt >= 119);
  for (const wrong of [
    { mode: 'x' },
    { latencyMs: -1 },
    { pendingMs: 1e9 },
    { failureRate: 2 },
    { speed: 1 },
  ]) {
    assert.equal((await sandbox.put('/sandbox/behaviour', wrong)).status, 400);
  }
});

test('refuses what the real sources refuse', async () => {
  const sandbox = await startSandbox();
  assert.equal((await sandbox.driver('90010020050')).status, 400);
  assert.equal((await sandbox.call('/v1/condutores/cpf/90010020055')).status, 401);
  assert.equal((await sandbox.call('/items/sandbox-90010020055/scr')).status, 401);
  assert.equal((await sandbox.call('/banking/originator/scr', { method: 'POST', body: '{}' })).status, 401);
  assert.equal((await sandbox.call('/v5/token', { method: 'POST', body: '{}' })).status, 400);
  assert.equal((await sandbox.call('/other')).status, 404);
});
