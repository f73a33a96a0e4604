// What a capability is told when a job of its is given up: once for each death, in the scope of the job's organization.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import {
  enqueueMany,
  enqueueProbes,
  openProbeDatabase,
  PROBE,
  recordDeath,
  recordEffects,
  workFor,
  openProbeCluster,
} from '../../../test/support/jobs-probe.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { createLog } from '../log.ts';
import { retryDeadJobs } from './queries.ts';

const PATIENCE_MS = 20_000;
const ONCE = { ...PROBE, maxAttempts: 1 };
/** As pg-boss leaves them when the process of the last attempt died. */
const DIE = `
  with gone as (delete from pgboss.job where name = '${PROBE.name}' and state < 'active' returning *)
  insert into pgboss.job (name, data, group_id, keep_until, source_name, source_id, source_root_id, source_created_on,
    source_retry_count, source_output)
  select 'dead', data, group_id, keep_until, name, id, id, created_on, 4, '{"value": {"message": "job heartbeat timeout"}}'
  from gone`;

const { cluster, database } = await openProbeCluster();

suite('the death of a job', () => {
  type Death = { organization_id: string; reason: string };
  const deathsOf = async (prefix: string): Promise<Death[]> =>
    (await cluster.admin(
      'select organization_id, reason from farol.probe_deaths where request_id like $1 order by 1',
      [`${prefix}%`],
    )) as Death[];
  const untold = async (): Promise<number> =>
    (await cluster.admin(`select from pgboss.job where name = 'dead' and output is null`)).length;

  test('the last failure, the letter and what follows from it are one transaction', async (t) => {
    const worker = await workFor(t, cluster.url, database, { job: ONCE });
    await enqueueProbes(database, [{ organizationId: 2, requestIds: ['throw-once'] }]);
    await eventually(async () => (await deathsOf('throw')).length > 0, PATIENCE_MS);
    const [death, ...more] = await deathsOf('throw');
    assert.deepEqual([death?.organization_id, more], ['2', []]);
    assert.match(death?.reason ?? '', /^RangeError/);
    const together = await cluster.admin(`select from pgboss.job l, farol.probe_deaths d
      where l.name = 'dead' and l.output is not null and l.xmin = d.xmin`);
    // The mark is an update of the transaction that inserted the letter, so all rows bear its number.
    assert.equal(together.length, 1);
    await worker.close();
  });

  test('letters that pg-boss left are told once, however many workers look for them', async (t) => {
    await enqueueMany(cluster, 1, { prefix: 'left-a', count: 30 });
    await enqueueMany(cluster, 2, { prefix: 'left-b', count: 30 });
    await cluster.admin(DIE);
    await Promise.all([1, 2, 3].map(() => workFor(t, cluster.url, database)));
    await eventually(async () => (await untold()) === 0, PATIENCE_MS);
    const deaths = await deathsOf('left-');
    assert.deepEqual(
      [1, 2].map((id) => deaths.filter((death) => Number(death.organization_id) === id).length),
      [30, 30],
    );
    assert.deepEqual([...new Set(deaths.map(({ reason }) => reason))], ['job heartbeat timeout']);
  });

  test('nothing is told in the scope of another organization', async (t) => {
    const faults: string[] = [];
    const worker = await workFor(t, cluster.url, database, {
      job: ONCE,
      log: createLog({ level: 'error', process: 'test' }, { write: (line) => faults.push(line) }),
      onDead: (tx, letter) => recordDeath(tx, { ...letter, organizationId: 3 - letter.organizationId }),
    });
    await enqueueProbes(database, [{ organizationId: 2, requestIds: ['throw-foreign'] }]);
    await eventually(() => faults.some((line) => line.includes('could not be written')), PATIENCE_MS);
    await worker.close();
    assert.deepEqual(await deathsOf('throw-foreign'), []);
    // Laid aside all the same, with its reason, and told by the next who can.
    await cluster.admin(`update pgboss.job set start_after = now() where name = 'dead'`);
    await workFor(t, cluster.url, database);
    await eventually(async () => (await deathsOf('throw-foreign')).length === 1, PATIENCE_MS);
    assert.match((await deathsOf('throw-foreign'))[0]?.reason ?? '', /^RangeError/);
  });

  test('a letter that cannot be told does not keep others from being told, and waits', async (t) => {
    await enqueueMany(cluster, 1, { prefix: 'stuck-', count: 25 });
    await enqueueProbes(database, [{ organizationId: 2, requestIds: ['fine'] }]);
    await cluster.admin(DIE);
    let tries = 0;
    const worker = await workFor(t, cluster.url, database, {
      onDead: (tx, letter) => {
        tries += 1;
        if (letter.organizationId === 1) {
          throw new RangeError('not now');
        }
        return recordDeath(tx, letter);
      },
    });
    await eventually(async () => (await deathsOf('fine')).length === 1 && tries === 26, PATIENCE_MS);
    await worker.close();
    assert.deepEqual([tries, await untold()], [26, 25]);
    await cluster.admin(`delete from pgboss.job where name = 'dead'`);
  });

  test('a payload of another kind is laid aside and told to nobody', async (t) => {
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['odd'] }]);
    await cluster.admin(
      `update pgboss.job set data = '{"document": 1}', retry_limit = 0 where name = '${PROBE.name}' and state = 'created'`,
    );
    await workFor(t, cluster.url, database, {
      job: ONCE,
      onDead: () => Promise.reject(new RangeError('never')),
    });
    await eventually(
      async () => (await cluster.admin(`select from pgboss.job where name = 'dead'`)).length === 1,
      PATIENCE_MS,
    );
    assert.equal(await untold(), 0);
    await cluster.admin(`delete from pgboss.job where name = 'dead'`);
  });

  test('a job that is sent back runs anew, and each further death is told', async (t) => {
    const retryAll = (): Promise<number> => operator.transaction(NO_SCOPE, (tx) => retryDeadJobs(tx, null));
    const operator = openProbeDatabase(cluster.url, 1, 'farol_operator');
    t.after(() => operator.close());
    let heals = false;
    await workFor(t, cluster.url, database, {
      job: ONCE,
      run: async (attempt) => {
        if (!heals) {
          throw new RangeError('not yet');
        }
        await attempt.settle((tx) => recordEffects(tx, attempt));
      },
    });
    await enqueueProbes(database, [{ organizationId: 1, requestIds: ['again'] }]);
    await eventually(async () => (await deathsOf('again')).length === 1, PATIENCE_MS);
    assert.equal(await retryAll(), 1);
    await eventually(async () => (await deathsOf('again')).length === 2, PATIENCE_MS);
    heals = true;
    assert.equal(await retryAll(), 1);
    const effects = `select from farol.probe_effects where request_id = 'again'`;
    await eventually(async () => (await cluster.admin(effects)).length === 1, PATIENCE_MS);
    assert.equal((await deathsOf('again')).length, 2);
  });
});
