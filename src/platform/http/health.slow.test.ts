import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { createDatabaseDoor } from '../../../test/support/database-door.ts';
import type { DatabaseDoor } from '../../../test/support/database-door.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { diskCheck } from './health.ts';

const FLIP_MS = 2000;

describe('health', () => {
  let owner: TestApi;
  let door: DatabaseDoor;
  let test: TestApi;
  before(async () => {
    owner = await startTestApi();
    door = await createDatabaseDoor(owner.database);
    test = await startTestApi({ database: door.database, env: { FAROL_KEY_FILE: owner.config.keyFile } });
  });
  after(async () => {
    door.open();
    await test.close();
    await door.close();
    await owner.close();
  });

  const ready = () => test.inject({ url: '/health/ready' });
  const flips = (status: number, checks: Record<string, string>) =>
    eventually(async () => {
      const response = await ready();
      const given = response.json<{ checks: Record<string, string> }>().checks;
      return (
        response.statusCode === status &&
        Object.entries(checks).every(([name, value]) => given[name] === value)
      );
    }, FLIP_MS);
  const ALL_WELL = { database: 'ok', migrations: 'ok', keys: 'ok', disk: 'ok' };

  it('is ready when everything is there', async () => {
    const response = await ready();
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), { status: 'ready', checks: ALL_WELL });
  });

  it('says that the process lives without asking the database', async () => {
    const { statements, transactions } = test.api.database.counters;
    for (let count = 0; count < 20; count += 1) {
      const response = await test.inject({ url: '/health/live' });
      assert.deepEqual(response.json(), { status: 'live' });
    }
    assert.deepEqual(
      { ...test.api.database.counters, destroyedClients: 0 },
      { statements, transactions, destroyedClients: 0 },
    );
  });

  for (const [name, fail] of [
    ['is gone', 'shut'],
    ['hangs', 'hang'],
  ] as const) {
    it(`is not ready while the database ${name}, lives on, and is ready again`, async () => {
      door[fail]();
      await flips(503, { database: 'failed' });
      const startedAt = performance.now();
      assert.equal((await ready()).json().status, 'not ready');
      assert.ok(performance.now() - startedAt < FLIP_MS);
      assert.equal((await test.inject({ url: '/health/live' })).statusCode, 200);
      door.open();
      await flips(200, ALL_WELL);
    });
  }

  it('is not ready while a migration is missing, and is ready again', async () => {
    const table = (await owner.database.admin(
      `select table_schema || '.' || table_name as name from information_schema.tables where table_name like '%migrations'`,
    )) as { name: string }[];
    const name = table[0]?.name ?? '';
    assert.notEqual(name, '');
    await owner.database.admin(`create table public.kept as select * from ${name}`);
    await owner.database.admin(`delete from ${name} where ctid = (select max(ctid) from ${name})`);
    await flips(503, { database: 'ok', migrations: 'failed' });
    await owner.database.admin(`delete from ${name}`);
    await owner.database.admin(`insert into ${name} select * from public.kept`);
    await flips(200, ALL_WELL);
  });

  it('is not ready while the data folder cannot be measured, and is ready again', async () => {
    const { dataDir } = test.config;
    renameSync(dataDir, `${dataDir}-away`);
    await flips(503, { disk: 'failed', database: 'ok' });
    renameSync(`${dataDir}-away`, dataDir);
    await flips(200, ALL_WELL);
  });

  it('is not ready below the floor of free disk', async () => {
    const folder = `${test.config.dataDir}/measured`;
    mkdirSync(folder);
    assert.equal(await diskCheck(folder, 0).check(), true);
    assert.equal(await diskCheck(folder, 1).check(), true);
    assert.equal(await diskCheck(folder, Number.MAX_SAFE_INTEGER).check(), false);
    rmSync(folder, { recursive: true });
    await assert.rejects(diskCheck(folder, 0).check());
    const low = await startTestApi({
      database: owner.database,
      env: { FAROL_KEY_FILE: owner.config.keyFile, FAROL_DISK_FLOOR_MB: '1000000' },
    });
    try {
      const response = await low.inject({ url: '/health/ready' });
      assert.equal(response.statusCode, 503);
      assert.deepEqual(response.json(), { status: 'not ready', checks: { ...ALL_WELL, disk: 'failed' } });
    } finally {
      await low.close();
    }
  });
});
