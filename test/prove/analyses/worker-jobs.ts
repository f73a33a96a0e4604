// The analyses' jobs of a worker under test: the product's handler, connectors and spreadsheets, with an order or a bug
// around them.
import { connect } from '../../../src/connect.ts';
import type { DatabaseSurroundings } from '../../../src/connect.ts';
import { openConnectors } from '../../../src/connectors.ts';
import { ANALYSIS_JOB, handleAnalysisJob, openReports } from '../../../src/features/analysis/index.ts';
import type { AnalysisJobParts } from '../../../src/features/analysis/index.ts';
import { BATCH_JOB, handleBatchJob } from '../../../src/features/batches/index.ts';
import { createImports } from '../../../src/imports.ts';
import { joinLiveSources } from '../../../src/live-sources.ts';
import { createClock } from '../../../src/platform/clock.ts';
import { createKeyring, readKeyFile } from '../../../src/platform/crypto/keyring.ts';
import { openFileStore } from '../../../src/platform/files/open-file-store.ts';
import { createRegistryMerger } from '../../../src/platform/imports/live-merges.ts';
import type { Attempt } from '../../../src/platform/jobs/attempt.ts';
import type { JobRegistry } from '../../../src/platform/jobs/registry.ts';
import { endEarly } from '../licences/planted-bugs.ts';
import { plantInTransaction } from '../planted-bugs.ts';
import type { PlantedBug } from '../planted-bugs.ts';
import type { WorkerSettings } from '../worker-settings.ts';
import { obeyInAttempt, obeyInReports, obeyInSlice, obeyInSources } from './orders.ts';
import type { CurrentOrder } from './orders.ts';
import { plantInSources } from './planted-bugs.ts';

const CENTS = 100n;

/** Null where the product's own jobs are to run as they are. */
export async function openAnalysisJobs(
  around: DatabaseSurroundings,
  { analysisOrder = null }: WorkerSettings,
  { bug, isReady }: { bug: PlantedBug | null; isReady: () => boolean },
): Promise<JobRegistry | null> {
  if (analysisOrder === null && !String(bug).startsWith('analysis-')) return null;
  const { config, databaseUrl, log } = around;
  const currentOrder: CurrentOrder = () => (isReady() ? analysisOrder : null);
  const clock = createClock(config.clockOffsetMs);
  const database = connect(around, 'farol_app', 'worker analyses');
  const merger = createRegistryMerger({
    databaseUrl,
    clock,
    watchers: createImports(clock, config).watchers,
  });
  const live = joinLiveSources(openConnectors(config, { log, clock }), merger);
  const store = await openFileStore(config, { clock, log });
  const parts: AnalysisJobParts = {
    database,
    keyring: createKeyring(readKeyFile(config.keyFile)),
    clock,
    live: obeyInSources(plantInSources(live, bug), currentOrder),
    reports: obeyInReports({ openReports: () => openReports(store) }, currentOrder),
    valueThresholdCents: BigInt(config.riskValue) * CENTS,
  };
  const handled = handleAnalysisJob(parts);
  const batches = handleBatchJob({ analyses: parts, store });
  const plant = async (attempt: Attempt<unknown>): Promise<Attempt<unknown>> => {
    if (bug === null) return attempt;
    if (bug === 'analysis-job-ended-early') return endEarly(attempt, database, ANALYSIS_JOB.name);
    return {
      ...attempt,
      settle: (write) => attempt.settle((tx) => write(plantInTransaction(tx, bug))),
      progress: (write) => attempt.progress((tx) => write(plantInTransaction(tx, bug))),
      postpone: (seconds, write, awaited) =>
        attempt.postpone(seconds, write && ((tx) => write(plantInTransaction(tx, bug))), awaited),
    };
  };
  const run = async (attempt: Attempt<unknown>): Promise<void> =>
    handled.run(obeyInAttempt(await plant(attempt), currentOrder));
  const runBatch = async (attempt: Attempt<unknown>): Promise<void> =>
    batches.run(obeyInSlice(await plant(attempt), currentOrder));
  return {
    jobs: [ANALYSIS_JOB, BATCH_JOB],
    handlers: [
      { ...handled, run },
      { ...batches, run: runBatch },
    ],
  };
}
