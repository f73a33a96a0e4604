// Farol's API with a capability beside its own that is nothing but its effects: it charges, records, audits, tells and
// enqueues.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics, serveMetrics } from '../../src/platform/metrics.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createApi } from '../../src/wiring.ts';
import { addProbeRoutes, createProbes } from '../../test/support/probe-capability.ts';
import { addProbeReads } from './probe-reads.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..'));
if (config.databaseUrl === null) throw new Error('FAROL_DATABASE_URL is missing');
const databaseUrl = config.databaseUrl.reveal();
const log = createLog({ level: config.logLevel, process: 'api' });
const database = connect({ config, databaseUrl, log }, 'farol_app', 'api probes');
const probes = createProbes(database, createKeyring(readKeyFile(config.keyFile)), { jobs: true });
const api = await createApi({
  config,
  databaseUrl,
  log,
  addRoutes: (app) => {
    addProbeRoutes(app, probes);
    addProbeReads(app, database);
  },
});
// The statements that count here are those of the probe's own connections.
const metrics = await serveMetrics(createMetrics(database), { host: '127.0.0.1', port: 0 });

async function stop(): Promise<void> {
  metrics.close();
  await api.close();
  await database.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
await api.app.listen({ host: config.host, port: config.port });
reportReady({
  port: (api.app.server.address() as AddressInfo).port,
  metricsPort: (metrics.address() as AddressInfo).port,
});
