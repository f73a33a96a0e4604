// A self-signed certificate for localhost, built byte by byte (X.509 v3, RFC 5280), so that no key lies in the repository
// and no tool has to be installed.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const length =
    body.length < 0x80
      ? Buffer.of(body.length)
      : Buffer.of(0x82, Math.floor(body.length / 256), body.length % 256);
  return Buffer.concat([Buffer.of(tag), length, body]);
}

const sequence = (...items: readonly Uint8Array[]): Buffer => der(0x30, ...items);
const ED25519 = sequence(der(0x06, Buffer.from('2b6570', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
const SUBJECT_ALT_NAME = der(0x06, Buffer.from('551d11', 'hex'));

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function pem(kind: string, bytes: Buffer): string {
  return `-----BEGIN ${kind}-----\n${bytes.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END ${kind}-----\n`;
}

const DAY_MS = 86_400_000;

export function makeCertificate(
  validFromMs = Date.now() - DAY_MS,
  validToMs = Date.now() + 30 * DAY_MS,
): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.of(127, 0, 0, 1)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ED25519,
    name,
    sequence(utcTime(new Date(validFromMs)), utcTime(new Date(validToMs))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, names)))),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign(null, body, privateKey)]));
  return {
    certificate: pem('CERTIFICATE', sequence(body, ED25519, signature)),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  };
}
