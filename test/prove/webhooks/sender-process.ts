// The sender under test with a sequencer beside it, as the worker has them; perhaps with a planted bug.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { connect } from '../../../src/connect.ts';
import { startSender } from '../../../src/features/webhooks/index.ts';
import { createClock } from '../../../src/platform/clock.ts';
import { createKeyring, readKeyFile } from '../../../src/platform/crypto/keyring.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { NO_DELIVERY_FIGURES } from '../../../src/platform/outbound/delivery-figures.ts';
import { createPoster } from '../../../src/platform/outbound/poster.ts';
import { createAuditChain } from '../../../src/platform/sequencer/audit-chain.ts';
import { startSequencer } from '../../../src/platform/sequencer/sequencer.ts';
import { endWithParent, reportReady } from '../../../src/platform/supervisor/child.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..', '..'));
const url = config.databaseUrl?.reveal();
if (url === undefined) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'sender' });
const clock = createClock(config.clockOffsetMs);
const around = { config, databaseUrl: url, log, clock, connectTimeoutMs: 10_000 };
const keyring = createKeyring(readKeyFile(config.keyFile));

/** Counts as delivered what was only taken up: whatever is under way at a kill is lost, and nothing is tried twice. */
function plant(database: Database): Database {
  return {
    ...database,
    writeOnce: (scope, statement) => {
      const sql = statement.sql.replace('set attempt =', `set status = 'DELIVERED', attempt =`);
      return database.writeOnce(scope, { ...statement, sql });
    },
  };
}

const sequencing = connect(around, 'farol_sequencer', 'sequencer');
const bare = connect(around, 'farol_sender', 'sender');
await startSequencer({ database: sequencing, chain: createAuditChain(keyring), log, url });
const sender = await startSender({
  database: process.env['FAROL_TEST_PLANTED_BUG'] === 'delivered-when-claimed' ? plant(bare) : bare,
  databaseUrl: url,
  keyring,
  clock,
  log,
  figures: NO_DELIVERY_FIGURES,
  poster: createPoster({
    mayUseLoopback: true,
    connectTimeoutMs: config.webhookDeadlineMs,
    deadlineMs: config.webhookDeadlineMs,
    connectionsPerOrigin: config.webhookEndpointConcurrency,
  }),
  limits: { all: config.webhookConcurrency, perEndpoint: config.webhookEndpointConcurrency },
});

async function stop(): Promise<void> {
  await sender.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
reportReady();
// Killed by -9 it would leave nothing for its successor.
flushCompileCache();
