import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { addImported } from '../../../test/support/registry-rows.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { grantScope, NO_SCOPE } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';
import { addCases } from './case-store.ts';
import { plainReports } from './fixtures/plain-reports.ts';
import { ANALYSIS_JOB } from './jobs.ts';
import type { ReportWriter } from './ports.ts';
import { handleAnalysisJob } from './run.ts';
import { readSteps } from './step.ts';
import { claimAnalysis, saveState } from './store.ts';

const CNPJ = '11222333000181';
/** More than one batch, so that rows are written before the list is whole. */
const CASES = 12_000;

const NO_LIVE = { lawsuits: [], protests: [] };

describe('an attempt at an analysis that was taken for dead', () => {
  let test: AnalysisApi;
  let database: Database;
  let demo: string;
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    demo = (await logIn(test)).token;
    noteCanary(CNPJ);
    database = test.app;
    await addImported(test.database, 'cases');
    await test.database.admin(
      `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, class_code, natures,
         traits, is_active, outcome, value, facts_version, fetched_at)
       select '11222333', lpad(n::text, 9, '0') || '20248260001', $1, true, 'PASSIVE', true, 159, 1, 0, n % 2 = 0, 0,
         case when n % 10 = 0 then null else n end, 1, now()
       from generate_series(1, ${CASES}) as n`,
      [CNPJ],
    );
    await test.database.admin('analyze registry.case_parties');
  });
  after(() => test.close());

  const startWorker = (reports: ReportWriter) =>
    test.startWorker({
      jobs: [ANALYSIS_JOB],
      handlers: [
        handleAnalysisJob({
          database,
          keyring: createKeyring(readKeyFile(test.config.keyFile)),
          clock: test.clock,
          live: NO_LIVE,
          reports,
          valueThresholdCents: 100_000_000n,
        }),
      ],
    });
  const runsOf = ({ analysisId }: AnalysisIds) =>
    test.rows<{ run: number; rows: number }>(
      'select run, count(*)::int as rows from farol.analysis_cases where analysis_id = $1 group by run order by run',
      [analysisId],
    );
  /** What pg-boss does when a worker's heartbeat stays away. */
  const takeAway = (): Promise<unknown[]> =>
    test.database.admin(
      `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now(), heartbeat_on = null
       where name = 'analysis.run' and state = 'active'`,
    );

  it('writes nothing any more: the one that took over alone counts, and is charged once', async () => {
    const held = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    let calls = 0;
    const reports: ReportWriter = {
      openReports: () => {
        const plain = plainReports.openReports();
        return {
          ...plain,
          finish: async (input) => {
            calls += 1;
            if (calls === 1) {
              held.resolve();
              await late.promise;
            }
            return plain.finish(input);
          },
        };
      },
    };
    const ids = await test.create(demo, CNPJ);
    const worker = await startWorker(reports);
    await held.promise;
    assert.deepEqual(await runsOf(ids), [{ run: 1, rows: CASES }]);
    await takeAway();
    const { register } = await test.finish(demo, ids);
    assert.equal(register.status, 'DONE');
    late.resolve();
    await eventually(() => calls >= 2, 5000);
    assert.equal(register.summary['ALL']?.totalProcess, CASES);
    // The list that was whole stays the one and only.
    assert.deepEqual(await runsOf(ids), [{ run: 1, rows: CASES }]);
    const [counted] = await test.rows<{ attempt: number; events: number; lines: number }>(
      `select a.attempt,
         (select count(*)::int from farol.events e where e.type = 'analysis.completed' and (e.data ->> 'userPlanConsumeAnalyticsId')::bigint = a.id) as events,
         (select count(*)::int from farol.ledger_entries l where l.subject = 'analysis ' || a.id) as lines
       from farol.analyses a where a.id = $1`,
      [ids.analysisId],
    );
    assert.deepEqual(counted, { attempt: 2, events: 1, lines: 1 });
    await worker.close();
  });

  it('is refused at the row itself, whatever it brings', async () => {
    const ids = await test.create(demo, CNPJ);
    const analysisId = String(ids.analysisId);
    const scope = grantScope([1]);
    await test.database.admin(`delete from pgboss.job where name = 'analysis.run'`);
    const stale = await database.transaction(scope, (tx) => claimAnalysis(tx, 1, analysisId));
    const live = await database.transaction(scope, (tx) => claimAnalysis(tx, 1, analysisId));
    assert.ok(stale);
    assert.equal(live?.attempt, stale.attempt + 1);
    const heldBy = ({ attempt }: { attempt: number }) => ({ organizationId: 1, analysisId, attempt });
    const state = {
      status: 'DONE' as const,
      fault: null,
      steps: readSteps({}),
      sealedTickets: null,
      rulesVersion: null,
      classifiedOn: null,
      frozenRun: null,
      summary: null,
      importantTerms: [],
      casesWithoutValue: 0,
      estimatedRevenue: 0,
      reports: null,
    };
    const save = (held: Parameters<typeof saveState>[1]): Promise<number> =>
      database.transaction(scope, (tx) => saveState(tx, held, state));
    assert.equal(await save(heldBy(stale)), 0);
    assert.equal(await database.transaction(scope, (tx) => addCases(tx, heldBy(stale), [])), 0);
    assert.equal(await save({ ...heldBy(live), organizationId: 2 }), 0);
    assert.equal(await save(heldBy(live)), 1);
    assert.equal(await database.transaction(scope, (tx) => claimAnalysis(tx, 1, analysisId)), null);
  });

  it('leaves half a list that nobody sees, and that the next attempt clears away', async () => {
    const ids = await test.create(demo, CNPJ);
    await test.database.admin(`update farol.analyses set attempt = 3 where id = $1`, [ids.analysisId]);
    await test.database.admin(
      `insert into farol.analysis_cases (organization_id, analysis_id, run, number, side, is_debtor_side, is_by_mask,
         is_active, natures, traits, outcome, keys, fetched_at)
       select 1, $1, 3, (90000000000000000000 + n)::text, 'PASSIVE', true, false, true, 1, 0, 0, 1, now()
       from generate_series(1, 25000) as n`,
      [ids.analysisId],
    );
    assert.equal((await test.cases(demo, ids)).json().total, 0);
    const worker = await startWorker(plainReports);
    await test.finish(demo, ids);
    await worker.close();
    assert.deepEqual(await runsOf(ids), [{ run: 4, rows: CASES }]);
    const list = (await test.cases(demo, ids, '?limit=1')).json();
    assert.deepEqual([list.total, list.totalWithoutValue], [CASES, CASES / 10]);
  });

  it('ends as an error that is given back once when every attempt died', async () => {
    const ids = await test.create(demo, CNPJ);
    await test.database.admin(
      `update pgboss.job set retry_limit = 0 where name = 'analysis.run' and state < 'active'`,
    );
    await test.database.admin(`update farol.consumed_documents set wrapped_subject = '\\x00' where id = $1`, [
      ids.uniqueId,
    ]);
    await startWorker(plainReports);
    const { success, register } = await test.finish(demo, ids);
    assert.deepEqual([success, register.status, register.statusIndex], [false, 'ERROR', 'ERROR']);
    const lines = await test.rows<{ kind: string }>(
      'select kind from farol.ledger_entries where subject = $1 order by id',
      [`analysis ${ids.analysisId}`],
    );
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ['charge', 'refund'],
    );
    assert.deepEqual(await test.operator.transaction(NO_SCOPE, findLedgerFaults), []);
  });
});
