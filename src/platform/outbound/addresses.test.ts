import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { isPublicAddress } from './addresses.ts';
import { AddressFault, parseBaseAddress } from './base-address.ts';
import { HOSTILE_HOSTS } from './fixtures/hostile-hosts.ts';
import { ask, openTestClient } from './fixtures/upstream.ts';
import type { ResolveAll } from './guarded-connector.ts';

const NO_ADDRESSES = ['', '1.2.3', '1.2.3.4.5', '::g', '256.1.1.1', 'fe80::1%eth0'];
/** As they stand, and as they are when the brackets of an address in a URL are gone. */
const REFUSED: readonly string[] = [
  ...HOSTILE_HOSTS,
  ...HOSTILE_HOSTS.filter((host) => host.startsWith('[')).map((host) => host.slice(1, -1)),
  ...NO_ADDRESSES,
];

const ALLOWED = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.1',
];
const ALSO_ALLOWED = [
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.167.1.1',
  '192.169.0.0',
  '223.255.255.254',
];
const ALLOWED_IPV6 = [
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2800:3f0::1',
  '2a00:1450::1',
  '[2606:4700::1111]',
];

test('tells ordinary public addresses from all others', (t) => {
  assert.deepEqual(REFUSED.filter(isPublicAddress), []);
  const allowed = [...ALLOWED, ...ALSO_ALLOWED, ...ALLOWED_IPV6];
  assert.deepEqual(
    allowed.filter((address) => !isPublicAddress(address)),
    [],
  );
  assert.ok(REFUSED.length >= 100);
  t.diagnostic(`${REFUSED.length} addresses refused, ${allowed.length} taken`);
});

const BAD_BASES: readonly string[] = [
  '',
  'api',
  'api.example',
  '/path',
  'ftp://api.example',
  'file:///etc/passwd',
  'javascript:1',
  'gopher://a/',
  'http://api.example',
  'http://8.8.8.8',
  'http://localhost.example',
  'http://127.0.0.1.nip.io',
  'http://10.0.0.1',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0',
  'http://[::]',
  'http://169.254.169.254',
  'http://localhost.',
  'https://user@api.example',
  'https://user:secret@api.example',
  'https://api.example?x=1',
  'https://api.example#x',
  'https://',
  'https://a b',
  'https://[::1',
  'https://256.256.256.256',
  'https://api.example:99999',
];

test('takes https addresses, and http only for the sandbox on this machine', () => {
  for (const text of BAD_BASES) {
    assert.throws(() => parseBaseAddress(text), AddressFault, text);
  }
  assert.deepEqual(parseBaseAddress('https://api.example:8443/v1/'), {
    origin: 'https://api.example:8443',
    host: 'api.example:8443',
    prefix: '/v1',
    isSandbox: false,
  });
  // The address parser itself turns other spellings of loopback into the one that is recognized.
  for (const text of [
    'http://localhost:1',
    'http://127.0.0.1',
    'http://[::1]:80',
    'http://2130706433',
    'http://0x7f.1',
  ]) {
    assert.equal(parseBaseAddress(text).isSandbox, true, text);
  }
});

/** Counts connections on loopback; nobody may ever come. */
async function startWatched(): Promise<{ port: number; seen(): number }> {
  let seen = 0;
  const server = createServer((socket) => {
    seen += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(async () => {
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, seen: () => seen };
}

async function refusalOf(url: string, resolve?: ResolveAll): Promise<string> {
  const { client } = openTestClient('http://127.0.0.1:1', {
    base: { ...parseBaseAddress('https://placeholder.example'), origin: url },
    deadlineMs: 2000,
    ...(resolve === undefined ? {} : { resolve }),
  });
  const outcome = await client.ask(ask());
  return outcome.kind === 'failed' ? `${outcome.fault.code} ${outcome.fault.vendorCode ?? ''}` : outcome.kind;
}

test('connects to no address of the inside, written as it may be', async () => {
  const { port, seen } = await startWatched();
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0', '0.0.0.0', '[::1]'];
  const mapped = [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '10.0.0.1',
  ];
  const names = ['localhost', 'LOCALHOST'];
  for (const host of [...hosts, ...mapped, ...names]) {
    for (const scheme of ['https', 'http']) {
      assert.equal(
        await refusalOf(`${scheme}://${host}:${port}`),
        'UPSTREAM ADDRESS_REFUSED',
        `${scheme} ${host}`,
      );
    }
  }
  assert.equal(seen(), 0);
});

test('connects to no name that leads inside, not even at its second lookup or among others', async () => {
  const { port, seen } = await startWatched();
  const answers = [
    [['127.0.0.1', 4]],
    [['::1', 6]],
    [['::ffff:127.0.0.1', 6]],
    [['169.254.169.254', 4]],
    [
      ['8.8.8.8', 4],
      ['127.0.0.1', 4],
    ],
    [
      ['2606:4700::1111', 6],
      ['10.0.0.1', 4],
    ],
    [],
  ] as const;
  for (const addresses of answers) {
    const resolve: ResolveAll = (_name, _options, callback) =>
      callback(
        null,
        addresses.map(([address, family]) => ({ address, family })),
      );
    assert.equal(await refusalOf(`https://rebinding.example:${port}`, resolve), 'UPSTREAM ADDRESS_REFUSED');
  }
  let asked = 0;
  const alternating: ResolveAll = (_name, _options, callback) => {
    asked += 1;
    callback(null, [{ address: asked % 2 === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
  };
  for (let round = 0; round < 6; round += 1) {
    assert.equal(
      await refusalOf(`http://rebinding.example:${port}`, alternating),
      'UPSTREAM ADDRESS_REFUSED',
    );
  }
  assert.equal(
    asked,
    6,
    'a name is looked up once for a connection, and that answer is the one connected to',
  );
  assert.equal(seen(), 0);
});
