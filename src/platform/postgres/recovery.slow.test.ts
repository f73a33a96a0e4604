import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { keepPostgresRunning } from '../supervisor/keep-running.ts';
import { waitUntilAnswering } from './connection.ts';
import {
  killHard,
  makeThrowawayFolder,
  projectDir,
  query,
  quickSettings,
  quietLog,
  readReport,
  removeFolder,
  spawnStarter,
  start,
  waitFor,
} from './fixtures/throwaway.ts';
import { findRunningPostgres } from './index.ts';
import { prepareLocation } from './location.ts';
import { identifyProcess, isPidTaken, isPostgresOf, listPostgresOf } from './processes.ts';
import { buildServerCommand } from './server.ts';

let folder = '';
let dataDir = '';
before(async () => {
  folder = await makeThrowawayFolder();
  dataDir = join(folder, 'recovery');
});
after(() => removeFolder(folder));

test('a start that was killed while it made the cluster is repeated by the next one', async () => {
  const starter = spawnStarter(dataDir);
  const making = async (): Promise<boolean> => {
    const names = await readdir(join(dataDir, 'postgres')).catch(() => []);
    const temporary = names.find((name) => /^data\.making-[^.]+$/.test(name));
    // With its version file there initdb is in the middle of its work.
    return (
      temporary !== undefined &&
      stat(join(dataDir, 'postgres', temporary, 'PG_VERSION')).then(
        () => true,
        () => false,
      )
    );
  };
  await waitFor(making);
  await killHard(starter);
  const postgres = await start(dataDir);
  assert.deepEqual(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
  await query(postgres.url, 'create table acknowledged (value integer)');
  await postgres.stop();
});

test('a server whose starter was killed with kill -9 is adopted, and can be stopped', async () => {
  const starter = spawnStarter(dataDir);
  const report = await readReport(starter);
  await killHard(starter);
  assert.equal(await findRunningPostgres({ dataDir }), report.url);
  const postgres = await start(dataDir);
  assert.equal(postgres.adopted, true);
  assert.equal(postgres.pid, report.pid);
  await postgres.stop();
  assert.equal(await findRunningPostgres({ dataDir }), null);
  assert.deepEqual(await postgres.exited, { code: null, signal: null });
  // Where the machine's first process does not reap, a zombie remains.
  assert.equal(await identifyProcess(report.pid), null);
});

test('of two starts at the same time one adopts the server of the other', async () => {
  const starters = [spawnStarter(dataDir), spawnStarter(dataDir)];
  const reports = await Promise.all(starters.map(readReport));
  assert.equal(reports[0]?.pid, reports[1]?.pid);
  assert.deepEqual(
    reports.map((report) => Number(report.adopted)).toSorted((a, b) => a - b),
    [0, 1],
  );
  await Promise.all(starters.map(killHard));
  await (await start(dataDir)).stop();
});

test('an acknowledged row survives kill -9 of the main server process alone', async () => {
  const postgres = await start(dataDir);
  await query(postgres.url, 'insert into acknowledged values (1)');
  process.kill(postgres.pid, 'SIGKILL');
  const next = await start(dataDir);
  assert.notEqual(next.pid, postgres.pid);
  assert.deepEqual(await query(next.url, 'select value from acknowledged'), [{ value: 1 }]);
  await next.stop();
  assert.deepEqual(await postgres.exited, { code: null, signal: 'SIGKILL' });
});

test('an acknowledged row survives kill -9 of starter, server and all server processes', async () => {
  const starter = spawnStarter(dataDir);
  const report = await readReport(starter);
  await query(report.url, 'insert into acknowledged values (2)');
  await killHard(starter);
  const marks = { pgData: report.dataDir, clusterName: 'none' };
  for (const pid of await listPostgresOf(marks)) process.kill(pid, 'SIGKILL');
  const next = await start(dataDir);
  assert.equal(next.adopted, false);
  assert.deepEqual(await query(next.url, 'select value from acknowledged order by 1'), [
    { value: 1 },
    { value: 2 },
  ]);
  await next.stop();
});

test('a start waits for server processes that outlive the main one', async () => {
  const first = await start(dataDir);
  const client = new Client({ connectionString: first.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? assert.fail('no backend');
  process.kill(backend, 'SIGSTOP');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const released = sleep(500).then(() => process.kill(backend, 'SIGCONT'));
  const starting = start(dataDir);
  try {
    assert.equal(await Promise.race([starting, released]), true, 'the start did not wait');
  } finally {
    await released;
    await client.end().catch(() => undefined);
  }
  await (await starting).stop();
});

test('a zombie server process does not block the next start', async () => {
  const location = await prepareLocation(projectDir, dataDir);
  const first = await start(dataDir);
  await first.stop();
  const { file, args, ...options } = buildServerCommand(location, first.socketDir, quickSettings);
  // The shell becomes a "sleep" that never asks how its child ended, so the dead server stays a zombie.
  const parent = spawn('/bin/sh', ['-c', '"$@" 2>/dev/null & echo $!; exec sleep 60', 'sh', file, ...args], {
    ...options,
    env: { ...options.env, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = (await parent.stdout.take(1).toArray()) as Buffer[];
    const pid = Number(String(line));
    assert.equal(await waitUntilAnswering(first.url, async () => isPidTaken(pid)), 'ready');
    const adopted = await start(dataDir);
    assert.equal(adopted.pid, pid);
    process.kill(pid, 'SIGKILL');
    await adopted.exited;
    assert.match(await readFile(`/proc/${pid}/stat`, 'utf8'), /\) Z /);
    assert.match(await readFile(join(location.pgData, 'postmaster.pid'), 'utf8'), new RegExp(`^${pid}\n`));
    const next = await start(dataDir);
    assert.equal(next.adopted, false);
    assert.equal(isPidTaken(pid), true);
    await next.stop();
  } finally {
    await killHard(parent);
  }
});

test('a lock file that names a living stranger does not block the next start', async () => {
  const first = await start(dataDir);
  await first.stop();
  // PostgreSQL is misled only by a stranger of its own account that is not one of its ancestors.
  const { uid, gid } = await stat(first.dataDir);
  const stranger = spawn('/bin/sleep', ['60'], { uid, gid, stdio: 'ignore' });
  try {
    const lines = [String(stranger.pid), first.dataDir, '0', '5432', first.socketDir, '', '0', 'ready', ''];
    await writeFile(join(first.dataDir, 'postmaster.pid'), lines.join('\n'));
    await writeFile(join(first.socketDir, '.s.PGSQL.5432.lock'), lines.join('\n'));
    const next = await start(dataDir);
    assert.equal(next.adopted, false);
    assert.equal(await isPostgresOf(next.pid, { pgData: first.dataDir, clusterName: 'none' }), true);
    await next.stop();
  } finally {
    await killHard(stranger);
  }
});

test('a lost password file is reported in a sentence and nothing stays running', async () => {
  const first = await start(dataDir);
  await first.stop();
  const file = join(dataDir, 'secrets', 'database-password');
  const password = await readFile(file, 'utf8');
  await writeFile(file, 'another\n');
  await assert.rejects(start(dataDir), /refuses the password in secrets\/database-password/);
  assert.deepEqual(await listPostgresOf({ pgData: first.dataDir, clusterName: 'none' }), []);
  await writeFile(file, password);
});

test('a database that is killed while it is kept running comes back at the same address', async () => {
  const kept = await keepPostgresRunning(() => start(dataDir), quietLog);
  const { pid, url } = kept.current();
  process.kill(pid, 'SIGKILL');
  await waitFor(() => kept.current().pid !== pid);
  assert.equal(kept.current().url, url);
  assert.deepEqual(await query(url, 'select count(*)::integer as rows from acknowledged'), [{ rows: 2 }]);
  await kept.stop();
  assert.deepEqual(await listPostgresOf({ pgData: kept.current().dataDir, clusterName: 'none' }), []);
});
