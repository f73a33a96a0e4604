// The API as a whole beside a worker: it stands here because only commands may put the program together.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { enqueueProbes, prepareProbeTables, PROBE, workFor } from '../../../test/support/jobs-probe.ts';
import { grantScope } from '../../platform/db/scope.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import { createApi } from '../../wiring.ts';
import type { Api } from '../../wiring.ts';

suite('the figures of jobs', () => {
  let plain: TestApi;
  let withJobs: Api | undefined;
  before(async () => {
    plain = await startTestApi();
  });
  after(async () => {
    await withJobs?.close();
    await plain.close();
  });

  test('an API makes the queues of the product before any worker has started', async () => {
    const queues = (await plain.database.admin('select name from pgboss.queue')) as { name: string }[];
    assert.deepEqual(queues.map(({ name }) => name).toSorted(), [
      'analysis.run',
      'batches.run',
      'cnh.run',
      'dead',
      'radars.prime',
      'radars.unlink',
      'refresh.process',
      'refresh.radar',
      'scr.run',
    ]);
  });

  test('an API tells how its jobs fare', async (t) => {
    const { config, log, database } = plain;
    const jobs = { jobs: [PROBE], handlers: [handleJob(PROBE, () => Promise.resolve())] };
    const api = await createApi({ config, log, databaseUrl: database.url, jobs });
    withJobs = api;
    await prepareProbeTables(database);
    await enqueueProbes(api.database, [{ organizationId: 1, requestIds: ['well'] }]);
    const job = { ...PROBE, maxAttempts: 1 };
    const worker = await workFor(t, database.url, api.database, { job });
    await enqueueProbes(api.database, [{ organizationId: 2, requestIds: ['throw'] }]);
    const ended = `select from pgboss.job where state in ('completed', 'failed')`;
    await eventually(async () => (await database.admin(ended)).length === 2, 20_000);
    const later = { organizationId: 1, payload: { requestIds: ['later'] }, startAfterSeconds: 3600 };
    await api.database.transaction(grantScope([1]), (tx) => enqueue(tx, PROBE, [later, later, later]));
    await worker.close();
    const text = await api.metrics.text();
    for (const line of [
      'farol_jobs{job="probe.run",state="waiting"} 3',
      'farol_jobs{job="probe.run",state="running"} 0',
      'farol_jobs{job="probe.run",state="dead"} 1',
      'farol_job_attempts_total{job="probe.run",outcome="settled"} 1',
      'farol_job_attempts_total{job="probe.run",outcome="dead"} 1',
    ]) {
      assert.ok(text.includes(`${line}\n`), `${line} is not in\n${text}`);
    }
  });
});
