import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { projectDir } from '../../test/support/database.ts';
import { loadConfig } from '../config.ts';
import type { Finding } from './doctor-finding.ts';
import { checkListener } from './doctor-listener.ts';

const DAY_MS = 86_400_000;

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** A self-signed certificate of the smallest form that X.509 allows (RFC 5280, RFC 8410), with its key. */
function makeCertificate(fromMs: number, toMs: number): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const algorithm = der(0x30, der(0x06, Buffer.of(0x2b, 0x65, 0x70)));
  const commonName = der(0x30, der(0x06, Buffer.of(0x55, 0x04, 0x03)), der(0x0c, Buffer.from('farol')));
  const name = der(0x30, der(0x31, commonName));
  const time = (ms: number): Buffer =>
    der(0x18, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    der(0x30, time(fromMs), time(toMs)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = der(0x03, Buffer.of(0), sign(null, signed, privateKey));
  const lines = der(0x30, signed, algorithm, signature)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  };
}

suite('the certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farol-tls-'));
  const file = (name: string): string => join(folder, name);
  const make = (name: string, fromDays: number, toDays: number): void => {
    const { certificate, key } = makeCertificate(
      Date.now() + fromDays * DAY_MS,
      Date.now() + toDays * DAY_MS,
    );
    writeFileSync(file(`${name}.crt`), certificate);
    writeFileSync(file(`${name}.key`), key);
  };
  const examine = async (certificate: string, key: string): Promise<Finding> => {
    const config = loadConfig(projectDir, {
      FAROL_PORT: '0',
      FAROL_TLS_CERTIFICATE_FILE: file(certificate),
      FAROL_TLS_KEY_FILE: file(key),
    });
    const finding = (await checkListener(config)).find(({ check }) => check === 'certificate');
    assert.ok(finding !== undefined);
    return finding;
  };
  before(() => {
    make('good', -1, 365);
    make('ending', -1, 10);
    make('past', -30, -1);
    make('coming', 1, 365);
    writeFileSync(file('nonsense'), 'nothing');
  });
  after(() => rmSync(folder, { recursive: true }));

  test('one with its own key and time left is well', async () => {
    assert.equal((await examine('good.crt', 'good.key')).state, 'ok');
  });

  test('one that ends within 30 days is a warning', async () => {
    const finding = await examine('ending.crt', 'ending.key');
    assert.equal(finding.state, 'warning');
    assert.match(finding.message, /expires in 9 day\(s\)/);
  });

  test('an expired one, a key of another and files that are missing or nonsense are faults', async () => {
    for (const [certificate, key, message] of [
      ['past.crt', 'past.key', /expired on \d{4}-/],
      ['coming.crt', 'coming.key', /not valid before/],
      ['good.crt', 'ending.key', /do not belong together/],
      ['none.crt', 'good.key', /none\.crt cannot be read/],
      ['good.crt', 'nonsense', /nonsense cannot be read/],
      ['nonsense', 'good.key', /nonsense cannot be read/],
    ] as const) {
      const finding = await examine(certificate, key);
      assert.equal(finding.state, 'fault', certificate);
      assert.match(finding.message, message);
    }
  });
});
