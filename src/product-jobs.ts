// What the capabilities have done in the background, and what only that needs.
import type { Config } from './config.ts';
import { describeScr } from './connectors.ts';
import type { Connectors } from './connectors.ts';
import * as analysis from './features/analysis/index.ts';
import { BATCH_JOB, handleBatchJob } from './features/batches/index.ts';
import * as register from './features/credit-register/index.ts';
import * as licences from './features/driver-licences/index.ts';
import * as radars from './features/radars/index.ts';
import * as refreshes from './features/refreshes/index.ts';
import { createImports } from './imports.ts';
import { joinLiveSources } from './live-sources.ts';
import type { Clock } from './platform/clock.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { Database } from './platform/db/database.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import { createRegistryMerger } from './platform/imports/live-merges.ts';
import type { JobRegistry } from './platform/jobs/registry.ts';
import type { Log } from './platform/log.ts';

export const PRODUCT_JOBS: JobRegistry['jobs'] = [
  licences.LICENCE_JOB,
  register.SCR_JOB,
  analysis.ANALYSIS_JOB,
  BATCH_JOB,
  refreshes.RADAR_REFRESH,
  refreshes.PROCESS_REFRESH,
  radars.PRIME_JOB,
  radars.UNLINK_JOB,
];

const CENTS = 100n;

export type JobParts = {
  config: Config;
  databaseUrl: string;
  database: Database;
  keyring: Keyring;
  connectors: Connectors;
  clock: Clock;
  log: Log;
  observeRefresh: refreshes.ObserveRefresh;
};

export type ProductJobs = { registry: JobRegistry; close(): Promise<void> };

export async function openProductJobs(parts: JobParts): Promise<ProductJobs> {
  const { config, databaseUrl, database, keyring, connectors, clock, log, observeRefresh: observe } = parts;
  const { isConsentRequired } = describeScr(config);
  const { watchers } = createImports(clock, config);
  const merger = createRegistryMerger({ databaseUrl, clock, watchers });
  const store = await openFileStore(config, { clock, log });
  const analyses: analysis.AnalysisJobParts = {
    database,
    keyring,
    clock,
    live: joinLiveSources(connectors, merger),
    reports: { openReports: () => analysis.openReports(store) },
    valueThresholdCents: BigInt(config.riskValue) * CENTS,
  };
  return {
    registry: {
      jobs: PRODUCT_JOBS,
      handlers: [
        licences.handleLicenceJob({ keyring, lookup: connectors.cnh }),
        register.handleScrRun({ scr: connectors.scr, keyring, clock, isConsentRequired }),
        analysis.handleAnalysisJob(analyses),
        handleBatchJob({ analyses, store }),
        refreshes.handleRadarRefresh({ lawsuits: connectors.lawsuits, merger, keyring, observe }),
        refreshes.handleProcessRefresh({ processes: connectors.processes, merger, observe }),
        ...radars.handleRadarJobs({ database, keyring }),
      ],
    },
    close: async () => {
      await merger.close();
      await store.close();
    },
  };
}
