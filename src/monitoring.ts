// What the API offers of monitoring: radars, single processes, when they are refreshed, and where their events are sent.
import type { Config } from './config.ts';
import { canRefreshProcess } from './connectors.ts';
import * as processes from './features/processes/index.ts';
import * as radars from './features/radars/index.ts';
import * as refreshes from './features/refreshes/index.ts';
import * as webhooks from './features/webhooks/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { Database } from './platform/db/database.ts';

type Routes = Parameters<typeof radars.addMonitoringRoutes>[0];
type Parts = { database: Database; keyring: Keyring; clock: Clock };

export function openMonitoring(config: Config, parts: Parts): (routes: Routes) => void {
  const { database, keyring } = parts;
  const monitoring = radars.openMonitoring(parts);
  const canRefresh = (number: string): boolean => canRefreshProcess(config, number);
  const service = processes.createProcessService({ ...parts, canRefresh });
  const plans = refreshes.createRefreshPlans(parts);
  const { webhookLoopback: mayUseLoopback } = config;
  const endpoints = webhooks.createWebhookService({ database, keyring, mayUseLoopback });
  return (routes) => {
    radars.addMonitoringRoutes(routes, monitoring);
    processes.addProcessRoutes(routes, service);
    refreshes.addRefreshRoutes(routes, plans);
    webhooks.addWebhookRoutes(routes, endpoints);
  };
}
