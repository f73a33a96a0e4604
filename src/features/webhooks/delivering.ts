// Takes up what is due, as far as there is room, and has it tried.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { radarIdsOf } from './payload.ts';
import type { WatchedDocument } from './payload.ts';
import { judgeTry } from './rules.ts';
import { claimStatement, listDocuments, releaseDeliveries } from './sending-store.ts';
import type { Claimed, Held } from './sending-store.ts';
import { createSettling } from './settling.ts';
import type { SettlingParts } from './settling.ts';
import { createSlots } from './slots.ts';
import type { SlotLimits, Slots } from './slots.ts';
import { createTryer } from './trying.ts';
import type { TryerParts } from './trying.ts';

/** For tries that were broken off to say so; whatever does not is left to its lease. */
const ABORT_MS = 1000;
/** A receiver that takes longer than this counts as slow. */
const SLOW_MS = 2000;
/** How often the troubled are looked for; that others are served is no reason to. */
const LOOK_AFTER_TROUBLED_MS = 500;
const CHANCES = 1_000_001;

/** The database is entered under the role `farol_sender`. */
export type DeliveringNeeds = SettlingParts & TryerParts & { limits: SlotLimits };
export type DeliveringParts = DeliveringNeeds & { onFree: () => void };
export type Delivering = {
  /** Returns whether there may be more. */
  claimMore(): Promise<boolean>;
  close(graceMs: number): Promise<void>;
};

type Documents = ReadonlyMap<string, readonly WatchedDocument[]>;

/** By the id of the delivery; only for endpoints whose organization asked for them. */
async function findDocuments(database: Database, claimed: readonly Claimed[]): Promise<Documents> {
  const wanted = claimed.filter(({ include_documents }) => include_documents);
  if (wanted.length === 0) {
    return new Map();
  }
  const radarsOf = new Map(wanted.map(({ id, data }) => [id, new Set(radarIdsOf(data))]));
  const named = wanted.flatMap(({ id, organization_id }) =>
    [...(radarsOf.get(id) ?? [])].map((radarId) => ({ organizationId: organization_id, radarId })),
  );
  const found = await database.transaction(NO_SCOPE, (tx) => listDocuments(tx, named));
  return new Map(
    wanted.map(({ id, organization_id }) => [
      id,
      found.flatMap(({ organizationId, radarId, type, document }) =>
        organizationId === organization_id && radarsOf.get(id)?.has(radarId) === true
          ? [{ radarId, type, document }]
          : [],
      ),
    ]),
  );
}

/** One at a time ends: how it went, and whether its receiver is in trouble. */
type Works = { run(claimed: Claimed, documents: readonly WatchedDocument[] | null): Promise<boolean> };

function createWorks(
  parts: DeliveringNeeds,
  signal: AbortSignal,
  handedBack: Held[],
): Works & { flush(): Promise<void> } {
  const settling = createSettling(parts);
  const tryOnce = createTryer(parts);
  return {
    flush: settling.flush,
    run: async (claimed, documents) => {
      try {
        const tried = await tryOnce(claimed, documents, signal);
        if (signal.aborted && 'fault' in tried.result) {
          const { organization_id, id, attempt } = claimed;
          handedBack.push({ organizationId: organization_id, id, attempt });
          return true;
        }
        const verdict = judgeTry(tried.result, claimed.tries, randomInt(CHANCES) / (CHANCES - 1));
        settling.settle({ claimed, verdict, tried });
        return verdict.status !== 'DELIVERED' || tried.tookMs > SLOW_MS;
      } catch (error) {
        // Such as a secret that does not open: nothing was sent, and it comes back when its lease ends.
        const webhookId = Number(claimed.endpoint_id);
        parts.log.error({ err: error, webhookId }, 'a webhook could not be sent');
        return true;
      }
    },
  };
}

function claimFor(slots: Slots, database: Database, ofTroubled: boolean): Promise<Claimed[]> {
  const atMost = slots.free(ofTroubled);
  if (atMost === 0) {
    return Promise.resolve([]);
  }
  const statement = claimStatement({
    ofTroubled,
    troubledIds: slots.troubledIds(),
    rooms: slots.rooms(ofTroubled),
    roomOfOthers: slots.roomOfOthers(ofTroubled),
    atMost,
  });
  return database.writeOnce<Claimed>(NO_SCOPE, statement);
}

export function createDelivering(parts: DeliveringParts): Delivering {
  const { database, log, onFree } = parts;
  const slots = createSlots(parts.limits);
  const ending = new AbortController();
  const handedBack: Held[] = [];
  const works = createWorks(parts, ending.signal, handedBack);
  let troubledAtMs = 0;

  async function begin(claimed: Claimed, documents: readonly WatchedDocument[] | null): Promise<void> {
    const isTroubled = await works.run(claimed, documents);
    slots.end(claimed.endpoint_id, { isTroubled });
    troubledAtMs = isTroubled ? 0 : troubledAtMs;
    onFree();
  }

  async function claim(ofTroubled: boolean): Promise<number> {
    const claimed = await claimFor(slots, database, ofTroubled);
    const documents = await findDocuments(database, claimed);
    for (const delivery of claimed) {
      slots.begin(delivery.endpoint_id, { isTroubled: ofTroubled });
      void begin(delivery, delivery.include_documents ? (documents.get(delivery.id) ?? []) : null);
    }
    return claimed.length;
  }

  async function waitForEnd(atMostMs: number): Promise<void> {
    const deadline = performance.now() + atMostMs;
    while (slots.count() > 0 && performance.now() < deadline) {
      await sleep(10);
    }
  }

  return {
    claimMore: async () => {
      let claimed = await claim(false);
      if (performance.now() >= troubledAtMs) {
        troubledAtMs = performance.now() + LOOK_AFTER_TROUBLED_MS;
        claimed += await claim(true);
      }
      return claimed > 0 && slots.free(false) > 0;
    },
    close: async (graceMs) => {
      await waitForEnd(graceMs);
      ending.abort();
      await waitForEnd(ABORT_MS);
      await works.flush();
      if (handedBack.length > 0) {
        await database
          .transaction(NO_SCOPE, (tx) => releaseDeliveries(tx, handedBack))
          .catch((error: unknown) => log.warn({ err: error }, 'tries could not be handed back'));
      }
    },
  };
}
