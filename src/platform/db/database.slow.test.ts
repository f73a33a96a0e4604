// The long form of the tenant test: 200,000 transactions.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { fire, TENANTS } from '../../../test/support/tenants-under-fire.ts';
import { createClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createDatabase } from './database.ts';
import { grantScope, NO_SCOPE } from './scope.ts';

it('keeps 64 tenants apart over 200,000 transactions on one pool', async () => {
  const test = await createTestDatabase();
  await test.admin(`insert into farol.organizations (id, holder_id, name)
    select n, 1, 'Tenant ' || n from generate_series(4, ${TENANTS}) n`);
  await test.admin(`insert into farol.subscriptions (organization_id, plan_id, granted)
    select o.id, 1, 10 from farol.organizations o on conflict do nothing`);
  const database = createDatabase({
    url: test.url,
    role: 'farol_app',
    processName: 'test',
    poolSize: 8,
    statementTimeoutMs: 2000,
    clock: createClock(),
    log: createLog({ level: 'silent', process: 'test' }),
  });
  const report = await fire(
    (organizationId, work) =>
      database.transaction(organizationId === null ? NO_SCOPE : grantScope([organizationId]), (tx) =>
        work({ query: async (sql) => ({ rows: await tx.query(sql) }) }),
      ),
    { transactions: 200_000, workers: 8, seed: 3, faultRate: 0.05 },
  );
  assert.deepEqual([report.foreignRows, report.unscopedRows], [0, 0]);
  assert.ok(
    report.faults > 8000 && report.refused <= 200,
    `${report.faults} faults, ${report.refused} refused`,
  );
  assert.ok(database.counters.destroyedClients >= report.faults);
  assert.equal(database.poolState().waiting, 0);
  await database.close();
  await test.drop();
});
