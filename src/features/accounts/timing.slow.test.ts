// A stranger must not learn from the time of an answer whether an e-mail has an account.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createPasswords } from './passwords.ts';
import type { Passwords } from './passwords.ts';
import { createAccountService } from './service.ts';

/** Welch's t of two samples; dudect calls a difference beyond 4.5 a leak. */
function tOf(first: readonly number[], second: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = (values: readonly number[]): number => {
    const middle = mean(values);
    return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  };
  return (
    (mean(first) - mean(second)) /
    Math.sqrt(variance(first) / first.length + variance(second) / second.length)
  );
}

const LIMIT = 4.5;
/** As somebody outside would measure it. */
const FULL_PAIRS = 250;
/** The hash is cheap here, so that what is done around it is not lost in its noise. */
const CHEAP_PAIRS = 500;
const CHEAP = { memory: 1024, passes: 1, parallelism: 1 };

/** The order alternates, so that a drift of the machine hits both alike. */
async function compare(pairs: number, timed: (email: string) => Promise<number>): Promise<number> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let count = 0; count < pairs; count += 1) {
    const isKnownFirst = count % 2 === 0;
    const first = await timed(isKnownFirst ? 'demo@example.com' : 'nobody@example.com');
    const second = await timed(isKnownFirst ? 'nobody@example.com' : 'demo@example.com');
    known.push(isKnownFirst ? first : second);
    unknown.push(isKnownFirst ? second : first);
  }
  return tOf(known, unknown);
}

describe('a log-in', () => {
  let test: TestApi;
  before(async () => {
    test = await startTestApi();
  });
  after(() => test.close());

  async function setHash(passwords: Passwords): Promise<void> {
    const hash = await passwords.hash('farol-demo-2026');
    await test.database.admin('update farol.users set password_hash = $1', [hash]);
  }

  it('takes the same time for a known and an unknown e-mail', async () => {
    await setHash(createPasswords(1));
    const t = await compare(FULL_PAIRS, async (email) => {
      const started = performance.now();
      const response = await test.api.app.inject({
        method: 'POST',
        url: '/v1/login',
        payload: { email, password: 'a wrong password' },
      });
      assert.equal(response.statusCode, 401);
      return performance.now() - started;
    });
    assert.ok(Math.abs(t) < LIMIT, `t = ${t}`);
  });

  /** Log-in by itself, with these passwords in place of the product's. */
  function openLogin(passwords: Passwords): (email: string) => Promise<number> {
    const { api, config, clock, log } = test;
    const accounts = createAccountService({
      database: api.database,
      keyring: createKeyring(readKeyFile(config.keyFile)),
      keys: api.keys,
      tokens: createAccessTokens(api.keys, clock),
      passwords,
      log,
      forget: () => undefined,
      lifetimes: { accessSeconds: config.accessTokenSeconds, refreshSeconds: config.refreshTokenSeconds },
      loginLimit: null,
    });
    return async (email) => {
      const started = performance.now();
      const given = { email, password: 'a wrong password', address: '127.0.0.1' };
      await assert.rejects(accounts.login(given), { code: 'LOGIN_REFUSED' });
      return performance.now() - started;
    };
  }

  it('takes the same time around the hash, too', async () => {
    const passwords = createPasswords(1, CHEAP);
    await setHash(passwords);
    const t = await compare(CHEAP_PAIRS, openLogin(passwords));
    assert.ok(Math.abs(t) < LIMIT, `t = ${t}`);
  });

  it('that hashes nothing for an unknown e-mail would be noticed', async () => {
    const passwords = createPasswords(1, CHEAP);
    await setHash(passwords);
    const matches: Passwords['matches'] = async (password, stored) =>
      stored !== null && (await passwords.matches(password, stored));
    const t = await compare(CHEAP_PAIRS, openLogin({ ...passwords, matches }));
    assert.ok(Math.abs(t) > LIMIT, `t = ${t}`);
  });
});

it('would notice a difference of a hundredth', () => {
  const base = Array.from({ length: FULL_PAIRS }, (_, index) => 250 + (index % 10));
  assert.ok(
    Math.abs(
      tOf(
        base,
        base.map((value) => value + 2.5),
      ),
    ) > LIMIT,
  );
});
