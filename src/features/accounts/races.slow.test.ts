// Comparing a password takes a while. What changed meanwhile holds.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createPasswords } from './passwords.ts';
import { changePasswordHash, revokeAllSessions } from './store.ts';
import { changeUser } from './user-store.ts';

const PASSWORD = 'farol-demo-2026';
const OPERATORS = 'granite-window-sailor-40';

describe('while a password is being compared', () => {
  let test: TestApi;
  before(async () => {
    test = await startTestApi();
    // At full cost, so that there is time for something to change meanwhile.
    const hash = await createPasswords(1).hash(PASSWORD);
    await test.database.admin('update farol.users set password_hash = $1', [hash]);
  });
  after(() => test.close());
  const attempt = (email: string, password: string) =>
    test.inject({ method: 'POST', url: '/v1/login', payload: { email, password } });

  it("the operator's reset ends the log-in with the old password", async () => {
    const hash = await createPasswords(1).hash(OPERATORS);
    const slow = attempt('basic@example.com', PASSWORD);
    await sleep(50);
    await test.operator.transaction(NO_SCOPE, (tx) => changePasswordHash(tx, 2, hash));
    assert.equal((await slow).statusCode, 401);
    assert.equal((await attempt('basic@example.com', OPERATORS)).statusCode, 200);
  });

  it('disabling the user ends the log-in', async () => {
    const slow = attempt('other@example.com', PASSWORD);
    await sleep(50);
    const disable = { email: null, username: null, isOperator: null, disabled: true };
    await test.operator.transaction(NO_SCOPE, (tx) => changeUser(tx, 3, disable));
    assert.equal((await slow).statusCode, 401);
  });

  it("the operator's reset wins over a change of the user's own", async () => {
    const { token } = await logIn(test);
    const hash = await createPasswords(1).hash(OPERATORS);
    const slow = test.inject({
      method: 'PUT',
      url: '/v1/password',
      headers: bearer(token),
      payload: { password: PASSWORD, newPassword: 'meadow-copper-violin-19' },
    });
    await sleep(50);
    await test.operator.transaction(NO_SCOPE, async (tx) => {
      await changePasswordHash(tx, 1, hash);
      await revokeAllSessions(tx, 1, 'reset');
    });
    assert.equal((await slow).statusCode, 400);
    assert.equal((await attempt('demo@example.com', OPERATORS)).statusCode, 200);
  });
});
