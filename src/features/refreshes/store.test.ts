// A worker that was taken for dead and wakes up again changes nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { createClock } from '../../platform/clock.ts';
import { createDatabase } from '../../platform/db/database.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { grantScope } from '../../platform/db/scope.ts';
import { createLog } from '../../platform/log.ts';
import { claimProcess, claimRadar, keepTicket, settleProcess, settleRadar } from './store.ts';

const NUMBER = '90020015920248260001';

describe('the refresh columns', () => {
  let bed: TestDatabase;
  let database: Database;
  let radarId = 0;
  before(async () => {
    bed = await createTestDatabase();
    database = createDatabase({
      url: bed.url,
      role: 'farol_app',
      processName: 'test',
      poolSize: 2,
      statementTimeoutMs: 10_000,
      clock: createClock(),
      log: createLog({ level: 'silent', process: 'test' }),
    });
    const [row] = (await bed.admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id)
       values (1, 1, '11144477735', '11144477735', 'radar', 'CPF', 1) returning id::int as id`,
    )) as { id: number }[];
    radarId = row?.id ?? 0;
    await bed.admin(
      `insert into farol.processes (organization_id, number, status, is_imported) values (1, $1, 'ACTIVE', true)`,
      [NUMBER],
    );
  });
  after(async () => {
    await database.close();
    await bed.drop();
  });
  const within = <T>(organizationId: number, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(grantScope([organizationId]), work);

  it('are written by the attempt that holds the radar alone', async () => {
    const first = await within(1, (tx) => claimRadar(tx, 1, radarId));
    assert.deepEqual([first?.attempt, first?.asked_since, first?.wrapped_ticket], [1, null, null]);
    const held = { organizationId: 1, radarId, attempt: first?.attempt ?? 0 };
    assert.equal(await within(1, (tx) => keepTicket(tx, held, Buffer.from('ticket'))), 1);
    const second = await within(1, (tx) => claimRadar(tx, 1, radarId));
    assert.ok(second !== null);
    assert.equal(second.attempt, 2);
    assert.ok(second.asked_since instanceof Date, 'somebody may have begun a search already');
    assert.equal(second.wrapped_ticket?.toString(), 'ticket');
    assert.equal(await within(1, (tx) => settleRadar(tx, held, 'changed')), 0);
    assert.equal(await within(1, (tx) => keepTicket(tx, held, Buffer.from('late'))), 0);
    assert.equal(await within(1, (tx) => settleRadar(tx, { ...held, attempt: 2 }, 'unchanged')), 1);
    const [row] = await bed.admin(
      'select refresh_result, attempt, refresh_began_at, wrapped_refresh_ticket from farol.radars',
    );
    assert.deepEqual(row, {
      refresh_result: 'unchanged',
      // Priming's own count is left alone.
      attempt: 0,
      refresh_began_at: null,
      wrapped_refresh_ticket: null,
    });
  });

  it('are written by the attempt that holds the process alone', async () => {
    const first = await within(1, (tx) => claimProcess(tx, 1, NUMBER));
    const second = await within(1, (tx) => claimProcess(tx, 1, NUMBER));
    assert.deepEqual([first?.attempt, second?.attempt], [1, 2]);
    const held = { organizationId: 1, number: NUMBER, attempt: 1 };
    assert.equal(await within(1, (tx) => settleProcess(tx, held, 'changed')), 0);
    assert.equal(await within(1, (tx) => settleProcess(tx, { ...held, attempt: 2 }, 'failed')), 1);
  });

  it('go on with what goes on, and leave behind what was left', async () => {
    const begin = (at: string): Promise<unknown> =>
      bed.admin(
        `with p as (update farol.processes set refresh_began_at = ${at})
         update farol.radars set refresh_began_at = ${at}, wrapped_refresh_ticket = 'ticket'`,
      );
    await begin(`now() - interval '11 hours'`);
    const going = await within(1, (tx) => claimRadar(tx, 1, radarId));
    assert.deepEqual(
      [
        going?.asked_since instanceof Date,
        going?.wrapped_ticket?.toString(),
        Number(going?.age_seconds) > 39_000,
      ],
      [true, 'ticket', true],
    );
    assert.ok(Number((await within(1, (tx) => claimProcess(tx, 1, NUMBER)))?.age_seconds) > 39_000);
    await begin(`now() - interval '13 hours'`);
    const left = await within(1, (tx) => claimRadar(tx, 1, radarId));
    assert.deepEqual(
      [left?.asked_since, left?.wrapped_ticket, Number(left?.age_seconds) < 60],
      [null, null, true],
    );
    assert.ok(Number((await within(1, (tx) => claimProcess(tx, 1, NUMBER)))?.age_seconds) < 60);
    await bed.admin('update farol.radars set refresh_began_at = null');
    await bed.admin('update farol.processes set refresh_began_at = null');
  });

  it('say that something changed when a worker died behind its merge, and the next one found nothing new', async () => {
    const settled = async (table: 'radars' | 'processes'): Promise<unknown> =>
      ((await bed.admin(`select refresh_result from farol.${table}`)) as { refresh_result: string }[])[0]
        ?.refresh_result;
    const merge = (at: string): Promise<unknown> =>
      bed.admin(
        `with told as (update farol.radars set last_event_at = ${at})
         insert into registry.case_records as r (number, source, degree, record_key, fetched_at)
         values ($1, 'datajud', 'G1', '', ${at})
         on conflict (number, source, degree, record_key) do update set fetched_at = excluded.fetched_at`,
        [NUMBER],
      );
    for (const [at, result] of [
      [`now() - interval '1 day'`, 'unchanged'],
      ['clock_timestamp()', 'changed'],
    ] as const) {
      const radar = await within(1, (tx) => claimRadar(tx, 1, radarId));
      const process = await within(1, (tx) => claimProcess(tx, 1, NUMBER));
      await merge(at);
      const heldRadar = { organizationId: 1, radarId, attempt: radar?.attempt ?? 0 };
      const heldProcess = { organizationId: 1, number: NUMBER, attempt: process?.attempt ?? 0 };
      await within(1, (tx) => settleRadar(tx, heldRadar, 'unchanged'));
      await within(1, (tx) => settleProcess(tx, heldProcess, 'unchanged'));
      assert.deepEqual([await settled('radars'), await settled('processes')], [result, result]);
    }
  });

  it('of another organization are out of reach', async () => {
    assert.equal(await within(3, (tx) => claimRadar(tx, 1, radarId)), null);
    assert.equal(await within(3, (tx) => claimProcess(tx, 1, NUMBER)), null);
    const held = { organizationId: 1, number: NUMBER, attempt: 6 };
    assert.equal(await within(3, (tx) => settleProcess(tx, held, 'changed')), 0);
  });
});
