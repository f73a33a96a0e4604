import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { makeCertificate } from '../../../test/support/certificate.ts';
import { createSandboxListener, sandboxWorld } from '../../../test/support/sandbox.ts';
import { parseBaseAddress } from '../../platform/outbound/base-address.ts';
import { summaryOf, TEST_LIMITS, testSurroundings } from '../../platform/outbound/fixtures/replay.ts';
import { Secret } from '../../platform/secret.ts';
import { openSenatran } from './source.ts';

type Pair = { certificate: string; key: string };

/** The played source behind TLS that lets in nobody but the bearer of one certificate. */
async function startLocked(own: Pair, known: Pair): Promise<string> {
  const options = { cert: own.certificate, key: own.key, ca: known.certificate };
  const server = createServer(
    { ...options, requestCert: true, rejectUnauthorized: true },
    createSandboxListener(sandboxWorld()),
  );
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

async function askWith(url: string, shown: Pair | null, trusted: string | null): Promise<string> {
  const { client, lookup } = openSenatran(
    {
      ...TEST_LIMITS,
      base: parseBaseAddress(url),
      operatorCpf: new Secret('90010029940'),
      certificate: shown === null ? null : { cert: shown.certificate, key: shown.key },
      trusted,
    },
    testSurroundings(),
  );
  try {
    return summaryOf(await lookup.start({ cpf: '90010020055' }));
  } finally {
    await client.close();
  }
}

test('is let in with its certificate and with no other', async () => {
  const [server, client, stranger] = [makeCertificate(), makeCertificate(), makeCertificate()];
  const url = await startLocked(server, client);
  assert.equal(await askWith(url, client, server.certificate), 'ready');
  // Node's own server hangs up without the alert that others send, which then reads AUTH.
  const isLockedOut = /^(?:AUTH|SOURCE_DOWN)/;
  assert.match(await askWith(url, null, server.certificate), isLockedOut);
  assert.match(await askWith(url, stranger, server.certificate), isLockedOut);
});

test('does not talk to a source whose certificate it does not trust', async () => {
  const [server, client] = [makeCertificate(), makeCertificate()];
  const url = await startLocked(server, client);
  assert.match(await askWith(url, client, null), /^UPSTREAM DEPTH_ZERO_SELF_SIGNED_CERT$/);
  assert.match(await askWith(url, client, client.certificate), /^UPSTREAM /);
  const expired = makeCertificate(Date.now() - 10 * 86_400_000, Date.now() - 86_400_000);
  const late = await startLocked(expired, client);
  assert.match(await askWith(late, client, expired.certificate), /^UPSTREAM CERT_HAS_EXPIRED$/);
});
