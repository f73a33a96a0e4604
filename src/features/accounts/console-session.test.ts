import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';

const PASSWORD = 'farol-demo-2026';
const OWN_PAGE = { 'x-farol-console': '1', 'sec-fetch-site': 'same-origin' };
const BALANCE = '/v1/holder/1/organization/1/balance';

describe('the session of the console', () => {
  let test: TestApi;
  before(async () => {
    test = await startTestApi();
  });
  after(() => test.close());

  const enter = (headers: Record<string, string>, username = 'demo', password = PASSWORD) =>
    test.inject({
      method: 'POST',
      url: '/v1/console/session',
      headers,
      payload: { email: `${username}@example.com`, password },
    });
  const cookieOf = async (username = 'demo'): Promise<string> => {
    const response = await enter(OWN_PAGE, username);
    assert.equal(response.statusCode, 200, response.body);
    const pair = String(response.headers['set-cookie']).split(';')[0] ?? '';
    noteCanary(pair.split('=')[1] ?? '');
    return pair;
  };
  const ask = (cookie: string, url: string, headers: Record<string, string> = OWN_PAGE) =>
    test.inject({ url, headers: { cookie, ...headers } });

  it('is put into a cookie of this host that no script reads, and nowhere else', async () => {
    const response = await enter(OWN_PAGE);
    const [cookie = '', ...attributes] = String(response.headers['set-cookie']).split('; ');
    noteCanary(cookie.split('=')[1] ?? '');
    assert.match(cookie, /^__Host-farol=ey/);
    assert.deepEqual(attributes.toSorted(), [
      'HttpOnly',
      'Max-Age=86400',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ]);
    assert.deepEqual(response.json(), { success: true });
  });

  it('says who is logged in and where', async () => {
    const response = await ask(await cookieOf(), '/v1/console/session');
    const { user, organizations } = response.json().session;
    assert.deepEqual(user, { email: 'demo@example.com', username: 'demo', isOperator: true });
    assert.deepEqual(
      organizations.map(({ plans: _plans, ...rest }: { plans: unknown }) => rest),
      [{ organizationId: 1, holderId: 1, name: 'Demo', role: 'admin' }],
    );
    assert.equal(response.headers['cache-control'], 'no-store');
  });

  it('says that nobody is, without a cookie or with one that has ended', async () => {
    assert.deepEqual((await ask('', '/v1/console/session')).json(), { session: null });
    assert.deepEqual((await ask('__Host-farol=altered', '/v1/console/session')).json(), { session: null });
  });

  it('carries the authority of a bearer, and no more: the other tenant is refused', async () => {
    const [own, foreign] = [await cookieOf(), await cookieOf('other')];
    assert.equal((await ask(own, BALANCE)).statusCode, 200);
    assertErrorAnswer(await ask(foreign, BALANCE), 403);
    const { organizations } = (await ask(foreign, '/v1/console/session')).json().session;
    assert.deepEqual(
      organizations.map(({ organizationId }: { organizationId: number }) => organizationId),
      [3],
    );
  });

  const elsewhere: readonly [string, Record<string, string>][] = [
    ['without the header that only our page sets', {}],
    ['from another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['from another site of the same domain', { ...OWN_PAGE, 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { ...OWN_PAGE, 'sec-fetch-site': 'none' }],
    [
      'from another origin, in a browser that does not say the site',
      { 'x-farol-console': '1', origin: 'https://evil.example' },
    ],
    ['from nowhere that can be named', { 'x-farol-console': '1', origin: 'null' }],
    ['with another value in the header', { ...OWN_PAGE, 'x-farol-console': '0' }],
  ];
  for (const [how, headers] of elsewhere) {
    it(`counts for nothing when the request comes ${how}`, async () => {
      const cookie = await cookieOf();
      assertErrorAnswer(await ask(cookie, BALANCE, headers), 401);
      const ended = await test.inject({
        method: 'DELETE',
        url: '/v1/console/session',
        headers: { cookie, ...headers },
      });
      assertErrorAnswer(ended, 401);
      assertErrorAnswer(await enter(headers), 403);
      assert.equal((await ask(cookie, BALANCE)).statusCode, 200);
    });
  }

  it('is taken from a browser that names only the origin, when that is ours', async () => {
    const headers = {
      'x-farol-console': '1',
      host: 'farol.example:8080',
      origin: 'http://farol.example:8080',
    };
    assert.equal((await ask(await cookieOf(), BALANCE, headers)).statusCode, 200);
  });

  it('does not stand in for a bearer that is wrong', async () => {
    const cookie = await cookieOf();
    assertErrorAnswer(await ask(cookie, BALANCE, { ...OWN_PAGE, ...bearer('wrong') }), 401);
  });

  it('cannot be refreshed by the cookie: that takes a bearer', async () => {
    const response = await test.inject({
      method: 'POST',
      url: '/v1/refreshtoken',
      headers: { cookie: await cookieOf(), ...OWN_PAGE },
      payload: { email: 'demo@example.com', username: 'demo', refreshToken: 'x'.repeat(43) },
    });
    assertErrorAnswer(response, 401);
  });

  it('refuses a wrong password like every log-in', async () => {
    const response = await enter(OWN_PAGE, 'demo', 'wrong');
    assertErrorAnswer(response, 401);
    assert.equal(response.headers['set-cookie'], undefined);
  });

  it('ends at log-out, at once, and takes the cookie back', async () => {
    const cookie = await cookieOf();
    const headers = { cookie, ...OWN_PAGE };
    const response = await test.inject({ method: 'DELETE', url: '/v1/console/session', headers });
    assert.match(String(response.headers['set-cookie']), /^__Host-farol=; Max-Age=0;/);
    assertErrorAnswer(await ask(cookie, BALANCE), 401);
  });

  it('ends within a second when it is ended from another session', async () => {
    const cookie = await cookieOf();
    assert.equal((await ask(cookie, BALANCE)).statusCode, 200);
    const listed = (await ask(cookie, '/v1/sessions')).json().sessions;
    const { id } = listed.find(({ current }: { current: boolean }) => current);
    await test.database.admin(`update farol.sessions set revoked_at = now() where id = $1`, [id]);
    await sleep(1000);
    assertErrorAnswer(await ask(cookie, BALANCE), 401);
  });

  it('is for people: a service token is nobody', async () => {
    const { token } = await logIn(test);
    const made = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(token),
      payload: { name: 'a program' },
    });
    noteCanary(made.json().token);
    assertErrorAnswer(
      await test.inject({ url: '/v1/console/session', headers: bearer(made.json().token) }),
      403,
    );
  });

  it('offers the published log-in on a private machine, and only there', async () => {
    const { demo } = (await test.inject({ url: '/v1/console/start' })).json();
    assert.deepEqual(demo, { email: 'demo@example.com', password: PASSWORD });
    const { database } = test;
    const open = await startTestApi({
      database,
      env: { FAROL_BEHIND_TLS_PROXY: 'on', FAROL_KEY_FILE: test.config.keyFile },
    });
    assert.deepEqual((await open.inject({ url: '/v1/console/start' })).json(), { demo: null, documents: [] });
    await open.close();
  });
});
