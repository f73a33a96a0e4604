import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createBackoff } from './backoff.ts';
import { superviseChildren } from './index.ts';
import type { ChildExit, Supervisor } from './index.ts';

const childScript = fileURLToPath(new URL('fixtures/child.ts', import.meta.url));
const parentScript = fileURLToPath(new URL('fixtures/parent.ts', import.meta.url));
const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-supervisor-'));
});
after(() => rm(folder, { recursive: true, force: true }));

type Watched = { supervisor: Supervisor; exits: ChildExit[]; greetings: unknown[] };

function supervise(behaviours: Record<string, string>): Watched {
  const exits: ChildExit[] = [];
  const greetings: unknown[] = [];
  const children = Object.entries(behaviours).map(([name, behaviour]) => ({
    name,
    args: [childScript, behaviour, journalOf(name)],
    env: {},
  }));
  const supervisor = superviseChildren({
    children,
    nodePath: process.execPath,
    log: quietLog,
    onReady: (_name, details) => greetings.push(details['greeting']),
    onExit: (exit) => exits.push(exit),
  });
  return { supervisor, exits, greetings };
}

function journalOf(name: string): string {
  return join(folder, name);
}

async function readJournal(name: string): Promise<string[]> {
  return (await readFile(journalOf(name), 'utf8')).trim().split('\n');
}

async function waitFor(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await sleep(10);
  }
}

test('starts all children, waits until each is ready, and stops them', async () => {
  const { supervisor, exits, greetings } = supervise({ one: 'work', two: 'work' });
  await supervisor.start();
  assert.deepEqual(Object.keys(supervisor.pids()), ['one', 'two']);
  assert.deepEqual(greetings, ['good day', 'good day']);
  await Promise.all([supervisor.stop(), supervisor.stop()]);
  assert.deepEqual(supervisor.pids(), {});
  assert.deepEqual(
    exits.map(({ code }) => code),
    [0, 0],
  );
  assert.deepEqual((await readJournal('one')).slice(1), ['stopped']);
});

test('a child that is killed is started again, and its neighbour is left alone', async () => {
  const { supervisor } = supervise({ victim: 'work', neighbour: 'work' });
  await supervisor.start();
  const earlier = supervisor.pids();
  const victim = earlier['victim'] ?? assert.fail('no pid');
  const killedAt = performance.now();
  process.kill(victim, 'SIGKILL');
  await waitFor(() => supervisor.pids()['victim'] !== victim && supervisor.pids()['victim'] !== undefined);
  assert.ok(performance.now() - killedAt >= 190, 'started again without a pause');
  assert.equal(supervisor.pids()['neighbour'], earlier['neighbour']);
  await supervisor.stop();
});

test('a child that keeps failing before it was ever ready ends the attempt after five tries', async () => {
  const { supervisor } = supervise({ broken: 'never-ready' });
  await assert.rejects(
    supervisor.start(),
    /The broken process ended 5 times before it was ready, last with code 3\./,
  );
  assert.match((await supervisor.failed).message, /5 times/);
  assert.equal((await readJournal('broken')).length, 5);
  await supervisor.stop();
});

test('a configuration fault is not tried again', async () => {
  const { supervisor } = supervise({ faulty: 'configuration-fault', other: 'work' });
  await assert.rejects(supervisor.start(), /fault in the configuration/);
  assert.equal((await readJournal('faulty')).length, 1);
  await supervisor.stop();
});

test('a stop while a child waits for its restart ends the waiting', async () => {
  const { supervisor, exits } = supervise({ waiting: 'never-ready' });
  const starting = supervisor.start();
  await waitFor(() => exits.length === 2);
  await supervisor.stop();
  await assert.rejects(starting, /stopped/);
  assert.deepEqual(supervisor.pids(), {});
});

test('children stop in order when their parent is killed with kill -9', async () => {
  const parent = spawn(process.execPath, [parentScript, 'work', journalOf('orphan')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  });
  const [line] = (await parent.stdout.take(1).toArray()) as Buffer[];
  const { worker } = JSON.parse(String(line)) as { worker: number };
  assert.deepEqual(await readJournal('orphan'), [String(worker)]);
  parent.kill('SIGKILL');
  await waitFor(async () => (await readJournal('orphan')).includes('stopped'));
  // Dead or a zombie: where the machine's first process does not reap, the entry stays.
  await waitFor(async () => {
    const stat = await readFile(`/proc/${worker}/stat`, 'utf8').catch(() => ') Z ');
    return stat.includes(') Z ');
  });
});

test('the channel to the parent does not keep a child alive that has nothing to do', async () => {
  const { supervisor, exits } = supervise({ idle: 'idle' });
  await supervisor.start();
  await waitFor(() => exits.length > 0);
  assert.equal(exits[0]?.code, 0);
  await supervisor.stop();
});

test('pauses double from 0.2 s to 10 s and start over after 30 s of health', () => {
  const backoff = createBackoff();
  const pauses = Array.from({ length: 8 }, () => backoff.nextDelayMs(0));
  assert.deepEqual(pauses, [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  assert.equal(backoff.nextDelayMs(29_999), 10_000);
  assert.equal(backoff.nextDelayMs(30_000), 200);
  assert.equal(backoff.nextDelayMs(0), 400);
});
