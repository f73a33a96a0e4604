import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect } from 'node:tls';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { makeCertificate } from '../../../test/support/certificate.ts';

describe('HTTPS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farol-tls-'));
  const { certificate, key } = makeCertificate();
  let test: TestApi;
  let port: number;
  before(async () => {
    writeFileSync(join(folder, 'certificate.pem'), certificate);
    writeFileSync(join(folder, 'key.pem'), key);
    test = await startTestApi({
      env: {
        FAROL_TLS_CERTIFICATE_FILE: join(folder, 'certificate.pem'),
        FAROL_TLS_KEY_FILE: join(folder, 'key.pem'),
      },
    });
    await test.api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = test.api.app.server.address() as AddressInfo);
  });
  after(async () => {
    await test.close();
    rmSync(folder, { recursive: true });
  });

  it('is spoken when a certificate and key are given, and asked for ever after', async () => {
    const sent = request({ host: '127.0.0.1', port, path: '/health/live', ca: certificate, agent: false });
    sent.end();
    const [response] = await once(sent, 'response');
    response.resume();
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['strict-transport-security'], 'max-age=31536000');
  });

  it('refuses protocols before TLS 1.2', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: certificate,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await assert.rejects(once(socket, 'secureConnect'));
  });

  it('does not answer plain HTTP on the same port', async () => {
    const sent = requestPlain({ host: '127.0.0.1', port, path: '/health/live', agent: false });
    sent.end();
    await assert.rejects(once(sent, 'response'));
  });
});
