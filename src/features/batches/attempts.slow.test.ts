import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { startBatchApi } from '../../../test/support/batches.ts';
import type { BatchApi } from '../../../test/support/batches.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createKeyring, readKeyFile } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { grantScope, NO_SCOPE } from '../../platform/db/scope.ts';
import { findLedgerFaults } from '../../platform/effects/ledger.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { ANALYSIS_JOB, handleAnalysisJob, openReports } from '../analysis/index.ts';
import type { LiveSources, ReportWriter } from '../analysis/index.ts';
import { BATCH_JOB } from './jobs.ts';
import { handleBatchJob } from './run.ts';

const NO_LIVE = { lawsuits: [], protests: [] };

describe('an attempt at a slice of a batch', () => {
  let test: BatchApi;
  let store: FileStore;
  let demo = '';
  before(async () => {
    test = await startBatchApi();
    demo = (await logIn(test)).token;
    store = await openFileStore(test.config, { clock: test.clock, log: test.log });
  });
  after(async () => {
    await store.close();
    await test.close();
  });

  type Around = (isReading: boolean) => Promise<void>;
  type Played = { live?: LiveSources; before?: Around; after?: Around; store?: FileStore };
  const startWorker = (played: Played): ReturnType<BatchApi['startWorker']> => {
    const { before: first, after: last } = played;
    const database: Database = {
      ...test.app,
      transaction: async (scope, work) => {
        await first?.(scope === NO_SCOPE);
        const result = await test.app.transaction(scope, work);
        await last?.(scope === NO_SCOPE);
        return result;
      },
    };
    const reports: ReportWriter = { openReports: () => openReports(store) };
    const parts = {
      database: test.app,
      keyring: createKeyring(readKeyFile(test.config.keyFile)),
      clock: test.clock,
      live: played.live ?? NO_LIVE,
      reports,
      valueThresholdCents: 100_000_000n,
    };
    return test.startWorker({
      jobs: [ANALYSIS_JOB, BATCH_JOB],
      handlers: [
        handleAnalysisJob(parts),
        handleBatchJob({ analyses: { ...parts, database }, store: played.store ?? store }),
      ],
    });
  };
  const send = async (count: number): Promise<number> =>
    (await test.send(demo, { documents: await test.fill(count, 3) })).json<{ batchId: number }>().batchId;
  const OF_BATCH = 'farol.batch_documents d where d.batch_id = ';
  /** Documents that were not charged once, made once and told of once. */
  const strays = (batchId: number): Promise<number> =>
    test.count(`${OF_BATCH}${batchId} and ((
        select count(*) from farol.ledger_entries l where l.subject = 'analysis ' || d.analysis_id and l.kind = 'charge'
      ) <> 1 or (
        select count(*) from farol.events e where e.type = 'analysis.completed'
          and (e.data ->> 'userPlanConsumeAnalyticsId')::bigint = d.analysis_id
      ) <> 1 or (
        select count(*) from farol.analysis_cases c join farol.analyses a on a.id = c.analysis_id and a.frozen_run = c.run
        where a.id = d.analysis_id
      ) <> 3)`);

  it('that fails is followed by one that hands each document to a job of its own', async () => {
    const batchId = await send(60);
    let faults = 0;
    const worker = await startWorker({
      before: async (isReading) => {
        if (isReading && faults === 0) {
          faults += 1;
          throw new Error('a slice that cannot be read');
        }
      },
    });
    const ended = await test.end(demo, batchId);
    await worker.close();
    assert.deepEqual([ended.status, ended.documents.done, faults], ['DONE', 60, 1]);
    assert.equal(await strays(batchId), 0);
    // Those of the first slice went by jobs of their own, which write their reports.
    const written = 'select a.id from farol.analyses a where a.reports is not null';
    assert.equal(await test.count(`${OF_BATCH}${batchId} and d.analysis_id in (${written})`), 50);
  });

  it('that was taken for dead writes nothing any more', async () => {
    const batchId = await send(10);
    const held = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    let readings = 0;
    const worker = await startWorker({
      before: async (isReading) => {
        if (isReading && (readings += 1) === 1) {
          held.resolve();
          await late.promise;
        }
      },
    });
    await held.promise;
    await test.database.admin(
      `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now(), heartbeat_on = null
       where name = 'batches.run' and state = 'active'`,
    );
    const ended = await test.end(demo, batchId);
    late.resolve();
    await worker.close();
    assert.deepEqual([ended.status, ended.documents.done], ['DONE', 10]);
    assert.equal(await strays(batchId), 0);
  });

  it('makes nothing of what was cancelled while it was read, and every unit is given back once', async () => {
    const batchId = await send(70);
    const read = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    const worker = await startWorker({
      after: async (isReading) => {
        if (!isReading) return;
        read.resolve();
        await cancelled.promise;
      },
    });
    await read.promise;
    const told = await test.cancel(demo, batchId);
    assert.equal(told.json<{ documents: { cancelled: number } }>().documents.cancelled, 70);
    cancelled.resolve();
    const ended = await test.end(demo, batchId);
    await worker.close();
    assert.deepEqual([ended.status, ended.documents.cancelled, ended.unitsGivenBack], ['CANCELLED', 70, 70]);
    const made = `exists (select from farol.analyses a where a.id = d.analysis_id)`;
    assert.equal(await test.count(`${OF_BATCH}${batchId} and ${made}`), 0);
    const back = `(select count(*) from farol.ledger_entries l
      where l.subject = 'analysis ' || d.analysis_id and l.kind = 'refund')`;
    assert.equal(await test.count(`${OF_BATCH}${batchId} and ${back} = 1`), 70);
    assert.deepEqual(await test.app.transaction(grantScope([1]), findLedgerFaults), []);
  });

  it('of one batch is followed by one of another of the same organization, and each document is charged once', async () => {
    const first = await send(400);
    const second = await send(60);
    const worker = await startWorker({});
    const ended = await test.end(demo, second);
    assert.equal(
      (await test.batch(demo, first)).endedAt,
      null,
      'the shorter one has had its turns meanwhile',
    );
    const other = await test.end(demo, first);
    await worker.close();
    assert.deepEqual([ended.documents.done, other.documents.done], [60, 400]);
    assert.deepEqual([await strays(first), await strays(second)], [0, 0]);
  });

  it('hands documents on while there is room where live sources are asked', async () => {
    const batchId = await send(45);
    const starts: string[] = [];
    let most = 0;
    const lawsuits = {
      name: 'played',
      start: async () => {
        starts.push('start');
        const waiting = await test.count(`${OF_BATCH}${batchId} and d.state = 'TAKEN' and not exists (
          select from farol.analyses a where a.id = d.analysis_id and a.status = 'DONE')`);
        most = Math.max(most, waiting);
        const meta = {
          connector: 'played',
          fetchedAt: '2026-11-15T12:00:00.000Z',
          freshness: 'live' as const,
          complete: true,
          warnings: [],
        };
        return { kind: 'ready' as const, value: { count: 0 }, meta };
      },
      collect: () => Promise.reject(new Error('nothing is pending')),
    };
    const worker = await startWorker({ live: { lawsuits: [lawsuits], protests: [] } });
    const ended = await test.end(demo, batchId);
    await worker.close();
    assert.deepEqual([ended.status, ended.documents.done, starts.length], ['DONE', 45, 45]);
    assert.ok(most > 0 && most <= 20, `${most} at once`);
    assert.equal(await strays(batchId), 0);
  });

  it('that is made in vain for the last time gives back all that has not run', async () => {
    const batchId = await send(12);
    const worker = await startWorker({ before: () => Promise.reject(new Error('never')) });
    const ended = await test.end(demo, batchId);
    await worker.close();
    assert.deepEqual(
      [ended.status, ended.documents.cancelled, ended.unitsGivenBack, ended.spreadsheet],
      ['ERROR', 12, 12, null],
    );
    const back = `${OF_BATCH}${batchId} and exists (
      select from farol.ledger_entries l where l.subject = 'analysis ' || d.analysis_id and l.kind = 'refund')`;
    assert.equal(await test.count(back), 12);
    const told = `farol.events where type = 'batch.completed' and (data ->> 'batchId')::int = ${batchId}`;
    assert.equal(await test.count(told), 1);
    assertConflict((await test.cancel(demo, batchId)).statusCode);
    assert.deepEqual(await test.app.transaction(grantScope([1]), findLedgerFaults), []);
  });

  const assertConflict = (status: number): void => assert.equal(status, 409);

  it('lets others have their turn: a short batch ends long before a long one that was there first', async () => {
    const other = (await logIn(test, 'other')).token;
    const place = { organizationId: 3, holderId: 2 };
    const long = await send(800);
    const documents = await test.fill(10, 3);
    const sent = await test.send(other, { documents }, place);
    const short = sent.json<{ batchId: number }>().batchId;
    const worker = await startWorker({});
    const isEnded = async (): Promise<boolean> =>
      (await test.read(other, `/${short}`, place)).json<{ endedAt: string | null }>().endedAt !== null;
    await eventually(isEnded, 60_000);
    assert.equal((await test.batch(demo, long)).endedAt, null);
    await test.end(demo, long);
    await worker.close();
  });
});
