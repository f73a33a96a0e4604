// The licences' jobs of a worker under test: the product's handler and connector, with other limits, an order or a bug
// around them.
import { connect } from '../../../src/connect.ts';
import type { DatabaseSurroundings } from '../../../src/connect.ts';
import { openConnectors } from '../../../src/connectors.ts';
import { handleLicenceJob, LICENCE_JOB } from '../../../src/features/driver-licences/index.ts';
import { createClock } from '../../../src/platform/clock.ts';
import { createKeyring, readKeyFile } from '../../../src/platform/crypto/keyring.ts';
import type { Attempt } from '../../../src/platform/jobs/attempt.ts';
import type { JobRegistry } from '../../../src/platform/jobs/registry.ts';
import { plantInAttempt, plantInDatabase } from '../planted-bugs.ts';
import type { PlantedBug } from '../planted-bugs.ts';
import type { WorkerSettings } from '../worker-settings.ts';
import { obeyInAttempt, obeyInLookup } from './orders.ts';
import type { CurrentOrder } from './orders.ts';
import { endEarly, plantInLookup } from './planted-bugs.ts';

/** Null where the product's own jobs are to run as they are. */
export function openLicenceJobs(
  around: DatabaseSurroundings,
  { licenceJob, licenceOrder = null }: WorkerSettings,
  { bug, isReady }: { bug: PlantedBug | null; isReady: () => boolean },
): JobRegistry | null {
  if (licenceJob === undefined && licenceOrder === null && !String(bug).startsWith('licence-')) {
    return null;
  }
  const { config, log } = around;
  const currentOrder: CurrentOrder = () => (isReady() ? licenceOrder : null);
  const job = { ...LICENCE_JOB, ...licenceJob };
  const database = plantInDatabase(connect(around, 'farol_app', 'worker licences'), bug);
  const { cnh } = openConnectors(config, { log, clock: createClock(config.clockOffsetMs) });
  const lookup = cnh === null ? null : obeyInLookup(plantInLookup(cnh, bug), currentOrder);
  const handled = handleLicenceJob({ lookup, keyring: createKeyring(readKeyFile(config.keyFile)) });
  const plant = async (attempt: Attempt<unknown>): Promise<Attempt<unknown>> => {
    if (bug === 'licence-job-ended-early') return endEarly(attempt, database, job.name);
    return bug === 'licence-settled-without-attempt' ? plantInAttempt(attempt, database, job.name) : attempt;
  };
  const run = async (attempt: Attempt<unknown>): Promise<void> =>
    handled.run(obeyInAttempt(await plant(attempt), currentOrder));
  return { jobs: [job], handlers: [{ ...handled, job, run }] };
}
