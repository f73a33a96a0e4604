// What the supervisor tells a worker under test beyond the product's own configuration.
import type { AnalysisOrder } from './analyses/orders.ts';
import type { LicenceOrder } from './licences/orders.ts';

export type WorkerSettings = {
  sourceUrl: string;
  /** How many of the probe's jobs it runs at once. */
  slots?: number;
  maxAttempts?: number;
  /** The licences' job with these settings in place of its own. */
  licenceJob?: { maxAttempts?: number; retryWithinSeconds?: number; slots?: number };
  /** What it does when it looks a licence up. */
  licenceOrder?: LicenceOrder | null;
  /** And when it analyses. */
  analysisOrder?: AnalysisOrder | null;
  /** How long a stop waits for running jobs before it hands them back. */
  graceMs: number;
};

const VARIABLE = 'FAROL_TEST_WORKER';

export function workerEnvironment(settings: WorkerSettings): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(settings) };
}

export function readWorkerSettings(): WorkerSettings {
  return JSON.parse(process.env[VARIABLE] ?? '') as WorkerSettings;
}
