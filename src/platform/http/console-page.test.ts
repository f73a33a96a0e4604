import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createLog } from '../log.ts';
import { serveConsole } from './console-page.ts';
import { isConsolePath } from './console-paths.ts';
import { translateErrors } from './error-translator.ts';
import { useStrictValidation } from './validation.ts';

const SCRIPT = 'export const a = 1;';

async function open(folder: string): Promise<FastifyInstance> {
  const app = fastify();
  translateErrors(app, createLog({ level: 'silent', process: 'test' }));
  useStrictValidation(app);
  await serveConsole(app, folder);
  return app;
}

describe('the pages of the console', () => {
  let folder: string;
  let app: FastifyInstance;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'farol-console-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<style nonce="__FAROL_NONCE__"></style><i nonce="__FAROL_NONCE__">',
    );
    writeFileSync(join(folder, 'secret.txt'), 'not to be served');
    writeFileSync(join(folder, 'assets', 'index-a_B1.js'), SCRIPT);
    writeFileSync(join(folder, 'assets', 'index-a_B1.js.gz'), gzipSync(SCRIPT));
    app = await open(folder);
  });
  after(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('are one document under every address of theirs, with a nonce of its own each time', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/login', '/organizations', '/o/1', '/o/1/analyses/2/3']) {
      const response = await app.inject({ url });
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
      const [, nonce = ''] =
        /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy'])) ?? [];
      assert.equal(response.body.split(`nonce="${nonce}"`).length, 3);
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 5);
  });

  it('let in no script and no style but their own', async () => {
    const policy = String((await app.inject({ url: '/' })).headers['content-security-policy']);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
  });

  it('have files that may be kept for ever, compressed when the browser takes it', async () => {
    const url = '/assets/index-a_B1.js';
    const plain = await app.inject({ url });
    assert.equal(plain.body, SCRIPT);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.match(String(packed.headers['content-type']), /javascript/);
    assert.equal(gunzipSync(packed.rawPayload).toString(), SCRIPT);
  });

  it('serve nothing beside those files', async () => {
    const urls = [
      '/assets/other.js',
      '/assets/..%2fsecret.txt',
      '/assets/%2e%2e/secret.txt',
      '/secret.txt',
      '/assets/',
    ];
    for (const url of urls) {
      const response = await app.inject({ url });
      assert.ok([400, 404].includes(response.statusCode), `${url} ${response.statusCode}`);
      assert.equal(typeof response.json().error, 'string');
    }
  });

  it('leave every other address to the API', async () => {
    for (const url of ['/v1/none', '/o', '/login/more', '/index.html', '/console']) {
      const response = await app.inject({ url });
      assert.equal(response.statusCode, 404);
      assert.equal(response.json().error, 'ObjectNotFoundException');
      assert.equal(isConsolePath(url), false);
    }
    assert.ok(isConsolePath('/o/1?a=b') && isConsolePath('/assets/x.js') && isConsolePath('/'));
  });

  it('say what is missing when nothing was built', async () => {
    const bare = await open(join(folder, 'nowhere'));
    const response = await bare.inject({ url: '/' });
    assert.equal(response.statusCode, 404);
    assert.match(response.json().message, /not built/);
    await bare.close();
  });
});
