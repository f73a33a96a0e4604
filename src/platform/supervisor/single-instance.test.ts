import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AlreadyRunningError, holdInstanceLock } from './single-instance.ts';
import { onStopSignals } from './stop-signals.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-instance-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('refuses a second instance on the same folder, also by another name of it, and says what to do', async () => {
  const dataDir = join(folder, 'data');
  const lock = await holdInstanceLock(dataDir);
  await symlink(dataDir, join(folder, 'other-name'));
  await assert.rejects(holdInstanceLock(join(folder, 'other-name')), (error: Error) => {
    assert.ok(error instanceof AlreadyRunningError);
    assert.equal(error.pid, process.pid);
    assert.match(error.message, new RegExp(`kill ${process.pid}.*FAROL_DATA_DIR`));
    return true;
  });
  const elsewhere = await holdInstanceLock(join(folder, 'elsewhere'));
  await elsewhere.release();
  await lock.release();
  await (await holdInstanceLock(dataDir)).release();
});

test('the lock of an instance that was killed with kill -9 is free at once', async () => {
  const dataDir = join(folder, 'killed');
  const script = fileURLToPath(new URL('fixtures/lock-holder.ts', import.meta.url));
  const holder = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  });
  await holder.stdout.take(1).toArray();
  await assert.rejects(holdInstanceLock(dataDir), { pid: holder.pid });
  const gone = new Promise((resolve) => {
    holder.once('exit', resolve);
  });
  holder.kill('SIGKILL');
  await gone;
  await (await holdInstanceLock(dataDir)).release();
});

test('a second Ctrl-C counts only a second later, and other signals never force', async () => {
  const seen: string[] = [];
  const release = onStopSignals({ stop: (signal) => seen.push(signal), force: () => seen.push('force') });
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGTERM', 'SIGTERM');
  assert.deepEqual(seen, ['SIGINT']);
  await sleep(1_050);
  process.emit('SIGTERM', 'SIGTERM');
  assert.deepEqual(seen, ['SIGINT']);
  process.emit('SIGINT', 'SIGINT');
  assert.deepEqual(seen, ['SIGINT', 'force']);
  release();
});
