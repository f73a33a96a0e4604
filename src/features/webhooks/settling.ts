// Writes what came of tries, those that ended together in one transaction. Whoever was overtaken while it tried changes
// nothing: the delivery belongs to another attempt by then.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { recordAudit, recordEvents } from '../../platform/effects/record.ts';
import type { Log } from '../../platform/log.ts';
import type { DeliveryObserver, DeliveryOutcome } from '../../platform/outbound/delivery-figures.ts';
import * as health from './health-store.ts';
import type { Verdict } from './rules.ts';
import { settleDeliveries } from './sending-store.ts';
import type { Claimed } from './sending-store.ts';
import type { Try } from './trying.ts';

export type Ended = { claimed: Claimed; verdict: Verdict; tried: Try };

export type Settling = {
  settle(ended: Ended): void;
  /** Resolves when everything that was given is written or given up. */
  flush(): Promise<void>;
};

const MOST_TOGETHER = 200;
/** Within the lease; afterwards another sender takes it up, and the receiver gets it twice. */
const GIVE_UP_MS = 10_000;
const AGAIN_MS = 200;

function entryOf({ claimed, tried }: Ended): string {
  const { result, at, tookMs } = tried;
  const answer = 'status' in result ? { status: result.status } : { fault: result.fault };
  return JSON.stringify({ at, url: claimed.url, ...answer, durationMs: tookMs });
}

function outcomeOf({ verdict }: Ended): DeliveryOutcome {
  if (verdict.isGone) {
    return 'gone';
  }
  return verdict.status === 'DELIVERED'
    ? 'delivered'
    : verdict.status === 'EXHAUSTED'
      ? 'exhausted'
      : 'failed';
}

const idsOf = (all: readonly Ended[]): string[] => [
  ...new Set(all.map(({ claimed }) => claimed.endpoint_id)),
];

/** Tells of it in the feed of its organization, and puts it on record. */
function tellDisabled(tx: Transaction, disabled: readonly health.DisabledEndpoint[]): void {
  recordEvents(
    tx,
    disabled.map(({ organization_id, id, disabled_reason }) => ({
      organizationId: Number(organization_id),
      type: 'webhook.disabled',
      data: { webhookId: Number(id), reason: disabled_reason },
    })),
  );
  recordAudit(
    tx,
    disabled.map(({ organization_id, id }) => ({
      organizationId: Number(organization_id),
      actor: 'worker',
      action: 'webhook.disable',
      subject: `webhook ${id}`,
      documentHash: null,
    })),
  );
}

async function noteHealth(
  tx: Transaction,
  counted: readonly Ended[],
): Promise<readonly health.DisabledEndpoint[]> {
  const failed = counted.filter(({ verdict }) => verdict.status !== 'DELIVERED');
  const recovered = counted.filter(
    ({ claimed, verdict }) => claimed.is_failing && verdict.status === 'DELIVERED',
  );
  if (failed.length === 0 && recovered.length === 0) {
    return [];
  }
  const failing = idsOf(failed);
  await health.lockEndpoints(tx, [...failing, ...idsOf(recovered)]);
  await health.noteFailures(tx, failing);
  await health.noteSuccesses(tx, idsOf(recovered));
  const gone = idsOf(failed.filter(({ verdict }) => verdict.isGone));
  const disabled = await health.disableEndpoints(tx, { failing, gone });
  tellDisabled(tx, disabled);
  return disabled;
}

export type SettlingParts = { database: Database; log: Log; figures: DeliveryObserver };

async function write({ database, log, figures }: SettlingParts, batch: readonly Ended[]): Promise<void> {
  const { held, disabled } = await database.transaction(NO_SCOPE, async (tx) => {
    const stillHeld = await settleDeliveries(
      tx,
      batch.map((ended) => ({
        organizationId: ended.claimed.organization_id,
        id: ended.claimed.id,
        attempt: ended.claimed.attempt,
        status: ended.verdict.status,
        delayMs: ended.verdict.delayMs,
        entry: entryOf(ended),
      })),
    );
    const counted = batch.filter(({ claimed }) => stillHeld.has(claimed.id));
    return { held: stillHeld, disabled: await noteHealth(tx, counted) };
  });
  for (const ended of batch) {
    const outcome = held.has(ended.claimed.id) ? outcomeOf(ended) : 'overtaken';
    figures.tried(outcome, ended.tried.tookMs / 1000);
  }
  for (const { organization_id, id, disabled_reason } of disabled) {
    log.warn(
      { organizationId: Number(organization_id), webhookId: Number(id), reason: disabled_reason },
      'a webhook was disabled',
    );
  }
}

async function writePatiently(parts: SettlingParts, batch: readonly Ended[]): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      await write(parts, batch);
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        parts.log.warn(
          { err: error, tries: batch.length },
          'tries could not be written and will be repeated',
        );
        return;
      }
      await sleep(AGAIN_MS);
    }
  }
}

export function createSettling(parts: SettlingParts): Settling {
  const waiting: Ended[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      await writePatiently(parts, waiting.splice(0, MOST_TOGETHER));
    }
  }

  function start(): void {
    writing ??= writeAll().finally(() => {
      writing = null;
      // Given after the last look.
      if (waiting.length > 0) {
        start();
      }
    });
  }

  async function flush(): Promise<void> {
    if (writing !== null) {
      await writing;
      await flush();
    }
  }

  return {
    settle: (ended) => {
      waiting.push(ended);
      start();
    },
    flush,
  };
}
