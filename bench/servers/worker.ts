// Farol's worker as it runs in production, with one job: it numbers what the measured servers commit, and tells its
// parent of the jobs that it starts and settles.
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { handleJob } from '../../src/platform/jobs/registry.ts';
import { createLog } from '../../src/platform/log.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createWorker } from '../../src/wiring.ts';
import { BENCH_JOB, nowMs, recordEffect } from '../bench-job.ts';
import type { JobsDone, JobStart } from '../bench-job.ts';

const TELL_MS = 5;

const tell = (message: JobStart | JobsDone): void => void process.send?.(message);
let done = 0;
let told = 0;

const handler = handleJob(BENCH_JOB, async (attempt) => {
  const [first = ''] = attempt.payload.requestIds;
  if (first.startsWith('wake')) tell({ started: first, atMs: nowMs() });
  await attempt.settle((tx) => recordEffect(tx, attempt));
  done += 1;
});

const config = loadConfig(join(import.meta.dirname, '..', '..'));
if (config.databaseUrl === null) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'worker' });
const worker = await createWorker({
  config,
  databaseUrl: config.databaseUrl.reveal(),
  log,
  jobs: { jobs: [BENCH_JOB], handlers: [handler] },
});
// A message for each of a thousand jobs a second would be work of its own.
setInterval(() => {
  if (done !== told) tell({ done });
  told = done;
}, TELL_MS);

async function stop(): Promise<void> {
  await worker.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
reportReady();
