// What leaves the worker for the endpoints that organizations named.
import { connect } from './connect.ts';
import type { DatabaseSurroundings } from './connect.ts';
import * as webhooks from './features/webhooks/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { WorkerMetrics } from './platform/metrics.ts';
import { createPoster } from './platform/outbound/poster.ts';
import { startSchedule } from './platform/schedule.ts';

const MINUTE_MS = 60_000;
const WEBHOOK_CONNECT_MS = 5000;

type SenderParts = { clock: Clock; keyring: Keyring; figures: WorkerMetrics['deliveries'] };

/** Tells organizations what happened, wherever they want to be told. */
export async function openSender(
  around: DatabaseSurroundings,
  parts: SenderParts,
): Promise<{ close(): Promise<void> }> {
  const { config, log, databaseUrl } = around;
  const database = connect(around, 'farol_sender', 'sender');
  const limits = { all: config.webhookConcurrency, perEndpoint: config.webhookEndpointConcurrency };
  const poster = createPoster({
    mayUseLoopback: config.webhookLoopback,
    connectTimeoutMs: Math.min(WEBHOOK_CONNECT_MS, config.webhookDeadlineMs),
    deadlineMs: config.webhookDeadlineMs,
    connectionsPerOrigin: limits.perEndpoint,
  });
  const sender = await webhooks.startSender({ ...parts, database, databaseUrl, log, poster, limits });
  const schedule = startSchedule(database, log, [
    {
      name: 'remove past deliveries',
      lock: 7_281_121,
      everyMs: MINUTE_MS,
      run: webhooks.removePastDeliveries,
    },
  ]);
  return {
    close: async () => {
      await schedule.close();
      await sender.close();
      await poster.close();
      await database.close();
    },
  };
}
