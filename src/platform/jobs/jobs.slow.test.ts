import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { eventually } from '../../../test/support/eventually.ts';
import {
  enqueueProbes,
  PROBE,
  recordEffects,
  workFor,
  openProbeCluster,
} from '../../../test/support/jobs-probe.ts';
import { grantScope } from '../db/scope.ts';
import { createLog } from '../log.ts';
import { defineJob } from './definition.ts';
import { enqueue, enqueueForRequests } from './enqueue.ts';
import { LEASE_SECONDS } from './queues.ts';
import { handleJob } from './registry.ts';
import { startJobWorker } from './worker.ts';

type Count = { count: number };

/** For what comes at once on a free machine. */
const PATIENCE_MS = 20_000;

const { cluster, database } = await openProbeCluster();

suite('jobs', () => {
  const count = async (sql: string): Promise<number> => {
    const [row] = (await cluster.admin(`select count(*)::int as count from ${sql}`)) as Count[];
    return row?.count ?? -1;
  };
  const effectsOf = (prefix: string): Promise<number> =>
    count(`farol.probe_effects where request_id like '${prefix}%'`);

  test('a job is there when its transaction commits and not when it rolls back', async () => {
    const failing = database.transaction(grantScope([1]), async (tx) => {
      await enqueueForRequests(tx, PROBE, [{ organizationId: 1, requestIds: ['rolled'] }]);
      throw new RangeError('changed my mind');
    });
    await assert.rejects(failing, RangeError);
    assert.equal(await count('pgboss.job'), 0);
    await database.transaction(grantScope([1, 2]), (tx) =>
      enqueueForRequests(tx, PROBE, [
        { organizationId: 1, requestIds: ['a', 'b'] },
        { organizationId: 2, requestIds: ['c'] },
        { organizationId: 1, requestIds: ['d'] },
      ]),
    );
    const rows = await cluster.admin('select group_id, data from pgboss.job order by group_id');
    assert.deepEqual(rows, [
      { group_id: '1', data: { requestIds: ['a', 'b', 'd'] } },
      { group_id: '2', data: { requestIds: ['c'] } },
    ]);
    await cluster.admin('delete from pgboss.job');
  });

  test('nobody enqueues, sees or ends a job of an organization outside of the scope', async () => {
    const foreign = database.transaction(grantScope([1]), (tx) =>
      enqueueForRequests(tx, PROBE, [{ organizationId: 2, requestIds: ['foreign'] }]),
    );
    await assert.rejects(foreign, { code: '42501' });
    await enqueueProbes(database, [{ organizationId: 2, requestIds: ['hidden'] }]);
    const seen = await database.transaction(grantScope([1]), (tx) => tx.query('select id from pgboss.job'));
    const changed = await database.transaction(grantScope([1]), (tx) =>
      tx.query(`update pgboss.job set state = 'completed' returning id`),
    );
    assert.deepEqual([seen, changed], [[], []]);
    await cluster.admin('delete from pgboss.job');
  });

  test('a payload that is not the job’s own is refused', async () => {
    const wrong = database.transaction(grantScope([1]), (tx) =>
      enqueueForRequests(tx, PROBE, [{ organizationId: 1, requestIds: [] }]),
    );
    await assert.rejects(wrong, TypeError);
  });

  test('a worker does not start when jobs and handlers do not fit', async () => {
    const other = defineJob({ name: 'probe.other', payload: Type.Object({}) });
    const handler = handleJob(PROBE, () => Promise.resolve());
    const start = (registry: Parameters<typeof startJobWorker>[0]['registry']): Promise<unknown> =>
      startJobWorker({
        registry,
        database,
        databaseUrl: cluster.url,
        log: createLog({ level: 'silent', process: 'test' }),
      });
    await assert.rejects(start({ jobs: [PROBE, other], handlers: [handler] }), /probe\.other has no handler/);
    await assert.rejects(
      start({ jobs: [other], handlers: [handler] }),
      /probe\.run has a handler but is no job/,
    );
    await assert.rejects(start({ jobs: [PROBE, PROBE], handlers: [handler] }), /probe\.run is defined twice/);
    await assert.rejects(
      start({ jobs: [PROBE], handlers: [handler, handler] }),
      /probe\.run has two handlers/,
    );
    await (
      await startJobWorker({
        registry: { jobs: [], handlers: [] },
        database,
        databaseUrl: cluster.url,
        log: createLog({ level: 'silent', process: 'test' }),
      })
    ).close();
    assert.throws(() => defineJob({ name: 'Probe', payload: Type.Object({}) }), TypeError);
    assert.throws(
      () => defineJob({ name: 'probe.many', payload: Type.Object({}), maxAttempts: 6 }),
      TypeError,
    );
  });

  test('a job of several requests writes each by itself and is done once', async (t) => {
    const worker = await workFor(t, cluster.url, database, {
      run: async (attempt) => {
        const [first = '', ...rest] = attempt.payload.requestIds;
        const part = (requestIds: string[]) => ({ ...attempt, payload: { requestIds } });
        await attempt.progress((tx) => recordEffects(tx, part([first])));
        await attempt.settle((tx) => recordEffects(tx, part(rest)));
      },
    });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['part-1', 'part-2'] }]);
    await eventually(async () => (await effectsOf('part-')) === 2, PATIENCE_MS);
    await worker.close();
    assert.equal(await count(`pgboss.job where state = 'completed'`), 1);
  });

  test('waiting costs no attempt: the job is done and its successor starts in time', async (t) => {
    const seen: number[] = [];
    const worker = await workFor(t, cluster.url, database, {
      run: async (attempt) => {
        seen.push(performance.now());
        await (seen.length === 1 ? attempt.postpone(1) : attempt.settle((tx) => recordEffects(tx, attempt)));
      },
    });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['later'] }]);
    await eventually(async () => (await effectsOf('later')) === 1, PATIENCE_MS);
    await worker.close();
    const [first = 0, second = 0] = seen;
    assert.ok(second - first >= 900 && second - first < 8000, `${second - first} ms`);
    const attempts = await cluster.admin(
      `select attempt from farol.probe_effects where request_id = 'later'`,
    );
    assert.deepEqual(attempts, [{ attempt: 1 }]);
  });

  test('a write that changes nothing is refused and leaves the job to be tried again', async (t) => {
    const worker = await workFor(t, cluster.url, database, {
      run: (attempt) =>
        attempt.settle(async (tx) => {
          await recordEffects(tx, attempt);
          return attempt.number === 1 ? 0 : 1;
        }),
    });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['nothing'] }]);
    await eventually(async () => (await effectsOf('nothing')) === 1, PATIENCE_MS);
    await worker.close();
    const attempts = await cluster.admin(
      `select attempt from farol.probe_effects where request_id = 'nothing'`,
    );
    assert.deepEqual(attempts, [{ attempt: 2 }]);
  });

  test('a stop hands unfinished work back, and another worker starts it at once', async (t) => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const first = await workFor(t, cluster.url, database, {
      graceMs: 200,
      run: async (attempt) => {
        resolve();
        await once(attempt.signal, 'abort');
      },
    });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['handed'] }]);
    await begun;
    const second = await workFor(t, cluster.url, database, {
      run: (attempt) => attempt.settle((tx) => recordEffects(tx, attempt)),
    });
    const stoppedAt = performance.now();
    await first.close();
    await eventually(async () => (await effectsOf('handed')) === 1, PATIENCE_MS);
    // A lease would have had to run out first.
    assert.ok(performance.now() - stoppedAt < LEASE_SECONDS * 1000 - 2000);
    await second.close();
  });

  test('work that waits is never deleted by age', async (t) => {
    await database.transaction(grantScope([1]), (tx) =>
      enqueue(tx, PROBE, [{ organizationId: 1, payload: { requestIds: ['old'] }, startAfterSeconds: 1 }]),
    );
    await cluster.admin(`update pgboss.job set created_on = created_on - interval '400 days',
      start_after = now() + interval '1 hour', keep_until = keep_until - interval '400 days'`);
    // What is done and old is deleted, so the housekeeping is seen to have run.
    await cluster.admin(`update pgboss.job set completed_on = completed_on - interval '2 days'`);
    await cluster.admin('update pgboss.queue set maintain_on = null, monitor_on = null');
    assert.ok((await count(`pgboss.job where state = 'completed'`)) > 0);
    const worker = await workFor(t, cluster.url, database);
    await eventually(async () => (await count(`pgboss.job where state = 'completed'`)) === 0, PATIENCE_MS);
    await worker.close();
    assert.equal(await count('pgboss.job'), 1);
  });
});
