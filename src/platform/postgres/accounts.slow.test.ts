// Who runs the server and where its files may lie. Most of it can be seen only by root.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { findPostgresAccount, isRoot } from './account.ts';
import {
  killHard,
  makeThrowawayFolder,
  projectDir,
  query,
  readReport,
  removeFolder,
  spawnStarter,
  start,
} from './fixtures/throwaway.ts';
import { findRunningPostgres } from './index.ts';

const skip = isRoot() ? false : 'only root can change to another account';
const nobody = { uid: 65_534, gid: 65_534 };
const skipOrdinary = skip || (canOrdinaryUserEnter() ? false : 'only root may enter the project folder');

let folder = '';
before(async () => {
  folder = await makeThrowawayFolder();
});
after(() => removeFolder(folder));

function canOrdinaryUserEnter(): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', projectDir], nobody).status === 0;
}

test('prefers the account postgres, then nobody, and never root', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash';
  const anybody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
  const postgres = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash';
  assert.equal(findPostgresAccount([root, anybody, postgres].join('\n'))?.uid, 101);
  assert.equal(findPostgresAccount([root, anybody].join('\n'))?.uid, 65_534);
  assert.equal(findPostgresAccount(`${root}\npostgres:x:0:0::/:/bin/sh\n`), null);
});

test('as root the server runs under another account, which owns the data', { skip }, async () => {
  const postgres = await start(join(folder, 'root'));
  try {
    const { uid } = await stat(`/proc/${postgres.pid}`);
    assert.notEqual(uid, 0);
    assert.equal((await stat(postgres.dataDir)).uid, uid);
    assert.equal((await stat(dirname(postgres.dataDir))).uid, 0);
  } finally {
    await postgres.stop();
  }
});

test('data copied by root, thus owned by root, are handed back to the account', { skip }, async () => {
  const original = join(folder, 'root');
  const copy = join(folder, 'copy');
  assert.equal(spawnSync('/bin/cp', ['-r', original, copy]).status, 0);
  const [one, two] = await Promise.all([start(original), start(copy)]);
  assert.notEqual(one.pid, two.pid);
  await Promise.all([one.stop(), two.stop()]);
});

test('in a folder that only root may enter, binaries and data go to /var/lib/farol', { skip }, async () => {
  const clone = join(folder, 'private', 'clone');
  await mkdir(clone, { recursive: true, mode: 0o700 });
  await symlink(join(projectDir, 'node_modules'), join(clone, 'node_modules'));
  const dataDir = join(clone, 'var');
  const postgres = await start(dataDir, { projectDir: clone });
  const apart = dirname(dirname(postgres.dataDir));
  try {
    assert.match(apart, /^\/var\/lib\/farol\/[0-9a-f]{12}$/);
    assert.match(
      postgres.notices.join('\n'),
      /The database lies in \/var\/lib\/farol\/.+\n.+copy in \/var\/lib\/farol\//,
    );
    assert.match(
      await readFile(`/proc/${postgres.pid}/cmdline`, 'utf8'),
      /^\/var\/lib\/farol\/[0-9a-f]{12}\/postgresql-18/,
    );
    assert.equal(await findRunningPostgres({ dataDir }), postgres.url);
    await query(postgres.url, 'create table kept ()');
    await postgres.stop();

    const again = await start(dataDir, { projectDir: clone });
    assert.equal(again.dataDir, postgres.dataDir);
    assert.deepEqual(await query(again.url, 'select count(*)::integer as rows from kept'), [{ rows: 0 }]);
    await again.stop();

    // Renaming the folder must not silently begin with an empty database.
    await rename(clone, join(folder, 'private', 'renamed'));
    const renamed = join(folder, 'private', 'renamed');
    await assert.rejects(
      start(join(renamed, 'var'), { projectDir: renamed }),
      /To keep it, run "mv \/var\/lib\/farol/,
    );
  } finally {
    await rm(apart, { recursive: true, force: true });
    // Other copies of this program may keep theirs beside it.
    await rmdir(dirname(apart)).catch(() => undefined);
  }
});

test(
  'data that the account could enter once are not left behind when a folder is closed',
  { skip },
  async () => {
    const outer = join(folder, 'outer');
    const dataDir = join(outer, 'var');
    await mkdir(outer, { mode: 0o711 });
    await (await start(dataDir)).stop();
    spawnSync('/bin/chmod', ['700', outer]);
    await assert.rejects(
      start(dataDir),
      /may not enter .+ where the database lies\. Allow entering with "chmod o\+x"/,
    );
  },
);

test('an ordinary user runs everything as itself', { skip: skipOrdinary }, async () => {
  const home = join(folder, 'nobody');
  await mkdir(home);
  await chown(home, nobody.uid, nobody.gid);
  const starter = spawnStarter(join(home, 'var'), nobody);
  try {
    const report = await readReport(starter);
    assert.deepEqual(report.notices, []);
    assert.equal((await stat(`/proc/${report.pid}`)).uid, nobody.uid);
    assert.equal((await stat(join(home, 'var'))).mode & 0o777, 0o700);
    const gone = new Promise((resolve) => {
      starter.once('exit', resolve);
    });
    starter.kill('SIGTERM');
    assert.equal(await gone, 0);
    // Its parent is gone, so whether it is still listed, as a zombie, is up to the machine's first process.
    const state = await readFile(`/proc/${report.pid}/stat`, 'utf8').catch(() => ') Z ');
    assert.match(state, /\) Z /);
  } finally {
    await killHard(starter);
  }
  // Root keeps the owner of existing data.
  const postgres = await start(join(home, 'var'));
  assert.equal((await stat(`/proc/${postgres.pid}`)).uid, nobody.uid);
  await postgres.stop();
});
