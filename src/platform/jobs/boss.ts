// The started pg-boss of a worker: it claims jobs of all organizations and watches over leases, under a role for just that.
import { PgBoss } from 'pg-boss';
import type { JobSource } from './lane.ts';
import { changedIds } from './transactional-boss.ts';

export function createBoss(url: string): PgBoss {
  return new PgBoss({
    connectionString: url,
    options: '-c role=farol_jobs -c search_path=pgboss -c statement_timeout=15000 -c lock_timeout=5000',
    application_name: 'farol worker jobs',
    schema: 'pgboss',
    max: 3,
    connectionTimeoutMillis: 2000,
    migrate: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 300,
    // Needs the owner of the tables, and autovacuum does its work.
    reindex: false,
    monitorVacuum: false,
  });
}

export function toSource(boss: PgBoss): JobSource {
  return {
    fetch: ({ job }, count) =>
      boss.fetch<object>(job.name, {
        batchSize: count,
        groupConcurrency: job.perOrganization,
        includeMetadata: true,
      }),
    // Given the jobs and not their ids, pg-boss renews only those that this very attempt holds.
    renew: async (name, jobs) => changedIds(await boss.touch(name, [...jobs])),
  };
}
