import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';

const BALANCE = '/v1/holder/1/organization/1/balance';
const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

function partsOf(token: string): {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  signature: string;
} {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  return { header: read(header), payload: read(payload), signature };
}

/** Every way to make a token that is not ours out of one that is. */
function forge(token: string, publicKey: Buffer): string[] {
  const { header, payload, signature } = partsOf(token);
  const foreign = generateKeyPairSync('ed25519');
  const signedBy = (head: object, body: object): string => {
    const text = `${base64(head)}.${base64(body)}`;
    return `${text}.${sign(null, Buffer.from(text), foreign.privateKey).toString('base64url')}`;
  };
  const jwk = foreign.publicKey.export({ format: 'jwk' });
  const hmac = (alg: string, hash: string, secret: Buffer): string => {
    const text = `${base64({ ...header, alg })}.${base64(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const heads: object[] = [
    header,
    { ...header, jwk },
    { ...header, jku: 'https://127.0.0.1/keys' },
    { ...header, x5u: 'https://127.0.0.1/keys' },
    { ...header, x5c: ['AAAA'] },
    { ...header, kid: '../../dev/null' },
    { ...header, kid: "' or 1=1 --" },
    { ...header, kid: '' },
    { alg: 'EdDSA', typ: 'at+jwt' },
    { ...header, crit: ['exp'] },
    { ...header, b64: false, crit: ['b64'] },
    { ...header, alg: 'Ed25519' },
  ];
  const bodies: object[] = [
    { ...payload, iss: 'someone' },
    { ...payload, aud: 'another' },
    { ...payload, sub: '3' },
    { ...payload, sid: crypto.randomUUID() },
    { ...payload, exp: 4_102_444_800 },
    { ...payload, gen: 99 },
    { ...payload, sub: 1 },
    { ...payload, nbf: 4_102_444_800 },
    {},
  ];
  const altered = heads.slice(1).map((head) => `${base64(head)}.${base64(payload)}.${signature}`);
  const alteredBodies = bodies.map((body) => `${base64(header)}.${base64(body)}.${signature}`);
  const cut = Array.from({ length: 20 }, (_, index) => token.slice(0, -(index + 1) * 7));
  const none = ['none', 'None', 'NONE', 'nOnE'].flatMap((alg) => [
    `${base64({ ...header, alg })}.${base64(payload)}.`,
    `${base64({ ...header, alg })}.${base64(payload)}.${signature}`,
  ]);
  const confused = [
    hmac('HS256', 'sha256', publicKey),
    hmac('HS384', 'sha384', publicKey),
    hmac('HS512', 'sha512', publicKey),
    hmac('HS256', 'sha256', Buffer.alloc(0)),
  ];
  return [
    ...heads.map((head) => signedBy(head, payload)),
    ...bodies.map((body) => signedBy(header, body)),
    ...altered,
    ...alteredBodies,
    ...cut,
    ...none,
    ...confused,
    `${token}A`,
    `${token}.A`,
    token.toUpperCase(),
    token.split('.').toReversed().join('.'),
    `${base64('not json')}.${base64(payload)}.${signature}`,
    `${base64(header)}.${base64('[]')}.${signature}`,
    '.',
    '..',
    'a.b.c',
    `farol_st_${'A'.repeat(43)}`,
    `farol_st_`,
    'x'.repeat(4000),
  ];
}

describe('bearer', () => {
  let test: TestApi;
  let token: string;
  before(async () => {
    test = await startTestApi();
    token = (await logIn(test)).token;
  });
  after(() => test.close());

  it('refuses more than 80 forged tokens, all in the same words', async () => {
    const [key] = (await test.database.admin('select public_key from farol.signing_keys')) as {
      public_key: Buffer;
    }[];
    assert.ok(key);
    const forged = forge(token, key.public_key);
    assert.ok(forged.length >= 80, `${forged.length}`);
    const bodies = new Set<string>();
    for (const candidate of forged) {
      const response = await test.inject({ url: BALANCE, headers: bearer(candidate) });
      assert.equal(response.statusCode, 401, candidate.slice(0, 40));
      assert.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
      bodies.add(response.body);
    }
    assert.deepEqual([...bodies], ['{"message":"Unauthorized","error":"UnauthorizedException"}']);
  });

  it('tells a missing credential from a bad one, as RFC 6750 says', async () => {
    const missing = await test.inject({ url: BALANCE });
    assert.equal(missing.statusCode, 401);
    assert.equal(missing.headers['www-authenticate'], 'Bearer');
    for (const authorization of [
      'Bearer',
      'Bearer ',
      `Basic ${base64('a:b')}`,
      `Bearer  ${token}`,
      `Bearer ${token} x`,
      token,
    ]) {
      const response = await test.inject({ url: BALANCE, headers: { authorization } });
      assert.equal(response.statusCode, 401, authorization.slice(0, 12));
      assert.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"');
    }
  });

  it('does not read a token from the query', async () => {
    assert.equal((await test.inject({ url: `${BALANCE}?access_token=${token}` })).statusCode, 401);
  });

  it('takes the scheme in any case', async () => {
    assert.equal(
      (await test.inject({ url: BALANCE, headers: { authorization: `bEARER ${token}` } })).statusCode,
      200,
    );
  });

  it('refuses a token from the second at which it ends', async () => {
    const fresh = await logIn(test);
    const expiresAtMs = Number(partsOf(fresh.token).payload['exp']) * 1000;
    test.clock.advance(expiresAtMs - test.clock.nowMs() - 500);
    assert.equal((await test.inject({ url: BALANCE, headers: bearer(fresh.token) })).statusCode, 200);
    test.clock.advance(600);
    assert.equal((await test.inject({ url: BALANCE, headers: bearer(fresh.token) })).statusCode, 401);
  });
});
