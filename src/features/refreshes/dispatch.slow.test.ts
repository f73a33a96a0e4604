// Whole weeks go by on a clock that the test moves; what is enqueued is counted, nobody works it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { createClock } from '../../platform/clock.ts';
import { createDatabase } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { openQueues } from '../../platform/jobs/queues.ts';
import { createLog } from '../../platform/log.ts';
import { dispatchDue } from './dispatch.ts';
import { PROCESS_REFRESH, RADAR_REFRESH } from './jobs.ts';
import type { RefreshedKind } from './jobs.ts';

const MINUTE_MS = 60_000;
const BOTH: readonly RefreshedKind[] = ['radar', 'process'];

describe('what is due for a refresh', () => {
  const clock = createClock();
  let bed: TestDatabase;
  let database: Database;
  before(async () => {
    bed = await createTestDatabase();
    const log = createLog({ level: 'silent', process: 'test' });
    const options = {
      url: bed.url,
      processName: 'test',
      poolSize: 8,
      statementTimeoutMs: 10_000,
      clock,
      log,
    };
    const app = createDatabase({ ...options, role: 'farol_app' });
    await openQueues(app, [RADAR_REFRESH, PROCESS_REFRESH]);
    await app.close();
    database = createDatabase({ ...options, role: 'farol_sequencer' });
  });
  after(async () => {
    await database.close();
    await bed.drop();
  });
  beforeEach(async () => {
    await bed.admin('delete from farol.radars; delete from farol.processes; delete from farol.refresh_plans');
    await bed.admin('delete from pgboss.job');
  });

  /** In Brasília. */
  const goTo = (day: string, time: string): void =>
    clock.advance(Date.parse(`${day}T${time}:00-03:00`) - clock.nowMs());
  /** The clock goes on while the test runs, so a plan's hours are never met to the millisecond. */
  const turn = (kinds = BOTH): Promise<number> =>
    database.transaction(NO_SCOPE, (tx) => dispatchDue(tx, { database, clock, kinds: new Set(kinds) }));
  const addRadars = async (organizationId: number, count: number, more = ''): Promise<void> => {
    await bed.admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, refresh_due_at)
       select $1, n, lpad(n::text, 11, '0'), lpad(n::text, 11, '0'), 'radar', 'CPF', 1,
         $3::timestamptz - interval '30 days' + n * interval '1 second'
       from generate_series(1, $2) n`,
      [organizationId, count, clock.now()],
    );
    if (more !== '')
      await bed.admin(`update farol.radars set ${more} where organization_id = ${organizationId}`);
  };
  const addProcess = (organizationId: number, number: string, daysAgo: number, status = 'ACTIVE') =>
    bed.admin(
      `insert into farol.processes (organization_id, number, status, is_imported, refresh_due_at)
       values ($1, $2, $4, true, $3::timestamptz - $5 * interval '1 day')`,
      [organizationId, number, clock.now(), status, daysAgo],
    );
  const setPlan = (organizationId: number, weekdays: string, hours: string, budget: number) =>
    bed.admin(
      `insert into farol.refresh_plans (organization_id, weekdays, hours, daily_budget) values ($1, $2, $3, $4)`,
      [organizationId, weekdays, hours, budget],
    );
  const jobs = async (): Promise<{ name: string; group_id: string; data: Record<string, unknown> }[]> =>
    (await bed.admin('select name, group_id, data from pgboss.job order by name, data::text')) as never;
  /** Turns every ten minutes, and how many each of them enqueued. */
  const pass = async (hours: number): Promise<number[]> => {
    const counts: number[] = [];
    for (let step = 0; step < hours * 6; step += 1) {
      clock.advance(10 * MINUTE_MS);
      counts.push(await turn());
    }
    return counts;
  };
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

  it('is enqueued in the hours of its plan, spread over them, once a day', async () => {
    goTo('2026-11-16', '05:00');
    // As Friday's run left them.
    await addRadars(
      1,
      90,
      `refresh_due_at = '2026-11-14T00:00:00-03:00'::timestamptz + id * interval '1 ms'`,
    );
    assert.ok(sum(await pass(1)) <= 1, 'before the first hour');
    const hours = await pass(3);
    assert.ok(
      hours.every((count) => count >= 4 && count <= 6),
      hours.join(' '),
    );
    assert.equal((await jobs()).length, 90);
    assert.equal(sum(await pass(20)), 0, 'the next run has not begun');
    assert.equal(sum(await pass(4)), 90, 'the next day they are due again');
    assert.equal((await jobs()).length, 180);
  });

  it('keeps to the weekdays', async () => {
    goTo('2026-11-20', '12:00');
    await addRadars(1, 5);
    assert.equal(await turn(), 5, 'Friday: what was due since before is made up at once');
    goTo('2026-11-21', '12:00');
    assert.equal(await turn(), 0);
    await addRadars(3, 2, `refresh_due_at = '2026-11-21T10:00:00-03:00'`);
    assert.equal(await turn(), 0, 'what came on a Saturday waits too');
    goTo('2026-11-23', '05:59');
    assert.equal(await turn(), 0);
    goTo('2026-11-23', '09:01');
    assert.equal(await turn(), 7);
  });

  it('goes oldest first within the budget, and with what is left over on the next day', async () => {
    goTo('2026-11-16', '10:00');
    await setPlan(1, '{1,2,3,4,5}', '{6}', 3);
    await addRadars(1, 4);
    await addProcess(1, '1'.repeat(20), 60);
    await addProcess(1, '2'.repeat(20), 1);
    const ids = (await bed.admin('select id::int as id from farol.radars order by refresh_due_at')).map(
      (row) => (row as { id: number }).id,
    );
    const takenOn = async (day: string): Promise<unknown[]> => {
      await bed.admin('delete from pgboss.job');
      goTo(day, '10:00');
      assert.equal(await turn(), 3);
      assert.equal(await turn(), 0, 'the budget is used up');
      return (await jobs()).map(({ data }) => data['radarId'] ?? data['processNumber']);
    };
    assert.deepEqual(await takenOn('2026-11-16'), ['1'.repeat(20), ids[0], ids[1]]);
    assert.deepEqual(await takenOn('2026-11-17'), ['2'.repeat(20), ids[2], ids[3]]);
    assert.deepEqual(await takenOn('2026-11-18'), ['1'.repeat(20), ids[0], ids[1]]);
  });

  it('makes up a run that was missed while nothing ran, once', async () => {
    goTo('2026-11-16', '05:00');
    await addRadars(1, 10);
    goTo('2026-11-16', '09:30');
    assert.equal(await turn(), 10, 'Monday was missed by half an hour');
    goTo('2026-11-19', '03:00');
    assert.equal(await turn(), 10, 'Tuesday and Wednesday were missed: the later one is made up');
    assert.equal(await turn(), 0);
    goTo('2026-11-19', '09:30');
    assert.equal(await turn(), 10, 'Thursday has its own run');
  });

  it('leaves out what is paused, removed or inactive, and what no source is there for', async () => {
    goTo('2026-11-16', '12:00');
    await addRadars(1, 3, `paused_at = now()`);
    await addRadars(2, 3, `removed_at = now()`);
    await addRadars(3, 2);
    await addProcess(1, '1'.repeat(20), 3, 'INACTIVE');
    await addProcess(2, '2'.repeat(20), 3);
    assert.equal(await turn([]), 0);
    assert.equal(await turn(['process']), 1);
    assert.equal(await turn(['radar']), 2);
    assert.deepEqual(
      (await jobs()).map(({ name, group_id: organization }) => `${name} ${organization}`),
      ['refresh.process 2', 'refresh.radar 3', 'refresh.radar 3'],
    );
  });

  it('counts each organization by its own plan', async () => {
    goTo('2026-11-16', '12:00');
    await setPlan(1, '{1}', '{6}', 1);
    await setPlan(2, '{1}', '{6}', 0);
    await setPlan(3, '{7}', '{23}', 5);
    for (const organizationId of [1, 2, 3]) await addRadars(organizationId, 2);
    assert.equal(await turn(), 3, 'one of the first, none of the second, and what Sunday left of the third');
    assert.deepEqual((await jobs()).map(({ group_id: organization }) => organization).toSorted(), [
      '1',
      '3',
      '3',
    ]);
  });

  it('is enqueued by one worker at a time, also when two look at once', async () => {
    goTo('2026-11-16', '12:00');
    await addRadars(1, 40);
    const counts = await Promise.all([turn(), turn(), turn()]);
    assert.equal(sum(counts), 40);
    assert.equal((await jobs()).length, 40);
  });

  it('is looked for without seeing whom it is about', async () => {
    const look = (sql: string) => database.transaction(NO_SCOPE, (tx) => tx.query(sql));
    for (const column of ['document', 'root', 'name', 'wrapped_refresh_ticket']) {
      await assert.rejects(look(`select ${column} from farol.radars`), { code: '42501' }, column);
    }
    await assert.rejects(look('delete from farol.radars'), { code: '42501' });
    await assert.rejects(look('select data from pgboss.job'), { code: '42501' });
  });
});
