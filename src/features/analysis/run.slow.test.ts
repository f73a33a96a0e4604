import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds, ConsultedAnalysis } from '../../../test/support/analyses.ts';
import { logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';
import { failed, pending, playSource, ready } from './fixtures/live-source.ts';
import type { PlayedSource } from './fixtures/live-source.ts';
import { plainReports } from './fixtures/plain-reports.ts';
import { ANALYSIS_JOB } from './jobs.ts';
import type { ReportWriter } from './ports.ts';
import { handleAnalysisJob } from './run.ts';
import { findInvariantFaults } from './summary.ts';
import type { SummaryWire } from './summary.ts';

const CPF = '11144477735';
const NAME = 'BELTRANA INVENTADA DA SILVA';

type Played = {
  lawsuits?: readonly PlayedSource[];
  protests?: PlayedSource;
  reports?: ReportWriter;
};

describe('the run of an analysis', () => {
  let test: AnalysisApi;
  let database: Database;
  let demo: string;
  let worker: { close(): Promise<void> } | null = null;
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    demo = (await logIn(test)).token;
    noteCanary(CPF, NAME);
    database = test.app;
    await addImported(test.database, 'cases', 'pgfn');
    for (let index = 1; index <= 3; index += 1) {
      await addCase(test.database, { number: caseNumber(index), document: CPF, name: NAME });
    }
    await test.database.admin(
      `insert into registry.debts (root, document, name_key, name, register, inscription, situation_kind, value)
       values ('***444777**', '***444777**', $1, $1, 'general', '1', 'Em cobrança', 10.50),
         ('***444777**', '***444777**', $1, $1, 'general', '2', 'Garantia', 99.00)`,
      [NAME],
    );
  });
  after(() => test.close());
  afterEach(async () => {
    await worker?.close();
    worker = null;
  });

  const play = async ({ lawsuits, protests, reports = plainReports }: Played = {}): Promise<void> => {
    const handler = handleAnalysisJob({
      database,
      keyring: createKeyring(readKeyFile(test.config.keyFile)),
      clock: test.clock,
      live: {
        lawsuits: lawsuits ?? [],
        protests: protests === undefined ? [] : [protests],
      },
      reports,
      valueThresholdCents: 100_000_000n,
    });
    worker = await test.startWorker({ jobs: [ANALYSIS_JOB], handlers: [handler] });
  };
  const statesOf = ({ register }: ConsultedAnalysis): string[] => [
    register.status,
    register.statusIndex,
    register.statusProtest,
    register.statusDebtor,
    register.statusQSA,
    register.statusReport,
  ];
  const linesOf = async ({ analysisId }: AnalysisIds): Promise<string[]> => {
    const sql = 'select kind from farol.ledger_entries where subject = $1 order by id';
    return (await test.rows<{ kind: string }>(sql, [`analysis ${analysisId}`])).map(({ kind }) => kind);
  };
  const eventsOf = ({ analysisId }: AnalysisIds) =>
    test.rows<{ type: string; data: unknown }>(
      `select type, data from farol.events where type = 'analysis.completed' and (data ->> 'userPlanConsumeAnalyticsId')::bigint = $1`,
      [analysisId],
    );
  const consumedOf = async ({ uniqueId }: AnalysisIds): Promise<number> => {
    const sql = 'select consumed::int as consumed from farol.consumption_records where document_id = $1';
    return (await test.rows<{ consumed: number }>(sql, [uniqueId]))[0]?.consumed ?? -1;
  };
  const addProtest = async (key: string, value: string | null): Promise<void> => {
    await test.database.admin(
      `insert into registry.protests (root, source, protest_key, document, value, is_live, fetched_at)
       values ($1, 'notaries', $2, $1, $3, true, now()) on conflict do nothing`,
      [CPF, key, value],
    );
  };

  it('ends as DONE with its event, its unit used, and INITIAL where there is no source', async () => {
    await play();
    const ids = await test.create(demo, CPF);
    const answer = await test.finish(demo, ids);
    assert.deepEqual(statesOf(answer), ['DONE', 'DONE', 'INITIAL', 'DONE', 'INITIAL', 'DONE']);
    const { summary, importantTerms } = answer.register;
    assert.deepEqual(summary['ALL'], { vltotalProcess: '4500.00', totalProcess: 3 });
    assert.deepEqual(summary['RISK_DEBTOR'], { vltotalProcess: '10.50', totalProcess: 1 });
    assert.deepEqual(summary['RISK_PROTEST'], { vltotalProcess: '0.00', totalProcess: 0 });
    assert.deepEqual(importantTerms, ['Bloqueio, penhora ou arresto de bens']);
    assert.deepEqual(await linesOf(ids), ['charge']);
    assert.deepEqual(await eventsOf(ids), [
      {
        type: 'analysis.completed',
        data: {
          userPlanConsumeAnalyticsId: ids.analysisId,
          userPlanConsumeUniqueId: ids.uniqueId,
          status: 'DONE',
        },
      },
    ]);
  });

  it('collects at once what a source has already, after its ticket is written down', async () => {
    const tickets: boolean[] = [];
    const lawsuits = playSource('lawsuits', [pending({ checkAfterMs: 0 }), ready(1)], async () => {
      const sql = 'select wrapped_tickets is not null as kept from farol.analyses order by id desc limit 1';
      tickets.push(...(await test.rows<{ kept: boolean }>(sql)).map(({ kept }) => kept));
    });
    await play({ lawsuits: [lawsuits] });
    const { register } = await test.finish(demo, await test.create(demo, CPF));
    assert.equal(register.status, 'DONE');
    assert.deepEqual(lawsuits.calls, ['start', 'collect ticket-1']);
    assert.deepEqual(tickets, [true]);
    const [row] = await test.rows<{ attempt: number }>(
      'select attempt from farol.analyses order by id desc limit 1',
    );
    assert.equal(row?.attempt, 1, 'the job was not put off');
  });

  it('asks live sources first, waits for each by itself, and asks none of them twice', async () => {
    const lawsuits = playSource('lawsuits', [pending(), pending(), ready(1)], () =>
      addCase(test.database, { number: caseNumber(4), document: CPF, name: NAME }),
    );
    const protests = playSource('notaries', [ready(2)], async () => {
      await addProtest('a', '7.25');
      await addProtest('b', null);
    });
    await play({ lawsuits: [lawsuits], protests });
    const ids = await test.create(demo, CPF);
    await eventually(async () => (await test.consult(demo, ids)).register.statusProtest === 'DONE', 10_000);
    const meanwhile = await test.consult(demo, ids);
    if (meanwhile.register.status !== 'DONE') {
      assert.deepEqual(statesOf(meanwhile).slice(0, 3), ['PROCESSING', 'PROCESSING', 'DONE']);
      assert.equal(meanwhile.register.summary['RISK_PROTEST']?.totalProcess, 2);
      assert.equal(meanwhile.register.summary['ALL']?.totalProcess, 0);
    }
    const { register } = await test.finish(demo, ids);
    assert.deepEqual(lawsuits.calls, ['start', 'collect ticket-1', 'collect ticket-1']);
    assert.deepEqual(protests.calls, ['start']);
    assert.equal(register.summary['ALL']?.totalProcess, 4);
    assert.deepEqual(register.summary['RISK_PROTEST'], { vltotalProcess: '7.25', totalProcess: 2 });
    const { sources } = (await test.cases(demo, ids)).json();
    assert.deepEqual(
      sources.map(({ step, source, outcome }: Record<string, string>) => [step, source, outcome]),
      [
        ['cases', 'lawsuits', 'FOUND'],
        ['cases', 'cases', 'FOUND'],
        ['cases', 'datajud', 'NOT_CHECKED'],
        ['protests', 'notaries', 'FOUND'],
        ['protests', 'protests', 'FOUND'],
        ['debts', 'pgfn', 'FOUND'],
        ['partners', 'receita', 'NOT_CHECKED'],
      ],
    );
  });

  it('lets a failing source of protests spoil nothing else', async () => {
    const protests = playSource('notaries', [failed({ code: 'AUTH', retry: 'NEVER' })]);
    await play({ protests });
    const ids = await test.create(demo, CPF);
    const answer = await test.finish(demo, ids);
    assert.deepEqual(statesOf(answer), ['DONE', 'DONE', 'ERROR', 'DONE', 'INITIAL', 'DONE']);
    assert.equal(answer.register.summary['RISK_PROTEST']?.totalProcess, 0);
    assert.deepEqual(await linesOf(ids), ['charge']);
  });

  it('lets one source of court cases fail without spoiling the other, whichever fails', async () => {
    const never = failed({ code: 'NO_CREDIT', retry: 'NEVER' });
    for (const [first, second] of [
      [[pending(), ready(1)], [never]],
      [[failed()], [pending({ checkAfterMs: 0 }), ready(1)]],
    ] as const) {
      const lawsuits = [playSource('one', first), playSource('two', second)] as const;
      await play({ lawsuits });
      const ids = await test.create(demo, CPF);
      const answer = await test.finish(demo, ids);
      assert.deepEqual(statesOf(answer).slice(0, 2), ['DONE', 'DONE']);
      const { sources } = (await test.cases(demo, ids)).json<{ sources: Record<string, string>[] }>();
      const outcomes = sources.slice(0, 2).map(({ source, outcome }) => `${source} ${outcome}`);
      const isFirst = first.length > 1;
      assert.deepEqual(
        outcomes,
        isFirst ? ['one FOUND', 'two SOURCE_FAILED'] : ['one SOURCE_FAILED', 'two FOUND'],
      );
      assert.deepEqual(await linesOf(ids), ['charge']);
      const [one, two] = lawsuits.map(({ calls }) => calls.length);
      assert.deepEqual([one, two], isFirst ? [2, 1] : [5, 2], 'each is tried by itself');
      await worker?.close();
      worker = null;
    }
  });

  it('waits for a source that has too many questions, and not for one that is down beside an answer', async () => {
    const wait = { retry: 'LATER', waitMs: 30_000 } as const;
    const busy = playSource('two', [failed({ ...wait, code: 'RATE_LIMITED' }), ready(1)]);
    await play({ lawsuits: [playSource('one', [ready(1)]), busy] });
    await test.finish(demo, await test.create(demo, CPF));
    assert.deepEqual(busy.calls, ['start', 'start again']);
    await worker?.close();
    const down = playSource('two', [failed({ ...wait, code: 'SOURCE_DOWN' })]);
    await play({ lawsuits: [playSource('one', [ready(1)]), down] });
    const ids = await test.create(demo, CPF);
    assert.equal((await test.finish(demo, ids)).register.status, 'DONE');
    assert.deepEqual(down.calls, ['start']);
  });

  it('fails, and gives the unit back, when no source of court cases answered', async () => {
    const never = failed({ code: 'AUTH', retry: 'NEVER' });
    await play({ lawsuits: [playSource('one', [never]), playSource('two', [never])] });
    const ids = await test.create(demo, CPF);
    const answer = await test.finish(demo, ids);
    assert.deepEqual(statesOf(answer).slice(0, 2), ['ERROR', 'ERROR']);
    assert.deepEqual(await linesOf(ids), ['charge', 'refund']);
  });

  it('tries a source of court cases again, and gives the unit back once when it fails for good', async () => {
    const lawsuits = playSource('lawsuits', [failed()]);
    const ids = await test.create(demo, CPF);
    const charged = await consumedOf(ids);
    await play({ lawsuits: [lawsuits] });
    const answer = await test.finish(demo, ids);
    assert.equal(answer.success, false);
    assert.match(answer.reason, /court cases could not be read/);
    // What the registry knows of the rest is told all the same.
    assert.deepEqual(statesOf(answer), ['ERROR', 'ERROR', 'DONE', 'DONE', 'INITIAL', 'INITIAL']);
    assert.equal(answer.register.summary['RISK_DEBTOR']?.totalProcess, 1);
    assert.deepEqual(lawsuits.calls, ['start', ...Array.from({ length: 4 }, () => 'start again')]);
    assert.deepEqual(await linesOf(ids), ['charge', 'refund']);
    assert.equal(await consumedOf(ids), charged - 1);
    assert.equal((await eventsOf(ids)).length, 1);
  });

  it('writes the report again when it failed, from the list that was frozen', async () => {
    let failures = 2;
    const seen: string[][] = [];
    const reports: ReportWriter = {
      openReports: () => {
        const plain = plainReports.openReports();
        const numbers: string[] = [];
        seen.push(numbers);
        return {
          ...plain,
          addCases: (page) => {
            const cases = [...page];
            numbers.push(...cases.map(({ number }) => number));
            return plain.addCases(cases);
          },
          finish: async (input) => {
            if (failures === 0) return plain.finish(input);
            failures -= 1;
            await addCase(test.database, { number: caseNumber(10 + failures), document: CPF, name: NAME });
            throw new Error('the disk is full');
          },
        };
      },
    };
    await play({ reports });
    const ids = await test.create(demo, CPF);
    const { register } = await test.finish(demo, ids);
    assert.equal(register.status, 'DONE');
    assert.equal(seen.length, 3);
    assert.deepEqual(seen[1], seen[0]);
    assert.deepEqual(seen[2], seen[0]);
    assert.deepEqual(findInvariantFaults(register.summary as SummaryWire), []);
    assert.equal(register.summary['ALL']?.totalProcess, seen[0]?.length);
    assert.deepEqual(await linesOf(ids), ['charge']);
  });

  it('ends as an error that is given back when the report can never be written', async () => {
    const full = (): Promise<never> => Promise.reject(new Error('no room'));
    const close = (): Promise<void> => Promise.resolve();
    await play({ reports: { openReports: () => ({ addCases: full, finish: full, close }) } });
    const ids = await test.create(demo, CPF);
    const answer = await test.finish(demo, ids);
    assert.deepEqual(
      [answer.success, answer.register.statusIndex, answer.register.statusReport],
      [false, 'DONE', 'ERROR'],
    );
    assert.deepEqual(await linesOf(ids), ['charge', 'refund']);
  });

  it('leaves the ledger in order', async () => {
    assert.deepEqual(await test.operator.transaction(NO_SCOPE, findLedgerFaults), []);
  });
});
