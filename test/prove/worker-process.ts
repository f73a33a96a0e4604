// The worker process under test: the product's, or a sequencer whose chain has the planted bug.
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import { createLog } from '../../src/platform/log.ts';
import { createAuditChain } from '../../src/platform/sequencer/audit-chain.ts';
import { startSequencer } from '../../src/platform/sequencer/sequencer.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createWorker } from '../../src/wiring.ts';
import { plantInChain, readPlantedBug } from './planted-bugs.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..'));
const databaseUrl = config.databaseUrl?.reveal();
if (databaseUrl === undefined) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'worker' });
const around = { config, databaseUrl, log };
const bug = readPlantedBug();

function startPlantedSequencer(url: string): Promise<{ close(): Promise<void> }> {
  const database = connect(around, 'farol_sequencer', 'sequencer');
  const chain = plantInChain(createAuditChain(createKeyring(readKeyFile(config.keyFile))), bug);
  return startSequencer({ database, chain, log, url });
}

const worker =
  bug === 'audit-not-linked' ? await startPlantedSequencer(databaseUrl) : await createWorker(around);

async function stop(): Promise<void> {
  await worker.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
reportReady();
