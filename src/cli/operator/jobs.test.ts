import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { enqueueProbes, openProbeDatabase, prepareProbe, PROBE } from '../../../test/support/jobs-probe.ts';
import type { Database } from '../../platform/db/database.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

type Job = {
  id: string;
  job: string;
  organizationId: number;
  state: string;
  attempts: number;
  reason: string | null;
};

const DIE = `
  with gone as (delete from pgboss.job where name = '${PROBE.name}' returning *)
  insert into pgboss.job (name, data, group_id, keep_until, source_name, source_id, source_created_on,
    source_retry_count, source_output)
  select 'dead', data, group_id, keep_until, name, id, created_on, 4, '{"reason": "the attempt took too long"}' from gone`;

suite('jobs by command', () => {
  let farol: TestProgram;
  let database: Database;
  before(async () => {
    farol = await startTestProgram();
    database = openProbeDatabase(farol.database.url, 2);
    await prepareProbe(farol.database, database);
  });
  after(async () => {
    await database.close();
    await farol.close();
  });

  const enqueue = async (...requestIds: string[]): Promise<string[]> =>
    enqueueProbes(
      database,
      requestIds.map((requestId) => ({ organizationId: 2, requestIds: [requestId] })),
    );

  test('jobs are listed by state, shown with their payload, and never those of another state', async () => {
    assert.match((await farol.run(['jobs', 'list'])).out, /None/);
    const [id = ''] = await enqueue('r-1');
    const [listed, ...others] = await farol.ask<Job[]>(['jobs', 'list', '--state', 'waiting']);
    assert.deepEqual(
      [listed?.id, listed?.job, listed?.organizationId, listed?.state, listed?.attempts, others],
      [id, PROBE.name, 2, 'waiting', 0, []],
    );
    assert.deepEqual(await farol.ask(['jobs', 'list', '--state', 'running']), []);
    const shown = await farol.ask<Job & { payload: string }>(['jobs', 'show', id]);
    assert.deepEqual(JSON.parse(shown.payload), { requestIds: ['r-1'] });
  });

  test('a dead job is found by its old id, says why, and is tried again', async () => {
    const [id = ''] = (await farol.ask<Job[]>(['jobs', 'list'])).map((job) => job.id);
    assert.equal((await farol.run(['jobs', 'retry', id])).code, 4);
    await farol.database.admin(DIE);
    const [dead] = await farol.ask<Job[]>(['jobs', 'list', '--state', 'dead']);
    assert.deepEqual([dead?.job, dead?.attempts, dead?.reason], [PROBE.name, 5, 'the attempt took too long']);
    assert.equal((await farol.ask<Job>(['jobs', 'show', id])).state, 'dead');
    assert.deepEqual(await farol.ask(['jobs', 'retry', id]), { retried: 1 });
    assert.deepEqual(
      (await farol.ask<Job[]>(['jobs', 'list'])).map(({ state, attempts }) => [state, attempts]),
      [['waiting', 0]],
    );
  });

  test('all dead jobs are tried again with one command', async () => {
    await enqueue('r-2', 'r-3');
    await farol.database.admin(DIE);
    assert.deepEqual(await farol.ask(['jobs', 'retry', '--all-dead']), { retried: 3 });
    assert.deepEqual(await farol.ask(['jobs', 'list', '--state', 'dead']), []);
  });

  test('wrong usage and unknown jobs are told apart', async () => {
    assert.equal((await farol.run(['jobs', 'retry'])).code, 2);
    assert.equal((await farol.run(['jobs', 'show', 'x'])).code, 2);
    assert.equal((await farol.run(['jobs', 'show', '00000000-0000-0000-0000-000000000000'])).code, 3);
  });
});
