import type { AddressInfo } from 'node:net';
// Farol's API as it is served, on free ports: the product's own parts, configuration and log, and nothing of the bench.
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { serveMetrics } from '../../src/platform/metrics.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { createApi } from '../../src/wiring.ts';

const config = loadConfig(join(import.meta.dirname, '..', '..'));
if (config.databaseUrl === null) throw new Error('FAROL_DATABASE_URL is missing');
const log = createLog({ level: config.logLevel, process: 'api' });
const api = await createApi({ config, databaseUrl: config.databaseUrl.reveal(), log });
const metrics = await serveMetrics(api.metrics, { host: '127.0.0.1', port: 0 });

async function stop(): Promise<void> {
  metrics.close();
  await api.close();
  process.exit();
}
endWithParent(stop);
process.once('SIGTERM', () => void stop());
await api.app.listen({ host: config.host, port: config.port });
reportReady({
  port: (api.app.server.address() as AddressInfo).port,
  metricsPort: (metrics.address() as AddressInfo).port,
});
