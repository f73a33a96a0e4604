// Jobs that fail, and tenants that flood: neither may be felt by the others.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import {
  enqueueMany,
  enqueueProbes,
  PROBE,
  recordEffects,
  workFor,
  openProbeCluster,
} from '../../../test/support/jobs-probe.ts';
import { retryDelaySeconds } from './attempt.ts';
import { defineJob, Requests } from './definition.ts';
import { createSolitude } from './solitude.ts';

type Letter = { request: string | null; attempts: number; reason: string };

const { cluster, database } = await openProbeCluster();

suite('poison and floods', () => {
  const letters = async (): Promise<Letter[]> =>
    (await cluster.admin(`select data -> 'requestIds' ->> 0 as request, source_retry_count + 1 as attempts,
      source_output ->> 'reason' as reason from pgboss.job where name = 'dead' order by 1`)) as Letter[];

  test('what fails is tried five times and laid aside with a reason, while the others flow', async (t) => {
    await enqueueProbes(database, [
      { organizationId: 1, requestIds: ['throw-1'] },
      { organizationId: 1, requestIds: ['unsettled-1'] },
    ]);
    // Two retries only, so that the test is quick; the attempts before are told by their count.
    await cluster.admin('update pgboss.job set retry_count = 2, started_on = now()');
    await cluster.admin(`insert into pgboss.job (name, data, group_id, retry_limit, retry_count, started_on, keep_until,
      dead_letter, heartbeat_seconds) values ('${PROBE.name}', '{"document": 1}', '1', 4, 3, now(), now() + interval '1 year', 'dead', 10)`);
    const worker = await workFor(t, cluster.url, database);
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['well'] }]);
    await eventually(async () => (await letters()).length === 3, 60_000);
    await worker.close();
    const inTime = await cluster.admin(`select from farol.probe_effects e, pgboss.job l
      where e.request_id = 'well' and l.name = 'dead' and l.data @> '{"requestIds": ["throw-1"]}' and e.at < l.created_on`);
    assert.equal(inTime.length, 1);
    const found = await letters();
    assert.deepEqual(
      found.map(({ request, attempts }) => [request, attempts]),
      [
        ['throw-1', 5],
        ['unsettled-1', 5],
        [null, 5],
      ],
    );
    assert.match(found[0]?.reason ?? '', /^RangeError at .*misbehave/);
    assert.equal(found[1]?.reason, 'the handler ended without settling the job');
    assert.match(found[2]?.reason ?? '', /payload/);
  });

  test('an attempt that takes too long is aborted and counts as failed', async (t) => {
    const hasty = { ...PROBE, timeoutSeconds: 1, maxAttempts: 1 };
    let aborted = false;
    const worker = await workFor(t, cluster.url, database, {
      job: hasty,
      run: async ({ signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        await Promise.withResolvers<void>().promise;
      },
    });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['endless'] }]);
    await eventually(async () => (await letters()).some(({ request }) => request === 'endless'), 20_000);
    await worker.close();
    assert.equal(aborted, true);
    const letter = (await letters()).find(({ request }) => request === 'endless');
    assert.deepEqual([letter?.attempts, letter?.reason], [1, 'the attempt took too long']);
  });

  test('2,000 jobs of one organization do not delay the one of another', async (t) => {
    const started = new Map<string, number>();
    const worker = await workFor(t, cluster.url, database, {
      run: async (attempt) => {
        started.set(attempt.payload.requestIds[0] ?? '', performance.now());
        await sleep(50);
        await attempt.settle((tx) => recordEffects(tx, attempt));
      },
    });
    await enqueueMany(cluster, 1, { prefix: 'crowd-', count: 2000 });
    await eventually(() => started.size >= 20, 20_000);
    await enqueueProbes(database, [{ organizationId: 2, requestIds: ['single'] }]);
    await eventually(() => started.has('single'), 20_000);
    // Told by what was done before and not by time: a busy machine does both more slowly.
    const earlier = [...started.keys()].indexOf('single');
    await worker.close();
    assert.ok(earlier < 500, `${earlier} of the crowd went before`);
  });

  test('jobs that failed together do not come back together', () => {
    const job = defineJob({ name: 'probe.spread', payload: Requests });
    const buckets = new Map<number, number>();
    for (let index = 0; index < 10_000; index += 1) {
      const delay = retryDelaySeconds(job, 1);
      buckets.set(delay, (buckets.get(delay) ?? 0) + 1);
    }
    assert.ok(Math.max(...buckets.values()) <= 500, `${Math.max(...buckets.values())} in one second`);
    assert.ok(retryDelaySeconds({ ...job, retryWithinSeconds: 3600 }, 4) <= 3600);
  });

  test('a job whose worker died twice is given back, and runs when nothing else does', async (t) => {
    // What a flood has left behind would go first and take as long as the machine is slow.
    await cluster.admin('delete from pgboss.job');
    await enqueueMany(cluster, 2, { prefix: 'mate-', count: 30 });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['suspect'] }]);
    await cluster.admin(`update pgboss.job set state = 'retry', retry_count = 2, started_on = now(),
      output = '{"value": {"message": "job heartbeat timeout"}}' where data @> '{"requestIds": ["suspect"]}'`);
    const around: { mates: number; number: number }[] = [];
    let running = 0;
    const worker = await workFor(t, cluster.url, database, {
      run: async (attempt) => {
        if (attempt.payload.requestIds[0] === 'suspect') {
          around.push({ mates: running, number: attempt.number });
        }
        running += 1;
        await sleep(20);
        await attempt.settle((tx) => recordEffects(tx, attempt));
        running -= 1;
      },
    });
    await eventually(() => around.length > 0, 20_000);
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['mate-after'] }]);
    const isDone = async (): Promise<boolean> =>
      (await cluster.admin(`select from farol.probe_effects where request_id ~ '^(mate-|suspect)'`))
        .length === 32;
    await eventually(isDone, 20_000);
    await worker.close();
    // Claimed for its fourth attempt, given back, and claimed again: still the fourth.
    assert.deepEqual(around, [{ mates: 0, number: 4 }]);
  });

  test('a job that must run alone does not wait for the backlog of another organization', async (t) => {
    await enqueueMany(cluster, 1, { prefix: 'older-', count: 400 });
    await enqueueProbes(database, [{ organizationId: 2, requestIds: ['alone'] }]);
    await cluster.admin(`update pgboss.job set state = 'retry', retry_count = 2, started_on = now(),
      output = '{"value": {"message": "job heartbeat timeout"}}' where data @> '{"requestIds": ["alone"]}'`);
    const order: string[] = [];
    await workFor(t, cluster.url, database, {
      run: async (attempt) => {
        order.push(attempt.payload.requestIds[0] ?? '');
        await sleep(20);
        await attempt.settle((tx) => recordEffects(tx, attempt));
      },
    });
    await eventually(() => order.includes('alone'), 20_000);
    assert.ok(order.indexOf('alone') <= 100, `${order.indexOf('alone')} went before`);
  });

  test('solitude is for one lane, once everything else has ended', () => {
    const solitude = createSolitude();
    const [mine, other] = [Symbol('mine'), Symbol('other')];
    let called = 0;
    solitude.enter();
    solitude.request(mine, () => {
      called += 1;
    });
    assert.deepEqual([solitude.mayFetch(mine), solitude.mayFetch(other)], ['none', 'none']);
    solitude.leave();
    assert.deepEqual([called, solitude.mayFetch(mine), solitude.mayFetch(other)], [1, 'one', 'none']);
    solitude.release(mine);
    assert.deepEqual([solitude.mayFetch(mine), solitude.mayFetch(other)], ['many', 'many']);
  });
});
