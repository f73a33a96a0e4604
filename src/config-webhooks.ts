// The settings of webhooks: how they are sent.
import * as kind from './platform/settings.ts';

const named = (name: string, sentence: string): { name: string; sentence: string } => ({ name, sentence });

export const webhookSettings = {
  webhookLoopback: kind.toggle(
    named(
      'FAROL_WEBHOOK_LOOPBACK',
      'Whether webhooks may be sent to this very machine, in clear too; for a sandbox. `farol serve` turns it on beside the sandbox of a demo.',
    ),
    false,
  ),
  webhookDeadlineMs: kind.integer(
    named('FAROL_WEBHOOK_DEADLINE_MS', 'How long a receiver may take to answer one try.'),
    15_000,
    { min: 100, max: 20_000 },
  ),
  webhookConcurrency: kind.integer(
    named(
      'FAROL_WEBHOOK_CONCURRENCY',
      'Webhooks that one process sends at the same time; half of them at most to receivers that fail or are slow.',
    ),
    256,
    { min: 2, max: 5000 },
  ),
  webhookEndpointConcurrency: kind.integer(
    named(
      'FAROL_WEBHOOK_ENDPOINT_CONCURRENCY',
      'How many of them to one receiver; one that fails or is slow gets a single one.',
    ),
    8,
    { min: 1, max: 100 },
  ),
};
