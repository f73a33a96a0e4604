// Bugs that the checker must find. They are put around the parts of the product by the scripts of this folder; the
// product itself knows nothing of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { Database, Transaction } from '../../src/platform/db/database.ts';
import { grantScope } from '../../src/platform/db/scope.ts';
import type { Attempt } from '../../src/platform/jobs/attempt.ts';
import { withBoss } from '../../src/platform/jobs/transactional-boss.ts';
import { CHAIN_START } from '../../src/platform/sequencer/audit-chain.ts';
import type { AuditChain } from '../../src/platform/sequencer/audit-chain.ts';
import { ANALYSIS_BUGS, plantedAnalysisSql } from './analyses/planted-bugs.ts';
import { CREDIT_BUGS } from './credit/planted-bugs.ts';
import { LICENCE_BUGS, plantedLicenceSql } from './licences/planted-bugs.ts';

export const PLANTED_BUGS = [
  'answers-not-kept',
  'events-numbered-at-insert',
  'audit-not-linked',
  'charge-without-line',
  'answer-before-commit',
  'settled-without-attempt',
  ...LICENCE_BUGS,
  ...ANALYSIS_BUGS,
  ...CREDIT_BUGS,
] as const;
export type PlantedBug = (typeof PLANTED_BUGS)[number];

/** The environment of a script names the bug. */
export const BUG_VARIABLE = 'FAROL_TEST_PLANTED_BUG';

export function readPlantedBug(): PlantedBug | null {
  return PLANTED_BUGS.find((bug) => bug === process.env[BUG_VARIABLE]) ?? null;
}

/** As wide as the time that a slow disk takes for a commit. */
const EARLY_MS = 50;

const CONSUME_WITHOUT_LINE_SQL = `
  update subscriptions s set consumed = s.consumed + used.units
  from (
    select organization_id, plan_id, sum(units) as units
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as l (organization_id, plan_id, units, subject)
    group by organization_id, plan_id
  ) used
  where s.organization_id = used.organization_id and s.plan_id = used.plan_id`;

const SETTLE_WITHOUT_ATTEMPT_SQL = `
  update probes set status = 'DONE', effects = effects + 1
  where organization_id = $1 and id = $2 and $3::integer is not null
  returning id`;

function plantedSql(bug: PlantedBug, name: string, sql: string): string {
  if (bug === 'charge-without-line' && (name === 'consume_units' || name === 'charge_at_once'))
    return CONSUME_WITHOUT_LINE_SQL;
  if (bug === 'settled-without-attempt' && name === 'settle_probe') return SETTLE_WITHOUT_ATTEMPT_SQL;
  return plantedLicenceSql(bug, name) ?? plantedAnalysisSql(bug, name, sql) ?? sql;
}

export function plantInTransaction(tx: Transaction, bug: PlantedBug): Transaction {
  return {
    query: (sql, values) => tx.query(sql, values),
    prepared: <Row extends QueryResultRow>(name: string, sql: string, values: readonly unknown[]) =>
      tx.prepared<Row>(name, plantedSql(bug, name, sql), values),
    send: (name, sql, values) => {
      if (bug !== 'answers-not-kept' || name !== 'keep_answers') {
        tx.send(name, plantedSql(bug, name, sql), values);
      }
    },
  };
}

type Work<T> = (tx: Transaction) => Promise<T> | T;

function plantInWork<T>(bug: PlantedBug, run: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const worked = run(async (tx) => {
      const result = await work(plantInTransaction(tx, bug));
      if (bug === 'answer-before-commit') {
        resolve(result);
        await sleep(EARLY_MS);
      }
      return result;
    });
    worked.then(resolve, reject);
  });
}

export function plantInDatabase(database: Database, bug: PlantedBug | null): Database {
  if (bug === null) {
    return database;
  }
  return {
    ...database,
    transaction: (scope, work) => plantInWork(bug, (planted) => database.transaction(scope, planted), work),
    openLane: () => {
      const lane = database.openLane();
      return {
        transaction: (scope, work, onSent) =>
          plantInWork(bug, (planted) => lane.transaction(scope, planted, onSent), work),
      };
    },
  };
}

export function plantInChain(chain: AuditChain, bug: PlantedBug | null): AuditChain {
  return bug === 'audit-not-linked'
    ? { ...chain, link: (_previous, seal) => chain.link(CHAIN_START, seal) }
    : chain;
}

/** Completes the job by its id, whoever holds it. */
export function plantInAttempt<Payload>(
  attempt: Attempt<Payload>,
  database: Database,
  jobName: string,
): Attempt<Payload> {
  const { jobId, organizationId } = attempt;
  return {
    ...attempt,
    settle: (write) =>
      database.transaction(grantScope([organizationId]), async (tx) => {
        await withBoss(tx, (boss) => boss.complete(jobName, jobId));
        await write(tx);
      }),
  };
}

/** What a superuser does to the database before the scenario. */
export function plantedSchema(bug: PlantedBug | null): string {
  return bug === 'events-numbered-at-insert'
    ? `create function farol.number_at_insert() returns trigger language plpgsql
         as $$ begin new.number := new.row_id; return new; end $$;
       create trigger events_number_at_insert before insert on farol.events
         for each row execute function farol.number_at_insert();`
    : 'select';
}
