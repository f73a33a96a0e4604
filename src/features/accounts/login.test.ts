import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';

const PASSWORD = 'farol-demo-2026';

describe('log-in', () => {
  let test: TestApi;
  before(async () => {
    test = await startTestApi({ env: { FAROL_PASSWORD_HASHING: '1' } });
  });
  after(() => test.close());
  const attempt = (email: string, password = PASSWORD) =>
    test.inject({ method: 'POST', url: '/v1/login', payload: { email, password } });

  it('answers the tokens and how long they last', async () => {
    const tokens = await logIn(test);
    assert.deepEqual(Object.keys(tokens), ['email', 'username', 'token', 'refreshToken', 'expiresIn']);
    assert.equal(tokens.expiresIn, 86_400);
    assert.equal(tokens.username, 'demo');
    assert.equal(Buffer.from(tokens.refreshToken, 'base64url').length, 32);
  });

  it('takes the e-mail in any case', async () => {
    assert.equal((await attempt('DEMO@Example.com')).statusCode, 200);
  });

  it('refuses a wrong password, an unknown e-mail and a disabled user with the same bytes', async () => {
    await test.database.admin(`update farol.users set disabled_at = now() where username = 'other'`);
    const answers = [
      await attempt('demo@example.com', 'wrong-password'),
      await attempt('nobody@example.com'),
      await attempt('other@example.com'),
    ];
    await test.database.admin(`update farol.users set disabled_at = null where username = 'other'`);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [401, 401, 401],
    );
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.equal(answers[0]?.headers['www-authenticate'], 'Bearer');
  });

  it('keeps neither password nor tokens in the database', async () => {
    const tokens = await logIn(test);
    const dump = JSON.stringify([
      await test.database.admin('select s.*, encode(refresh_hash, $1) from farol.sessions s', ['escape']),
      await test.database.admin('select * from farol.users'),
    ]);
    assert.ok(
      !dump.includes(tokens.refreshToken) && !dump.includes(tokens.token) && !dump.includes(PASSWORD),
    );
  });

  it('lists sessions, ends one of them, and never those of somebody else', async () => {
    const mine = await logIn(test);
    const other = await logIn(test, 'other');
    const list = async (token: string) =>
      (await test.inject({ url: '/v1/sessions', headers: bearer(token) })).json<{
        sessions: { id: string; current: boolean }[];
      }>().sessions;
    const sessions = await list(mine.token);
    assert.equal(sessions.filter(({ current }) => current).length, 1);
    const otherId = (await list(other.token)).find(({ current }) => current)?.id ?? '';
    const end = (id: string, token: string) =>
      test.inject({ method: 'DELETE', url: `/v1/sessions/${id}`, headers: bearer(token) });
    assert.equal((await end(otherId, mine.token)).statusCode, 404);
    assert.equal((await end('not-an-id', mine.token)).statusCode, 404);
    assert.equal(
      (await list(other.token)).some(({ id }) => id === otherId),
      true,
    );
    const ended = sessions.find(({ current }) => !current)?.id ?? '';
    assert.equal((await end(ended, mine.token)).statusCode, 200);
    assert.equal((await end(ended, mine.token)).statusCode, 404);
    assert.equal(
      (await list(mine.token)).some(({ id }) => id === ended),
      false,
    );
  });

  it('refuses new passwords that are short, common, or made of the name', async () => {
    const { token } = await logIn(test, 'basic');
    for (const newPassword of [
      'short',
      'password12345',
      'aaaaaaaaaaaaaaa',
      '123456789012345',
      'basic@example.com',
    ]) {
      const response = await test.inject({
        method: 'PUT',
        url: '/v1/password',
        headers: bearer(token),
        payload: { password: PASSWORD, newPassword },
      });
      assert.equal(response.statusCode, 400, newPassword);
    }
  });

  it('changes the password only with the present one, and then ends every session', async () => {
    const first = await logIn(test, 'basic');
    const second = await logIn(test, 'basic');
    const change = (password: string) =>
      test.inject({
        method: 'PUT',
        url: '/v1/password',
        headers: bearer(first.token),
        payload: { password, newPassword: 'velvet anchor 93 tulip' },
      });
    assert.equal((await change('wrong-password')).statusCode, 400);
    assert.equal((await change(PASSWORD)).statusCode, 200);
    for (const { token } of [first, second]) {
      assert.equal((await test.inject({ url: '/v1/sessions', headers: bearer(token) })).statusCode, 401);
    }
    assert.equal((await attempt('basic@example.com')).statusCode, 401);
    assert.equal((await attempt('basic@example.com', 'velvet anchor 93 tulip')).statusCode, 200);
  });
});

describe('log-in limits', () => {
  let test: TestApi;
  before(async () => {
    test = await startTestApi({
      env: { FAROL_RATE_LIMITS: 'on', FAROL_RATE_LOGIN: '5/600', FAROL_TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  after(() => test.close());
  const attempt = (address: string, email: string, password = PASSWORD) =>
    test.inject({
      method: 'POST',
      url: '/v1/login',
      headers: { 'x-forwarded-for': address },
      payload: { email, password },
    });

  it('limits one e-mail however many addresses the guesses come from, and does not lock the owner out', async () => {
    assert.equal((await attempt('10.0.0.1', 'demo@example.com')).statusCode, 200, 'the owner at home');
    const guesses = [];
    for (let count = 0; count < 8; count += 1) {
      guesses.push((await attempt(`10.1.0.${count}`, 'demo@example.com', 'guess-guess-guess')).statusCode);
    }
    assert.deepEqual(guesses.slice(-3), [429, 429, 429]);
    assert.equal(
      (await attempt('10.9.9.9', 'demo@example.com')).statusCode,
      429,
      'a stranger, even with the password',
    );
    assert.equal((await attempt('10.0.0.1', 'demo@example.com')).statusCode, 200, 'the owner at home, still');
  });

  it('limits unknown e-mails in the same way', async () => {
    const statuses = [];
    for (let count = 0; count < 7; count += 1) {
      statuses.push((await attempt(`10.2.0.${count}`, 'nobody@example.com')).statusCode);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  });

  it('counts all addresses of one IPv6 network as one, and a bad body too', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await attempt(`2001:db8:5:5::${count}`, `person${count}@example.net`)).statusCode);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    const malformed = await test.inject({
      method: 'POST',
      url: '/v1/login',
      headers: { 'x-forwarded-for': '2001:db8:5:5::9' },
      payload: { unknown: true },
    });
    assert.equal(malformed.statusCode, 429, 'the limit comes before the body');
  });

  it('limits one address over all e-mails, and says when to come back', async () => {
    const answers = [];
    for (let count = 0; count < 6; count += 1) {
      answers.push(await attempt('10.3.0.1', `person${count}@example.com`));
    }
    const last = answers.at(-1);
    assert.ok(last);
    assert.equal(last.statusCode, 429);
    assert.ok(Number(last.headers['retry-after']) >= 1);
    assert.match(String(last.headers['ratelimit']), /^"login";r=0;t=\d+$/);
  });
});
