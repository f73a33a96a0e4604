// The worker process under test: the product's, or a sequencer whose chain has the planted bug, and beside it a worker
// of the probe's jobs.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import { handleJob } from '../../src/platform/jobs/registry.ts';
import { startJobWorker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/log.ts';
import { createAuditChain } from '../../src/platform/sequencer/audit-chain.ts';
import { startSequencer } from '../../src/platform/sequencer/sequencer.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createWorker } from '../../src/wiring.ts';
import { createProbeRun, failProbes, PROBE_JOB } from '../support/probe-job.ts';
import { openAnalysisJobs } from './analyses/worker-jobs.ts';
import { openCreditJobs } from './credit/worker-jobs.ts';
import { openLicenceJobs } from './licences/worker-jobs.ts';
import { misbehaveAt } from './misbehaviour.ts';
import { plantInAttempt, plantInChain, plantInDatabase, readPlantedBug } from './planted-bugs.ts';
import { createAskSource } from './source.ts';
import { readWorkerSettings } from './worker-settings.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..'));
const databaseUrl = config.databaseUrl?.reveal();
if (databaseUrl === undefined) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'worker' });
/** As patient as the product's worker. */
const CONNECT_MS = 10_000;
const around = { config, databaseUrl, log, connectTimeoutMs: CONNECT_MS };
const bug = readPlantedBug();
const settings = readWorkerSettings();
const { sourceUrl, graceMs, slots, maxAttempts } = settings;

function startPlantedSequencer(url: string): Promise<{ close(): Promise<void> }> {
  const database = connect(around, 'farol_sequencer', 'sequencer');
  const chain = plantInChain(createAuditChain(createKeyring(readKeyFile(config.keyFile))), bug);
  return startSequencer({ database, chain, log, url });
}

async function startProbeWorker(url: string): Promise<{ close(): Promise<void> }> {
  const isFenceless = bug === 'settled-without-attempt';
  const bare = connect(around, 'farol_app', 'worker probes');
  const database = isFenceless ? plantInDatabase(bare, bug) : bare;
  const job = {
    ...PROBE_JOB,
    slots: slots ?? PROBE_JOB.slots,
    maxAttempts: maxAttempts ?? PROBE_JOB.maxAttempts,
  };
  const run = createProbeRun({ askSource: createAskSource(sourceUrl), at: misbehaveAt });
  const handled = handleJob(
    job,
    (attempt) => run(isFenceless ? plantInAttempt(attempt, database, job.name) : attempt),
    { onDead: failProbes },
  );
  const registry = { jobs: [job], handlers: [handled] };
  const worker = await startJobWorker({ registry, databaseUrl: url, database, log, graceMs });
  return {
    close: async () => {
      await worker.close();
      await database.close();
    },
  };
}

let isReady = false;
const planted = { bug, isReady: () => isReady };
const jobs =
  openLicenceJobs(around, settings, planted) ??
  openCreditJobs(around, bug) ??
  (await openAnalysisJobs(around, settings, planted));
const product =
  bug === 'audit-not-linked'
    ? await startPlantedSequencer(databaseUrl)
    : await createWorker(jobs === null ? around : { ...around, jobs });
const probes = await startProbeWorker(databaseUrl);

async function stop(): Promise<void> {
  await probes.close();
  await product.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
reportReady();
isReady = true;
// Killed by -9 it would leave nothing for its successor.
flushCompileCache();
