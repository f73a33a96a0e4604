// The part of the worker that refreshes, with the product's handlers, connectors and merges, perhaps with a planted bug. It looks
// for what is due more often than the product does, so that a day of the plan passes in seconds.
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { connect } from '../../../src/connect.ts';
import { openConnectors } from '../../../src/connectors.ts';
import * as refreshes from '../../../src/features/refreshes/index.ts';
import { createImports } from '../../../src/imports.ts';
import { createClock } from '../../../src/platform/clock.ts';
import { createKeyring, readKeyFile } from '../../../src/platform/crypto/keyring.ts';
import { createRegistryMerger } from '../../../src/platform/imports/live-merges.ts';
import { startJobWorker } from '../../../src/platform/jobs/worker.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startSchedule } from '../../../src/platform/schedule.ts';
import { endWithParent, reportReady } from '../../../src/platform/supervisor/child.ts';
import { forgetBudget, plantInHandler, plantInLawsuits, readRefreshBug } from './planted-bugs.ts';

const LOOK_EVERY_MS = 200;
const GRACE_MS = 3000;

const config = loadConfig(join(import.meta.dirname, '..', '..', '..'));
const databaseUrl = config.databaseUrl?.reveal();
if (databaseUrl === undefined) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'worker' });
const clock = createClock(config.clockOffsetMs);
const around = { config, databaseUrl, log, clock, connectTimeoutMs: 10_000 };
const bug = readRefreshBug();

const database = connect(around, 'farol_app', 'worker');
const { lawsuits, processes } = openConnectors(config, { log, clock });
const merger = createRegistryMerger({ databaseUrl, clock, watchers: createImports(clock, config).watchers });
const keyring = createKeyring(readKeyFile(config.keyFile));
const observe = (): void => undefined;
const handlers = [
  refreshes.handleRadarRefresh({ lawsuits: plantInLawsuits(lawsuits, bug), merger, keyring, observe }),
  refreshes.handleProcessRefresh({ processes, merger, observe }),
].map((handled) => plantInHandler(handled, database, bug));
const jobs = await startJobWorker({
  registry: { jobs: [refreshes.RADAR_REFRESH, refreshes.PROCESS_REFRESH], handlers },
  databaseUrl,
  database,
  log,
  graceMs: GRACE_MS,
});

const bare = connect(around, 'farol_sequencer', 'sequencer');
const sequencing = bug === 'refresh-budget-forgotten' ? forgetBudget(bare) : bare;
const kinds = new Set<refreshes.RefreshedKind>(['radar', 'process']);
const schedule = startSchedule(sequencing, log, [
  {
    name: 'refresh what is due',
    lock: 7_281_122,
    everyMs: LOOK_EVERY_MS,
    run: (tx) => refreshes.dispatchDue(tx, { database: sequencing, clock, kinds }),
  },
]);

async function stop(): Promise<void> {
  await schedule.close();
  await jobs.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
reportReady();
