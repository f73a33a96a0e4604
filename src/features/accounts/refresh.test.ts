import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi, Tokens } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';

const BALANCE = '/v1/holder/1/organization/1/balance';
const DAY_MS = 86_400_000;

describe('refresh', () => {
  let test: TestApi;
  before(async () => {
    test = await startTestApi();
  });
  after(() => test.close());

  const refresh = (tokens: Tokens, changes: { token?: string; body?: object } = {}) =>
    test.inject({
      method: 'POST',
      url: '/v1/refreshtoken',
      headers: bearer(changes.token ?? tokens.token),
      payload: {
        email: tokens.email,
        username: tokens.username,
        refreshToken: tokens.refreshToken,
        ...changes.body,
      },
    });
  const step = async (tokens: Tokens, token?: string): Promise<string> => {
    const response = await refresh(tokens, token === undefined ? {} : { token });
    assert.equal(response.statusCode, 200, response.body);
    const next = response.json<{ token: string }>().token;
    noteCanary(next);
    return next;
  };
  const canRead = async (token: string): Promise<boolean> =>
    (await test.inject({ url: BALANCE, headers: bearer(token) })).statusCode === 200;

  it('answers exactly e-mail, username and a new token that works', async () => {
    const tokens = await logIn(test);
    const response = await refresh(tokens);
    assert.deepEqual(Object.keys(response.json()), ['email', 'username', 'token']);
    assert.notEqual(response.json().token, tokens.token);
    assert.equal(await canRead(response.json().token), true);
    assert.equal(await canRead(tokens.token), true, 'earlier tokens stay good on other endpoints');
  });

  it('gives the same answer again for the bearer before the newest, within 30 seconds', async () => {
    const tokens = await logIn(test);
    const first = await step(tokens);
    test.clock.advance(29_000);
    assert.equal(await step(tokens), first);
  });

  it('gives 50 parallel refreshes one and the same token', async () => {
    const tokens = await logIn(test);
    const answers = await Promise.all(Array.from({ length: 50 }, () => step(tokens)));
    assert.equal(new Set(answers).size, 1);
    const [row] = (await test.database.admin(
      'select generation from farol.sessions order by created_at desc, generation desc limit 1',
    )) as { generation: number }[];
    assert.equal(row?.generation, 2);
  });

  it('revokes the session when the bearer before the newest comes later than 30 seconds', async () => {
    const tokens = await logIn(test);
    const next = await step(tokens);
    test.clock.advance(31_000);
    assert.equal((await refresh(tokens)).statusCode, 401);
    assert.equal((await refresh(tokens, { token: next })).statusCode, 401, 'the newest one is dead too');
  });

  it('revokes the session at once when a bearer two steps old comes, even within 30 seconds', async () => {
    const tokens = await logIn(test);
    const second = await step(tokens);
    const third = await step(tokens, second);
    assert.equal((await refresh(tokens)).statusCode, 401);
    const started = performance.now();
    while (await canRead(third)) {
      assert.ok(performance.now() - started < 1000, 'the newest token dies within a second');
    }
  });

  it('takes an expired bearer, but not one that ended longer ago than the refresh token lives', async () => {
    const tokens = await logIn(test);
    test.clock.advance(2 * DAY_MS);
    assert.equal(await canRead(tokens.token), false);
    const next = await step(tokens);
    test.clock.advance(29 * DAY_MS);
    assert.equal(
      (await refresh(tokens, { token: next })).statusCode,
      401,
      'the session lives 30 days from its log-in',
    );
  });

  it('refuses every mismatch with one and the same body', async () => {
    const tokens = await logIn(test);
    const others = await logIn(test, 'other');
    const bodies = await Promise.all([
      refresh(tokens, { body: { email: others.email } }),
      refresh(tokens, { body: { username: others.username } }),
      refresh(tokens, { body: { refreshToken: others.refreshToken } }),
      refresh(tokens, { body: { refreshToken: tokens.token.slice(0, 300) } }),
      refresh(tokens, { body: { email: others.email, username: others.username } }),
      refresh(tokens, { token: others.token }),
      refresh(tokens, { token: `${tokens.token.slice(0, -4)}AAAA` }),
      refresh(tokens, { token: tokens.refreshToken }),
    ]);
    assert.deepEqual(new Set(bodies.map(({ statusCode }) => statusCode)), new Set([401]));
    assert.equal(new Set(bodies.map(({ body }) => body)).size, 1);
    assert.equal(await canRead(await step(tokens)), true, 'and none of them did any harm');
  });

  it('is refused without a bearer', async () => {
    const tokens = await logIn(test);
    const { email, username, refreshToken } = tokens;
    const response = await test.inject({
      method: 'POST',
      url: '/v1/refreshtoken',
      payload: { email, username, refreshToken },
    });
    assert.equal(response.statusCode, 401);
    assert.equal(response.headers['www-authenticate'], 'Bearer');
  });

  it('is refused after log-out and after a change of password', async () => {
    const tokens = await logIn(test, 'basic');
    const other = await logIn(test, 'basic');
    await test.inject({ method: 'POST', url: '/v1/logout', headers: bearer(tokens.token) });
    assert.equal((await refresh(tokens)).statusCode, 401);
    const changed = await test.inject({
      method: 'PUT',
      url: '/v1/password',
      headers: bearer(other.token),
      payload: { password: 'farol-demo-2026', newPassword: 'quartz-lantern-orbit-71' },
    });
    assert.equal(changed.statusCode, 200, changed.body);
    assert.equal((await refresh(other)).statusCode, 401);
  });

  it('keeps signing with the key of the step when the key is rotated in between', async () => {
    const { createKeyring, readKeyFile } = await import('../../platform/crypto/keyring.ts');
    const { rotateSigningKey } = await import('./signing-keys.ts');
    const tokens = await logIn(test);
    const first = await step(tokens);
    await rotateSigningKey(test.operator, createKeyring(readKeyFile(test.config.keyFile)));
    assert.equal(await step(tokens), first);
    const kid = (token: string): string =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    const deadline = performance.now() + 2000;
    let newest = await step(tokens, first);
    while (kid(newest) === kid(first) && performance.now() < deadline) {
      newest = await step(tokens, newest);
    }
    assert.notEqual(kid(newest), kid(first), 'new tokens carry the new key');
    assert.equal(await canRead(first), true, 'tokens of the old key stay good');
  });

  it('never forks or revokes a lineage in 300 ordinary refreshes', async () => {
    const tokens = await logIn(test);
    let token = tokens.token;
    for (let count = 0; count < 300; count += 1) {
      token = await step(tokens, token);
    }
    assert.equal(await canRead(token), true);
  });
});
