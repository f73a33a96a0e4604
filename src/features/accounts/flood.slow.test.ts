// What a flood of log-ins does to the rest: passwords are dear, so the flood waits or is sent away, and reads go on.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';

it('answers a flood of log-ins with 429 instead of piling it up, while reads go on', async () => {
  const test = await startTestApi({ env: { FAROL_PASSWORD_HASHING: '1' } });
  const { token } = await logIn(test);
  const attempt = () =>
    test.inject({
      method: 'POST',
      url: '/v1/login',
      payload: { email: 'nobody@example.com', password: 'a wrong password' },
    });
  const flood = Promise.all(Array.from({ length: 60 }, attempt));
  let slowestMs = 0;
  for (let count = 0; count < 50; count += 1) {
    const startedAt = performance.now();
    const read = await test.inject({ url: '/v1/holder/1/organization/1/balance', headers: bearer(token) });
    assert.equal(read.statusCode, 200);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  const refused = (await flood).filter(({ statusCode }) => statusCode === 429);
  assert.equal(refused.length, 60 - 33, 'one runs and 32 wait');
  assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) >= 1));
  assert.ok(slowestMs < 500, `a read took ${slowestMs} ms`);
  await test.close();
});
