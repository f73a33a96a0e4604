// Jobs in real worker processes that are killed, stopped and poisoned.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { enqueueMany, enqueueProbes, openProbeCluster } from '../../../test/support/jobs-probe.ts';
import { keepProbeProcesses, startProbeProcess } from './fixtures/processes.ts';

type Letter = { request: string; starts: number; reason: string | null };

const LEASE_AND_MORE_MS = 25_000;

/** What a test sees of a database of its own: the tests wait for leases, and do so at the same time. */
async function openBed() {
  const { cluster, database } = await openProbeCluster();
  const list = async (table: string, prefix: string): Promise<string[]> => {
    const sql = `select request_id from farol.${table} where request_id like $1 order by 1`;
    const rows = (await cluster.admin(sql, [`${prefix}%`])) as { request_id: string }[];
    return rows.map((row) => row.request_id);
  };
  return {
    cluster,
    database,
    effectsOf: (prefix: string) => list('probe_effects', prefix),
    deathsOf: (prefix: string) => list('probe_deaths', prefix),
  };
}

const ROUNDS = ['stop-1', 'stop-2', 'stop-3'];
const [killing, telling, poisoning, ...stopping] = await Promise.all([
  openBed(),
  openBed(),
  openBed(),
  ...ROUNDS.map(openBed),
]);

// The longest first, beside which the others take their turns; more at once would only start processes at once.
suite('jobs in worker processes', { concurrency: 3 }, () => {
  test('jobs that kill, block and fail end as dead letters, and healthy ones are all done once', async (t) => {
    const { cluster, database, effectsOf, deathsOf } = poisoning;
    const poison = ['die-1', 'spin-1', 'throw-1', 'throw-2', 'unsettled-1'];
    await enqueueMany(cluster, 2, { prefix: 'healthy-', count: 100 });
    await enqueueProbes(
      database,
      poison.map((requestId) => ({ organizationId: 1, requestIds: [requestId] })),
    );
    await enqueueMany(cluster, 1, { prefix: 'healthy-beside-', count: 100 });
    const workers = keepProbeProcesses(t, cluster.url, 2);
    const dead = async (): Promise<Letter[]> =>
      (await cluster.admin(`select data -> 'requestIds' ->> 0 as request,
          (select count(*)::int from farol.probe_starts s where s.request_id = data -> 'requestIds' ->> 0) as starts,
          coalesce(source_output ->> 'reason', source_output -> 'value' ->> 'message') as reason
        from pgboss.job where name = 'dead' order by 1`)) as Letter[];
    await eventually(async () => (await dead()).length === poison.length, 200_000);
    await eventually(async () => (await deathsOf('')).length >= poison.length, 30_000);
    await eventually(async () => (await effectsOf('healthy')).length >= 200, 30_000);
    const deaths = await workers.end();
    const letters = await dead();
    console.log(deaths, 'deaths', letters);
    assert.deepEqual(
      letters.map(({ request }) => request),
      poison.toSorted(),
    );
    assert.ok(letters.every(({ starts, reason }) => starts <= 5 && (reason ?? '') !== ''));
    // By its own last attempt or, where that died with its process, by another worker.
    assert.deepEqual(await deathsOf(''), poison.toSorted());
    const healthy = await effectsOf('healthy');
    assert.deepEqual([healthy.length, new Set(healthy).size], [200, 200]);
    assert.ok(deaths <= 10, `${deaths} deaths`);
  });

  test('the job of a killed worker starts again within 15 s', async (t) => {
    const { cluster, database, effectsOf } = killing;
    const [first, second] = [
      await startProbeProcess(t, cluster.url),
      await startProbeProcess(t, cluster.url),
    ];
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['slow6000'] }]);
    const started = (each: typeof first): boolean => each.lines('"started"').length > 0;
    await eventually(() => started(first) || started(second), 20_000);
    const [holder, other] = started(first) ? [first, second] : [second, first];
    await sleep(2600);
    await holder.stop('SIGKILL');
    const waitedMs = await eventually(() => started(other), 20_000);
    console.log(`the killed worker's job started again after ${(waitedMs / 1000).toFixed(1)} s`);
    await eventually(async () => (await effectsOf('slow')).length === 1, 10_000);
    await other.stop('SIGTERM');
    assert.ok(waitedMs <= 15_000, `${waitedMs} ms`);
  });

  for (const [index, { cluster, database, effectsOf }] of stopping.entries()) {
    const requestId = ROUNDS[index] ?? '';
    test(`a worker that is stopped right before it settles is refused when it goes on: ${requestId}`, async (t) => {
      const zombie = await startProbeProcess(t, cluster.url);
      await enqueueProbes(database, [{ organizationId: 1, requestIds: [requestId] }]);
      await eventually(() => zombie.lines('"started"').length > 0, 20_000);
      const successor = await startProbeProcess(t, cluster.url);
      await eventually(() => successor.lines('"started"').length > 0, LEASE_AND_MORE_MS);
      zombie.child.kill('SIGCONT');
      await eventually(() => zombie.lines('a fenced attempt was refused').length > 0, 20_000);
      assert.deepEqual(await effectsOf(requestId), []);
      await eventually(async () => (await effectsOf(requestId)).length === 1, 10_000);
      await sleep(300);
      assert.deepEqual(await effectsOf(requestId), [requestId]);
      await Promise.all([zombie.stop('SIGTERM'), successor.stop('SIGTERM')]);
    });
  }

  test('who is killed while it tells of a death has told nothing, and the next does', async (t) => {
    const { cluster, database, deathsOf } = telling;
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['throw-fatal'] }]);
    await cluster.admin('update pgboss.job set retry_limit = 0 where state = $1', ['created']);
    const killed = await startProbeProcess(t, cluster.url, 'dies telling');
    await eventually(() => killed.child.signalCode === 'SIGKILL', 30_000);
    assert.deepEqual(await deathsOf('throw-fatal'), []);
    // The lease of the attempt runs out, so this letter is pg-boss's and not the attempt's.
    const again = await startProbeProcess(t, cluster.url, 'dies telling');
    await eventually(() => again.child.signalCode === 'SIGKILL', LEASE_AND_MORE_MS);
    assert.deepEqual(await deathsOf('throw-fatal'), []);
    const last = await startProbeProcess(t, cluster.url);
    await eventually(async () => (await deathsOf('throw-fatal')).length > 0, 60_000);
    await last.stop('SIGTERM');
    assert.deepEqual(await deathsOf('throw-fatal'), ['throw-fatal']);
  });
});
