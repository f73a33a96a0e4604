// What the worker sends to the endpoints that organizations named.
import { connect } from './connect.ts';
import type { DatabaseSurroundings } from './connect.ts';
import * as webhooks from './features/webhooks/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { DeliveryObserver } from './platform/outbound/delivery-figures.ts';
import { createPoster } from './platform/outbound/poster.ts';
import { startSchedule } from './platform/schedule.ts';

const CONNECT_MS = 5000;
const MINUTE_MS = 60_000;

export type SenderNeeds = { clock: Clock; keyring: Keyring; figures: DeliveryObserver };

/** Tells organizations what happened, wherever they want to be told. */
export async function openSender(
  around: DatabaseSurroundings,
  needs: SenderNeeds,
): Promise<{ close(): Promise<void> }> {
  const { config, log, databaseUrl } = around;
  const database = connect(around, 'farol_sender', 'sender');
  const limits = { all: config.webhookConcurrency, perEndpoint: config.webhookEndpointConcurrency };
  const poster = createPoster({
    mayUseLoopback: config.webhookLoopback,
    connectTimeoutMs: Math.min(CONNECT_MS, config.webhookDeadlineMs),
    deadlineMs: config.webhookDeadlineMs,
    connectionsPerOrigin: limits.perEndpoint,
  });
  const sender = await webhooks.startSender({ ...needs, database, databaseUrl, log, poster, limits });
  const schedule = startSchedule(database, log, [
    {
      name: 'remove past deliveries',
      lock: 7_281_123,
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
