import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { exchange, listen } from '../../../test/support/wire.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { createSignedAddresses } from '../../platform/files/signed-addresses.ts';
import type { SignedAddresses } from '../../platform/files/signed-addresses.ts';

const PUBLIC = 'https://farol.example.com';
const FILE = { folder: '7/1234/0b9f2c1e-8d5a-4f0e-9a57-3f1f6d0c9b11', filename: 'processos-1234.xlsx' };
const BYTES = randomBytes(700_000);
const MINUTE_MS = 60_000;

describe('GET /v1/files/{address}', () => {
  let test: TestApi;
  let store: FileStore;
  let addresses: SignedAddresses;
  let port: number;
  before(async () => {
    test = await startTestApi({ env: { FAROL_PUBLIC_URL: PUBLIC, FAROL_MAX_EVENT_LOOP_DELAY_MS: '60000' } });
    port = await listen(test);
    const { clock, config, log } = test;
    store = await openFileStore(config, { clock, log });
    const keyring = createKeyring(readKeyFile(config.keyFile));
    addresses = createSignedAddresses({ keyring, clock, publicUrl: config.publicUrl });
    await store.write(
      FILE,
      (async function* content() {
        yield BYTES;
      })(),
    );
  });
  after(async () => {
    await store.close();
    await test.close();
  });

  const pathOf = (file = FILE): string => {
    const address = addresses.addressOf(file);
    assert.ok(address.startsWith(`${PUBLIC}/v1/files/`));
    const path = address.slice(PUBLIC.length);
    noteCanary(path.slice('/v1/files/'.length));
    return path;
  };

  it('gives the file to whoever has its address, with headers that let a browser do nothing but save it', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${pathOf()}`, { headers: { host: 'evil.example' } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200);
    const sha256 = (of: Buffer): string => createHash('sha256').update(of).digest('hex');
    assert.equal(sha256(bytes), sha256(BYTES));
    const header = (name: string): string | null => answer.headers.get(name);
    assert.equal(header('content-type'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    assert.equal(header('content-disposition'), 'attachment; filename="processos-1234.xlsx"');
    assert.equal(header('content-length'), String(BYTES.length));
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.equal(header('cache-control'), 'no-store');
    assert.match(header('content-security-policy') ?? '', /sandbox/);
  });

  it('answers HEAD with the same length and no body', async () => {
    const answer = await test.inject({ method: 'HEAD', url: pathOf() });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-length'], String(BYTES.length));
    assert.equal(answer.body, '');
  });

  it('refuses an address altered anywhere with 403, never with the file', async () => {
    const path = pathOf();
    const start = '/v1/files/'.length;
    for (let at = start; at < path.length; at += 1) {
      const other = path.charAt(at) === 'A' ? 'B' : 'A';
      const { statusCode } = await test.inject({ url: path.slice(0, at) + other + path.slice(at + 1) });
      assert.equal(statusCode, 403, `changed at ${at}`);
      const { statusCode: cut } = await test.inject({ url: path.slice(0, at) + path.slice(at + 1) });
      assert.equal(cut, 403, `removed at ${at}`);
    }
    const code = path.charCodeAt(start).toString(16);
    const others = [`${path}?a=1`, `${path}A`, `${path}%20`, `/v1/files/%${code}${path.slice(start + 1)}`];
    for (const url of others) assert.equal((await test.inject({ url })).statusCode, 403, url.slice(-8));
    // Not injected: an empty query would be lost on the way.
    const { answers } = await exchange(port, [`GET ${path}? HTTP/1.1\r\nHost: a\r\n\r\n`], { answers: 1 });
    assert.equal(answers[0]?.status, 403);
    const body = (await test.inject({ url: '/v1/files/x' })).json();
    assert.deepEqual(body, {
      message: 'The address was altered or has ended',
      error: 'ErrorForbiddenException',
    });
    for (const url of [`${path}/`, path.replace('/v1/', '/v2/'), path.replace('files', 'Files')]) {
      assert.equal((await test.inject({ url })).statusCode, 404, url.slice(0, 12));
    }
  });

  it('refuses another method, and an address that is 15 minutes old', async () => {
    const path = pathOf();
    assert.equal((await test.inject({ method: 'POST', url: path })).statusCode, 405);
    test.clock.advance(15 * MINUTE_MS - 2000);
    assert.equal((await test.inject({ method: 'HEAD', url: path })).statusCode, 200);
    test.clock.advance(2000);
    assert.equal((await test.inject({ method: 'HEAD', url: path })).statusCode, 403);
  });

  it('opens one file: that of another organization needs an address of its own', async () => {
    const other = { ...FILE, folder: FILE.folder.replace('7/', '8/') };
    const path = pathOf();
    await store.write(
      other,
      (async function* content() {
        yield Buffer.from('of organization 8');
      })(),
    );
    const stated = Buffer.from(path.slice('/v1/files/'.length).split('.')[0] ?? '', 'base64url').toString();
    const forged = Buffer.from(stated.replace('"7/', '"8/')).toString('base64url');
    const signature = path.split('.').at(-1) ?? '';
    assert.equal((await test.inject({ url: `/v1/files/${forged}.${signature}` })).statusCode, 403);
  });

  it('says when the file is no longer kept', async () => {
    const gone = { ...FILE, filename: 'gone.xlsx' };
    assert.equal((await test.inject({ url: pathOf(gone) })).statusCode, 404);
  });
});
