// A worker that was taken for dead wakes up again and writes: directed, because chance does not find it.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { PgBoss } from 'pg-boss';
import type { JobWithMetadata } from 'pg-boss';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import {
  enqueueProbes,
  openProbeDatabase,
  prepareProbe,
  PROBE,
  recordDeath,
  recordEffects,
} from '../../../test/support/jobs-probe.ts';
import type { Database } from '../db/database.ts';
import { grantScope } from '../db/scope.ts';
import { createLog } from '../log.ts';
import { claimJob, createAttempt } from './attempt.ts';
import type { RunningAttempt } from './attempt.ts';
import type { JobSettings } from './definition.ts';
import { LEASE_LOST } from './reason.ts';
import { handleJob } from './registry.ts';
import { runAttempt } from './run-attempt.ts';
import { createSettlements, FencedError } from './settlements.ts';
import { withBoss } from './transactional-boss.ts';

suite('fencing', () => {
  let cluster: TestDatabase;
  let database: Database;
  let boss: PgBoss;
  const refusals: string[] = [];
  before(async () => {
    cluster = await createTestDatabase();
    database = openProbeDatabase(cluster.url);
    await prepareProbe(cluster, database);
    boss = new PgBoss({
      connectionString: cluster.url,
      migrate: false,
      supervise: false,
      schedule: false,
      max: 2,
    });
    await boss.start();
  });
  after(async () => {
    await boss.stop({ graceful: false });
    await database.close();
    await cluster.drop();
  });

  const claim = async (): Promise<JobWithMetadata> => {
    const [job] = await boss.fetch<object>(PROBE.name, { includeMetadata: true });
    assert.ok(job);
    return job;
  };
  const attemptAt = (job: JobWithMetadata, settings: Partial<JobSettings> = {}): RunningAttempt => {
    const log = createLog({ level: 'warn', process: 'test' }, { write: (line) => refusals.push(line) });
    const settlements = createSettlements(database, PROBE.name);
    const { signal } = new AbortController();
    const { onDead } = handleJob(PROBE, () => Promise.resolve(), { onDead: recordDeath });
    const claimed = claimJob(job);
    const limits = { ...PROBE, ...settings };
    return createAttempt({ database, settlements, log, job: limits, onDead, claimed, signal });
  };
  const loseLease = async (): Promise<void> => {
    await cluster.admin(
      `update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
    );
    await cluster.admin('update pgboss.queue set monitor_claim_on = null, monitor_on = null');
    await boss.supervise(PROBE.name);
  };
  const claimTwice = async (
    requestId: string,
  ): Promise<{ stale: RunningAttempt; live: RunningAttempt; job: JobWithMetadata }> => {
    await enqueueProbes(database, [{ organizationId: 1, requestIds: [requestId] }]);
    const job = await claim();
    await loseLease();
    return { stale: attemptAt(job), live: attemptAt(await claim()), job };
  };
  const effect =
    (attempt: RunningAttempt) =>
    (...[tx]: Parameters<Parameters<RunningAttempt['settle']>[0]>): Promise<number> =>
      recordEffects(tx, attempt as never);
  const effectsOf = (requestId: string): Promise<unknown[]> =>
    cluster.admin('select attempt from farol.probe_effects where request_id = $1', [requestId]);

  test('every write of the stale attempt is refused and told, while the new one is held and after it', async () => {
    const { stale, live } = await claimTwice('zombie');
    await assert.rejects(stale.settle(effect(stale)), FencedError);
    await assert.rejects(stale.progress(effect(stale)), FencedError);
    await assert.rejects(stale.postpone(0, effect(stale)), FencedError);
    await assert.rejects(stale.fail('late', 'tell'), FencedError);
    await live.settle(effect(live));
    await assert.rejects(stale.settle(effect(stale)), FencedError);
    assert.deepEqual(await effectsOf('zombie'), [{ attempt: 2 }]);
    assert.equal(refusals.filter((line) => line.includes('a fenced attempt was refused')).length, 5);
  });

  test('a stale member of a batch is refused without its mates', async () => {
    const { stale, live } = await claimTwice('mated');
    const others = await Promise.all(
      ['mate-1', 'mate-2'].map((requestId) =>
        enqueueProbes(database, [{ organizationId: 2, requestIds: [requestId] }]),
      ),
    );
    assert.equal(others.length, 2);
    const mates = [claimJob(await claim()), claimJob(await claim())];
    const settlements = createSettlements(database, PROBE.name);
    const write = async (): Promise<number> => 1;
    const results = await Promise.allSettled([
      settlements.settle({ ...claimJob(await jobOf(stale)), retryCount: 0 }, effect(stale)),
      ...mates.map((mate) => settlements.settle(mate, write)),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    );
    await live.settle(effect(live));
    assert.deepEqual(await effectsOf('mated'), [{ attempt: 2 }]);
  });

  const jobOf = async (attempt: RunningAttempt): Promise<JobWithMetadata> => {
    const [job] = await boss.findJobs<object>(PROBE.name, { id: attempt.jobId });
    assert.ok(job);
    return job;
  };

  test('a failing member of a batch does not fail its mates', async () => {
    await enqueueProbes(
      database,
      ['bad', 'good-1', 'good-2'].map((requestId) => ({ organizationId: 1, requestIds: [requestId] })),
    );
    const claimed = [await claim(), await claim(), await claim()].map(claimJob);
    const settlements = createSettlements(database, PROBE.name);
    const results = await Promise.allSettled(
      claimed.map((each, index) =>
        settlements.settle(each, async (tx) => {
          await tx.query(index === 0 ? 'select 1 / 0' : 'select 1');
          return 1;
        }),
      ),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    );
    const left = await cluster.admin(`select id from pgboss.job where state = 'active'`);
    assert.deepEqual(left, [{ id: claimed[0]?.id }]);
    await cluster.admin('delete from pgboss.job');
  });

  test('a stale last attempt does not tell of a death that pg-boss has laid aside already', async () => {
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['late'] }]);
    await cluster.admin(`update pgboss.job set retry_limit = 0 where state = 'created'`);
    const stale = attemptAt(await claim());
    assert.equal(stale.isLast, true);
    await loseLease();
    await assert.rejects(stale.fail('late', 'tell'), FencedError);
    const letters = await cluster.admin(`select output from pgboss.job where name = 'dead'`);
    assert.deepEqual(letters, [{ output: null }]);
    assert.deepEqual(await cluster.admin('select from farol.probe_deaths'), []);
  });

  test('a job of a release that allowed more attempts fails as any other', async () => {
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['of-before'] }]);
    const attempt = attemptAt(await claim(), { maxAttempts: PROBE.maxAttempts - 2 });
    assert.equal(attempt.number, 1);
    await attempt.fail('in vain', 'tell');
    const jobs = await cluster.admin('select state from pgboss.job where id = $1', [attempt.jobId]);
    assert.deepEqual(jobs, [{ state: 'retry' }]);
    await cluster.admin('delete from pgboss.job');
  });

  test('a lease that is found gone while the job is being ended counts as the end it is', async () => {
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['passing'] }]);
    const claimed = claimJob(await claim());
    const abort = new AbortController();
    const told: string[] = [];
    const outcomes: string[] = [];
    const around = {
      database,
      settlements: createSettlements(database, PROBE.name),
      log: createLog({ level: 'warn', process: 'test' }, { write: (line) => told.push(line) }),
      handled: handleJob(PROBE, (attempt) =>
        attempt.postpone(0, async () => {
          abort.abort(LEASE_LOST);
          return 1;
        }),
      ),
      count: (outcome: string) => void outcomes.push(outcome),
    };
    await runAttempt(around, claimed, abort);
    assert.deepEqual(outcomes, ['settled']);
    assert.deepEqual(told, []);
    await cluster.admin('delete from pgboss.job');
  });

  test('the planted bug, completing by id, lets the stale write through and is noticed', async () => {
    const { stale, live, job } = await claimTwice('planted');
    await database.transaction(grantScope([1]), async (tx) => {
      await withBoss(tx, (within) => within.complete(PROBE.name, job.id));
      await effect(stale)(tx);
    });
    assert.deepEqual(await effectsOf('planted'), [{ attempt: 1 }]);
    await assert.rejects(live.settle(effect(live)), FencedError);
  });
});
