// A change of what somebody may do works within a second on every node, five when notifications are down.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';

const BALANCE = '/v1/holder/1/organization/1/balance';

describe('authority', () => {
  let first: TestApi;
  let second: TestApi;
  before(async () => {
    first = await startTestApi();
    second = await startTestApi({ database: first.database, env: { FAROL_KEY_FILE: first.config.keyFile } });
  });
  after(async () => {
    await second.close();
    await first.close();
  });

  /** Reads all the time on both nodes; the last success must have begun within a second after the change. */
  async function assertStopsWithin(
    token: string,
    change: () => Promise<unknown>,
    limitMs = 1000,
  ): Promise<void> {
    const read = async (node: TestApi): Promise<boolean> =>
      (await node.api.app.inject({ url: BALANCE, headers: bearer(token) })).statusCode === 200;
    assert.deepEqual(await Promise.all([read(first), read(second)]), [true, true]);
    await change();
    const changedAt = performance.now();
    let lastSuccessMs = 0;
    while (performance.now() - changedAt < limitMs + 500) {
      const beganMs = performance.now() - changedAt;
      const results = await Promise.all([read(first), read(second)]);
      lastSuccessMs = results.includes(true) ? beganMs : lastSuccessMs;
      await sleep(5);
    }
    assert.ok(lastSuccessMs <= limitMs, `a success began ${lastSuccessMs} ms after the change`);
  }
  const admin = (sql: string) => first.database.admin(sql);

  it('ends with the log-out, on both nodes', async () => {
    const { token } = await logIn(first);
    await assertStopsWithin(token, () =>
      first.inject({ method: 'POST', url: '/v1/logout', headers: bearer(token) }),
    );
  });

  it('ends when the member is removed', async () => {
    const { token } = await logIn(first);
    await assertStopsWithin(token, () => admin('delete from farol.memberships where user_id = 1'));
    await admin(`insert into farol.memberships (organization_id, user_id, role) values (1, 1, 'admin')`);
  });

  it('ends when the user, the organization or the holder is disabled', async () => {
    for (const table of ['users', 'organizations', 'holders']) {
      const { token } = await logIn(first);
      await assertStopsWithin(token, () =>
        admin(`update farol.${table} set disabled_at = now() where id = 1`),
      );
      await admin(`update farol.${table} set disabled_at = null where id = 1`);
    }
  });

  it('ends when a service token is revoked', async () => {
    const { token } = await logIn(first);
    const made = await first.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(token),
      payload: { name: 'robot' },
    });
    await assertStopsWithin(made.json().token, () =>
      first.inject({
        method: 'DELETE',
        url: `/v1/organization/1/tokens/${made.json().id}`,
        headers: bearer(token),
      }),
    );
  });

  it('ends within five seconds when no notification arrives', async () => {
    const { token } = await logIn(first);
    await admin('alter table farol.memberships disable trigger memberships_tell');
    await assertStopsWithin(token, () => admin('delete from farol.memberships where user_id = 1'), 5000);
    await admin('alter table farol.memberships enable trigger memberships_tell');
    await admin(`insert into farol.memberships (organization_id, user_id, role) values (1, 1, 'admin')`);
  });
});
