// Farol's worker as it runs in production, with the product's own jobs.
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createWorker } from '../../src/wiring.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..'));
if (config.databaseUrl === null) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'worker' });
const worker = await createWorker({ config, databaseUrl: config.databaseUrl.reveal(), log });

async function stop(): Promise<void> {
  await worker.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
reportReady();
