// Analyses, what stands behind them, and the files that they lead to.
import type { Config } from './config.ts';
import { localDate } from './documents/local-date.ts';
import {
  createSnapshots,
  openAnalyses,
  openReports as openSpreadsheets,
  sweepReports,
} from './features/analysis/index.ts';
import type { AnalysisRoutes } from './features/analysis/index.ts';
import { openBatches, sweepBatchReports } from './features/batches/index.ts';
import type { BatchRoutes } from './features/batches/index.ts';
import { createChangesService } from './features/changes/index.ts';
import type { ChangesService } from './features/changes/index.ts';
import { createDetailService, createRelationships } from './features/details/index.ts';
import type { DetailRoutes } from './features/details/index.ts';
import { createFileService } from './features/files/index.ts';
import type { FileService } from './features/files/index.ts';
import { createGraphService } from './features/graph/index.ts';
import type { GraphRoutes } from './features/graph/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { Database, Transaction } from './platform/db/database.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { publicUrlOf } from './platform/files/public-url.ts';
import { createSignedAddresses } from './platform/files/signed-addresses.ts';
import type { Log } from './platform/log.ts';
import type { ScheduledTask } from './platform/schedule.ts';

type ReportParts = { config: Config; log: Log; database: Database; keyring: Keyring; clock: Clock };
export type Reports = {
  analyses: AnalysisRoutes;
  details: DetailRoutes;
  graphs: GraphRoutes;
  changes: ChangesService;
  batches: BatchRoutes;
  files: FileService;
  close(): Promise<void>;
};

export async function openReports({ config, log, ...parts }: ReportParts): Promise<Reports> {
  const { keyring, clock } = parts;
  const store = await openFileStore(config, { clock, log });
  const addresses = createSignedAddresses({ keyring, clock, publicUrl: publicUrlOf(config) });
  const snapshots = createSnapshots(parts);
  const hasLawsuits = config.lawsuitsSources.length > 0;
  return {
    details: { details: createDetailService(snapshots), relationships: createRelationships(parts) },
    graphs: {
      graphs: createGraphService({ snapshots, clock }),
      today: () => localDate(clock.nowMs()),
    },
    changes: createChangesService(snapshots),
    analyses: openAnalyses({
      ...parts,
      addresses: { bucketName: store.bucketName, signAddress: addresses.addressOf },
      reports: { openReports: () => openSpreadsheets(store) },
      hasLawsuits,
    }),
    batches: openBatches({ ...parts, signAddress: addresses.addressOf, hasLawsuits }),
    files: createFileService({ store, addresses }),
    close: () => store.close(),
  };
}

const SWEEP_MS = 6 * 3_600_000;

/** What workers leave behind that die before anybody names their files. */
export async function openReportSweep({
  config,
  log,
  clock,
}: Pick<ReportParts, 'config' | 'log' | 'clock'>): Promise<{ task: ScheduledTask; close(): Promise<void> }> {
  const store = await openFileStore(config, { clock, log });
  const task = {
    name: 'remove reports that nobody names',
    lock: 7_281_130,
    everyMs: SWEEP_MS,
    run: async (tx: Transaction) =>
      (await sweepReports(tx, store, clock.nowMs())) + (await sweepBatchReports(tx, store, clock.nowMs())),
  };
  return { task, close: () => store.close() };
}
