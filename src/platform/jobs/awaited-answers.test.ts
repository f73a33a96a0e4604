import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { enqueueProbes, openProbeCluster, PROBE, recordEffects } from '../../../test/support/jobs-probe.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { createLog } from '../log.ts';
import { forgetAnswers, tellAnswer } from './awaited-answers.ts';
import { handleJob } from './registry.ts';
import { startJobWorker } from './worker.ts';

const LONG_SECONDS = 3600;
/** Far below the time for which the jobs are postponed. */
const PATIENCE_MS = 20_000;
const { cluster, database } = await openProbeCluster();
const answerOf = (name: string): Buffer => Buffer.from(name.padEnd(32, '.'));

/** A worker whose jobs wait once, or as often as it is said, for the answer of their request's name. */
async function waiting(times: number, onWait: () => Promise<unknown> = () => Promise.resolve()) {
  const runs: string[] = [];
  const worker = await startJobWorker({
    registry: {
      jobs: [PROBE],
      handlers: [
        handleJob(PROBE, async (attempt) => {
          const [name = ''] = attempt.payload.requestIds;
          runs.push(name);
          if (runs.filter((each) => each === name).length > times) {
            await attempt.settle((tx) => recordEffects(tx, attempt));
            return;
          }
          await onWait();
          await attempt.postpone(LONG_SECONDS, () => Promise.resolve(1), [answerOf(name)]);
        }),
      ],
    },
    databaseUrl: cluster.url,
    database,
    log: createLog({ level: 'silent', process: 'test' }),
  });
  return { runs, close: () => worker.close() };
}

async function countOf(from: string): Promise<number> {
  const [row] = (await cluster.admin(`select count(*)::int as count from ${from}`)) as { count: number }[];
  return row?.count ?? -1;
}
const isWaiting = async (): Promise<boolean> =>
  (await countOf(`pgboss.job where state = 'created' and start_after > now()`)) > 0;
const effectsOf = (name: string): Promise<number> =>
  countOf(`farol.probe_effects where request_id = '${name}'`);

suite('an answer that is awaited', () => {
  test('wakes the job that waits for it and no other, whosever it is', async () => {
    const { runs, close } = await waiting(1);
    try {
      await enqueueProbes(database, [
        { organizationId: 1, requestIds: ['mine'] },
        { organizationId: 2, requestIds: ['other'] },
      ]);
      await eventually(async () => (await countOf('farol.awaited_answers')) === 2, PATIENCE_MS);
      assert.equal(await tellAnswer(database, answerOf('other')), 1);
      await eventually(async () => (await effectsOf('other')) === 1, PATIENCE_MS);
      assert.deepEqual(runs.toSorted(), ['mine', 'other', 'other']);
      assert.equal(await tellAnswer(database, answerOf('nobody')), 0);
      assert.equal(await effectsOf('mine'), 0);
      assert.equal(await tellAnswer(database, answerOf('mine')), 1);
      await eventually(async () => (await effectsOf('mine')) === 1, PATIENCE_MS);
    } finally {
      await close();
    }
  });

  test('may be told of before the job begins to wait, and counts once', async () => {
    const { runs, close } = await waiting(2, () =>
      runs.filter((name) => name === 'early').length === 1
        ? tellAnswer(database, answerOf('early'))
        : Promise.resolve(0),
    );
    try {
      await enqueueProbes(database, [{ organizationId: 1, requestIds: ['early'] }]);
      // The first wait is cut short; the second, after an answer that was told of once, is not.
      await eventually(async () => runs.length === 2 && (await isWaiting()), PATIENCE_MS);
      assert.equal(await effectsOf('early'), 0);
      await tellAnswer(database, answerOf('early'));
      await eventually(async () => (await effectsOf('early')) === 1, PATIENCE_MS);
    } finally {
      await close();
    }
  });

  test('is forgotten after a day, and after an hour when nobody waited for it', async () => {
    await cluster.admin(`update farol.awaited_answers set created_at = now() - interval '23 hours'`);
    await tellAnswer(database, answerOf('nobody else'));
    assert.equal(await database.transaction(NO_SCOPE, forgetAnswers), 0);
    await cluster.admin(`update farol.awaited_answers set created_at = now() - interval '25 hours'`);
    await cluster.admin(`update farol.told_answers set told_at = now() - interval '61 minutes'`);
    assert.ok((await database.transaction(NO_SCOPE, forgetAnswers)) > 0);
    assert.equal(await countOf('farol.awaited_answers'), 0);
    assert.equal(await countOf('farol.told_answers'), 0);
  });
});
