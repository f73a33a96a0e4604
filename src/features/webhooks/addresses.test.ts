// Addresses that lead inside, written in every way, by name and by redirect: nobody ever connects. Whatever listens here is on
// this machine.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { makeCertificate } from '../../../test/support/certificate.ts';
import { answer, startReceiver } from '../../../test/support/webhook-receiver.ts';
import { CallFailure } from '../../platform/outbound/call-failure.ts';
import { HOSTILE_HOSTS } from '../../platform/outbound/fixtures/hostile-hosts.ts';
import type { ResolveAll } from '../../platform/outbound/guarded-connector.ts';
import { createPoster } from '../../platform/outbound/poster.ts';
import type { PosterOptions } from '../../platform/outbound/poster.ts';
import { readEndpointAddress } from './endpoint-address.ts';
import { HOSTILE_URLS } from './fixtures/hostile-urls.ts';
import { nameFault } from './rules.ts';

const OUTSIDE = { mayUseLoopback: false };

/** On IPv4 and IPv6 loopback and on one port. */
async function listenInside(): Promise<{ port: number; seen(): number; close(): Promise<void> }> {
  let seen = 0;
  const open = async (host: string, port: number) => {
    const server = createServer((socket) => {
      seen += 1;
      socket.destroy();
    });
    server.listen(port, host);
    await once(server, 'listening');
    return server;
  };
  const first = await open('127.0.0.1', 0);
  const { port } = first.address() as AddressInfo;
  const servers = [first, await open('::1', port).catch(() => null)];
  return {
    port,
    seen: () => seen,
    close: async () => {
      for (const server of servers) {
        server?.close();
      }
      await once(first, 'close');
    },
  };
}

async function postTo(url: string, options: Partial<PosterOptions> = {}): Promise<string> {
  const poster = createPoster({
    ...OUTSIDE,
    connectTimeoutMs: 500,
    deadlineMs: 1000,
    connectionsPerOrigin: 1,
    ...options,
  });
  try {
    const { status } = await poster.post({
      url,
      headers: {},
      body: '{}',
      signal: AbortSignal.timeout(2000),
    });
    return String(status);
  } catch (error) {
    assert.ok(error instanceof CallFailure, String(error));
    return nameFault(error);
  } finally {
    await poster.close();
  }
}

describe('addresses inside', () => {
  let inside: Awaited<ReturnType<typeof listenInside>>;
  before(async () => {
    inside = await listenInside();
  });
  after(() => inside.close());

  it('are refused when they are registered, 160 and more of them', (t) => {
    const all = [...HOSTILE_URLS, ...HOSTILE_HOSTS.map((host) => `https://${host}/hook`)];
    const taken = all.filter((url) => 'url' in readEndpointAddress(url, OUTSIDE));
    assert.deepEqual(taken, []);
    assert.ok(new Set(all).size >= 160, String(all.length));
    t.diagnostic(`${all.length} addresses refused`);
    for (const url of [
      'https://hooks.example.com',
      'https://8.8.8.8:8443/x?y=1',
      'https://[2606:4700::1111]/',
    ]) {
      assert.deepEqual(readEndpointAddress(url, OUTSIDE), { url: new URL(url).href });
    }
  });

  it('are refused once more when something is posted, whatever was stored', async () => {
    for (const host of HOSTILE_HOSTS) {
      for (const url of [`https://${host}:${inside.port}/`, `http://${host}:${inside.port}/`]) {
        if (URL.canParse(url)) {
          assert.match(await postTo(url), /^(?:ADDRESS_REFUSED|UNREACHABLE)$/, url);
        }
      }
    }
    assert.equal(inside.seen(), 0);
  });

  it('are not reached by a name that leads there: alone, among others, or every second time', async () => {
    const answers: readonly (readonly string[])[] = [
      ['127.0.0.1'],
      ['::1'],
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '2606:4700::1111'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
      ['10.0.0.1', '8.8.8.8'],
      ['64:ff9b::7f00:1'],
      [],
    ];
    const toAddresses = (addresses: readonly string[]) =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    for (const addresses of answers) {
      const resolve: ResolveAll = (_name, _options, callback) => callback(null, toAddresses(addresses));
      const url = `https://rebinding.example.com:${inside.port}/`;
      assert.equal(await postTo(url, { resolve }), 'ADDRESS_REFUSED', String(addresses));
    }
    let asked = 0;
    const rebinding: ResolveAll = (_name, _options, callback) => {
      asked += 1;
      // An address that no router leads to, then ours.
      callback(null, toAddresses([asked % 2 === 1 ? '192.0.2.1' : '127.0.0.1']));
    };
    for (let round = 0; round < 10; round += 1) {
      const url = `https://rebinding.example.com:${inside.port}/`;
      assert.equal(await postTo(url, { resolve: rebinding }), 'ADDRESS_REFUSED');
    }
    assert.equal(asked, 10, 'a name is looked up once for a connection');
    assert.equal(inside.seen(), 0);
  });

  it('are not reached by a redirect, which is an answer like any other failure', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${inside.port}/`;
      const receiver = await startReceiver(answer(status, { location }));
      assert.equal(await postTo(receiver.url, { mayUseLoopback: true }), String(status));
      assert.equal(receiver.receipts.length, 1);
      await receiver.close();
    }
    assert.equal(inside.seen(), 0);
  });

  it('would be seen if they were reached: in a sandbox the same listener is', async () => {
    const seen = inside.seen();
    const url = `http://127.0.0.1:${inside.port}/`;
    assert.equal(await postTo(url, { mayUseLoopback: true }), 'CONNECTION_BROKEN');
    assert.equal(inside.seen(), seen + 1);
    // Also where loopback is allowed, everything else of the inside is not.
    assert.equal(
      await postTo(`https://10.0.0.1:${inside.port}/`, { mayUseLoopback: true }),
      'ADDRESS_REFUSED',
    );
    assert.equal(inside.seen(), seen + 1);
  });

  it('have a certificate that is checked', async () => {
    const tls = makeCertificate();
    const receiver = await startReceiver(answer(200), tls);
    assert.equal(await postTo(receiver.url, { mayUseLoopback: true }), 'CERTIFICATE');
    assert.equal(await postTo(receiver.url, { mayUseLoopback: true, trusted: tls.certificate }), '200');
    assert.equal(receiver.receipts.length, 1);
    await receiver.close();
  });
});
