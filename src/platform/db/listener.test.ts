import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { createLog } from '../log.ts';
import { startListener } from './listener.ts';
import type { Listener } from './listener.ts';

describe('listener', () => {
  const notices: string[] = [];
  const heartbeats: number[] = [];
  let gaps = 0;
  let database: TestDatabase;
  let listener: Listener;
  before(async () => {
    database = await createTestDatabase();
    listener = await startListener({
      url: database.url,
      processName: 'test',
      log: createLog({ level: 'silent', process: 'test' }),
      channel: 'farol_authority',
      onNotice: (notice) => notices.push(notice),
      onGap: () => {
        gaps += 1;
      },
      onHeartbeat: (databaseMs) => heartbeats.push(databaseMs),
    });
  });
  after(async () => {
    await listener.close();
    await database.drop();
  });
  async function until(check: () => boolean): Promise<void> {
    const deadline = performance.now() + 5000;
    while (!check()) {
      assert.ok(performance.now() < deadline, 'waited in vain');
      await sleep(10);
    }
  }

  it('hears of every change that concerns somebody, by whom it concerns', async () => {
    await database.admin('update farol.users set updated_at = now() where id = 2');
    await database.admin('update farol.organizations set updated_at = now() where id = 3');
    await database.admin(`delete from farol.memberships where user_id = 3`);
    await database.admin('update farol.plans set disabled_at = now()');
    await until(() => notices.length >= 4);
    assert.deepEqual(new Set(notices), new Set(['user 2', 'organization 3', 'user 3', 'all']));
  });

  it("tells the database's time every second", async () => {
    await until(() => heartbeats.length >= 2);
    assert.ok(Math.abs((heartbeats.at(-1) ?? 0) - Date.now()) < 5000);
  });

  it('leaves no connection behind when it cannot listen', async () => {
    const start = startListener({
      url: database.url,
      processName: 'broken',
      log: createLog({ level: 'silent', process: 'test' }),
      channel: '',
      onNotice: () => undefined,
      onGap: () => undefined,
    });
    await assert.rejects(start);
    const left = `select from pg_stat_activity where application_name = 'farol broken listener'`;
    const deadline = performance.now() + 2000;
    while ((await database.admin(left)).length > 0) {
      assert.ok(performance.now() < deadline);
      await sleep(10);
    }
  });

  it('says that something may have been missed when its connection is killed, and comes back by itself', async () => {
    const gapsBefore = gaps;
    await database.admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'farol test listener' and datname = $1`,
      [database.name],
    );
    await until(() => !listener.isConnected() || gaps > gapsBefore);
    await until(() => listener.isConnected() && gaps >= gapsBefore + 2);
    notices.length = 0;
    await database.admin('update farol.users set updated_at = now() where id = 1');
    await until(() => notices.includes('user 1'));
  });
});
