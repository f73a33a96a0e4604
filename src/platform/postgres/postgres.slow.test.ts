import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeThrowawayFolder, query, removeFolder, start } from './fixtures/throwaway.ts';
import { listPostgresOf } from './processes.ts';
import { fitsSocketPath } from './socket-folder.ts';

let folder = '';
before(async () => {
  folder = await makeThrowawayFolder();
});
after(() => removeFolder(folder));

test('the first start makes the cluster, the second is faster and finds the data', async () => {
  const dataDir = join(folder, 'first');
  const beganAt = performance.now();
  const first = await start(dataDir);
  const firstMs = performance.now() - beganAt;
  assert.equal(first.adopted, false);
  assert.deepEqual(first.notices, []);
  await query(first.url, 'create table kept as select 7 as value');
  await first.stop();
  assert.deepEqual(await first.exited, { code: 0, signal: null });

  const againAt = performance.now();
  const second = await start(dataDir);
  const secondMs = performance.now() - againAt;
  try {
    assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 7 }]);
    assert.equal(second.url, first.url);
    assert.ok(secondMs < firstMs, `second start took ${secondMs} ms, first ${firstMs} ms`);
  } finally {
    await second.stop();
  }
});

test('a stop leaves no process behind and may be asked for twice', async () => {
  const postgres = await start(join(folder, 'first'));
  await Promise.all([postgres.stop(), postgres.stop()]);
  const marks = { pgData: postgres.dataDir, clusterName: 'none' };
  assert.deepEqual(await listPostgresOf(marks), []);
});

test('refuses a wrong password, listens on no port and keeps its secrets private', async () => {
  const dataDir = join(folder, 'first');
  const postgres = await start(dataDir);
  try {
    const wrong = postgres.url.replace(/:[^:@]+@/, ':wrong@');
    assert.notEqual(wrong, postgres.url);
    await assert.rejects(query(wrong, 'select 1'), { code: '28P01' });
    const shown = await query(postgres.url, "select current_setting('listen_addresses') as value");
    assert.deepEqual(shown, [{ value: '' }]);
    assert.equal((await stat(join(dataDir, 'secrets'))).mode & 0o777, 0o700);
    assert.equal((await stat(join(dataDir, 'secrets', 'database-password'))).mode & 0o777, 0o600);
    assert.equal((await stat(postgres.socketDir)).mode & 0o777, 0o700);
  } finally {
    await postgres.stop();
  }
});

test('uses checksums, UTF-8 and an order that does not depend on the machine', async () => {
  const postgres = await start(join(folder, 'first'));
  try {
    const [row] = await query(
      postgres.url,
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              datlocprovider as provider, datlocale as locale, upper('ção') as upper, current_setting('timezone') as zone
         from pg_database where datname = 'farol'`,
    );
    const expected = {
      checksums: 'on',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      upper: 'ÇÃO',
      zone: 'UTC',
    };
    assert.deepEqual(row, expected);
  } finally {
    await postgres.stop();
  }
});

test('values in failing statements do not reach the server log', async () => {
  const dataDir = join(folder, 'first');
  const postgres = await start(dataDir);
  try {
    await assert.rejects(query(postgres.url, "select '529.982.247-25'::bigint"));
    await query(postgres.url, 'create table once (document text primary key)');
    await assert.rejects(query(postgres.url, "insert into once values ('52998224725'), ('52998224725')"));
  } finally {
    await postgres.stop();
  }
  const log = await readFile(join(dataDir, 'postgres', 'postgres.log'), 'utf8');
  assert.match(log, /ready to accept connections/);
  assert.doesNotMatch(log, /529\.?982/);
});

test('two data folders run side by side', async () => {
  const [one, two] = await Promise.all([start(join(folder, 'first')), start(join(folder, 'second'))]);
  try {
    assert.notEqual(one.url, two.url);
    assert.notEqual(one.pid, two.pid);
    await query(two.url, 'create table only_here ()');
    await assert.rejects(query(one.url, 'select from only_here'), { code: '42P01' });
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

test('a data folder with a long path gets its socket in a short private folder', async () => {
  const dataDir = join(folder, `long, "path" %20 ${'x'.repeat(120)}`);
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await start(dataDir);
  try {
    assert.equal(fitsSocketPath(join(dataDir, 'postgres', 'run')), false);
    assert.match(postgres.socketDir, /^\/tmp\/farol-[0-9a-f]{12}$/);
    assert.equal((await stat(postgres.socketDir)).mode & 0o777, 0o700);
    assert.deepEqual(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
  } finally {
    await postgres.stop();
    await removeFolder(postgres.socketDir);
  }
});

test('a folder name with blanks, commas, quotes and percent signs works', async () => {
  const postgres = await start(join(folder, 'a, "b" %20 ç'));
  try {
    assert.deepEqual(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
    assert.deepEqual(await readdir(postgres.socketDir), ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']);
  } finally {
    await postgres.stop();
  }
});

test('a start that fails says so in a sentence and shows what the server wrote', async () => {
  await assert.rejects(start(join(folder, 'first'), { settings: { work_mem: 'plenty' } }), (error: Error) => {
    assert.match(error.message, /^PostgreSQL could not be started in .+\. Its log .+ says:\n/);
    assert.match(error.message, /invalid value for parameter "work_mem"/);
    return true;
  });
});
