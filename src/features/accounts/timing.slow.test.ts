// A stranger must not learn from the time of an answer whether an e-mail has an account.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import { createPasswords } from './passwords.ts';

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
const PAIRS = 250;

it('takes the same time for a known and an unknown e-mail', async () => {
  const test = await startTestApi();
  const hash = await createPasswords(1).hash('farol-demo-2026');
  await test.database.admin('update farol.users set password_hash = $1', [hash]);
  const timed = async (email: string): Promise<number> => {
    const started = performance.now();
    const response = await test.api.app.inject({
      method: 'POST',
      url: '/v1/login',
      payload: { email, password: 'a wrong password' },
    });
    assert.equal(response.statusCode, 401);
    return performance.now() - started;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let count = 0; count < PAIRS; count += 1) {
    // The order alternates, so that a drift of the machine hits both alike.
    const isKnownFirst = count % 2 === 0;
    const first = await timed(isKnownFirst ? 'demo@example.com' : 'nobody@example.com');
    const second = await timed(isKnownFirst ? 'nobody@example.com' : 'demo@example.com');
    known.push(isKnownFirst ? first : second);
    unknown.push(isKnownFirst ? second : first);
  }
  await test.close();
  const t = tOf(known, unknown);
  assert.ok(Math.abs(t) < LIMIT, `t = ${t}`);
});

it('would notice a difference of a hundredth', () => {
  const base = Array.from({ length: PAIRS }, (_, index) => 250 + (index % 10));
  assert.ok(
    Math.abs(
      tOf(
        base,
        base.map((value) => value + 2.5),
      ),
    ) > LIMIT,
  );
});
