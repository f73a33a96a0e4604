// The sender: hands numbered events out to endpoints, and tries what is due. Any number of them work side by side; one that
// is killed is followed when its leases end.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { startListener } from '../../platform/db/listener.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Log } from '../../platform/log.ts';
import type { DeliveryObserver } from '../../platform/outbound/delivery-figures.ts';
import type { Poster } from '../../platform/outbound/poster.ts';
import { handOut, takeCursors } from './fan-out-store.ts';
import { radarIdsOf } from './payload.ts';
import type { WatchedDocument } from './payload.ts';
import { judgeTry } from './rules.ts';
import { claimStatement, listDocuments, releaseDeliveries } from './sending-store.ts';
import type { Claimed, Held } from './sending-store.ts';
import { createSettling } from './settling.ts';
import { createSlots } from './slots.ts';
import type { SlotLimits } from './slots.ts';
import { createTryer } from './trying.ts';
import { startTurns } from './turns.ts';

export type SenderParts = {
  /** Under the role `farol_sender`. */
  database: Database;
  databaseUrl: string;
  keyring: Keyring;
  clock: Clock;
  log: Log;
  figures: DeliveryObserver;
  poster: Poster;
  limits: SlotLimits;
  /** How long a stop waits for tries that are under way. */
  graceMs?: number;
};

export type Sender = { close(): Promise<void> };

const GRACE_MS = 5000;
/** For tries that were broken off to say so; whatever does not is left to its lease. */
const ABORT_MS = 1000;
/** For what comes due by itself, and for notifications that were lost. */
const LOOK_EVERY_MS = 500;
const PAUSE_MS = 10;
/** A receiver that takes longer than this counts as slow. */
const SLOW_MS = 2000;
const CHANCES = 1_000_001;

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

async function fanOut(database: Database): Promise<{ written: number; hasMore: boolean }> {
  return database.transaction(NO_SCOPE, async (tx) => {
    const organizationIds = await takeCursors(tx);
    return organizationIds.length === 0 ? { written: 0, hasMore: false } : handOut(tx, organizationIds);
  });
}

type Trying = { claimMore(): Promise<boolean>; close(graceMs: number): Promise<void> };

function createTrying(parts: SenderParts, onFree: () => void): Trying {
  const { database, log } = parts;
  const slots = createSlots(parts.limits);
  const settling = createSettling(parts);
  const tryOnce = createTryer(parts);
  const ending = new AbortController();
  const underWay = new Map<string, Claimed>();
  const handedBack: Held[] = [];
  // Others being served is no reason to look for the troubled.
  let troubledAtMs = 0;

  async function work(claimed: Claimed, documents: readonly WatchedDocument[] | null): Promise<void> {
    let isTroubled = true;
    try {
      const tried = await tryOnce(claimed, documents, ending.signal);
      if (ending.signal.aborted && 'fault' in tried.result) {
        const { organization_id, id, attempt } = claimed;
        handedBack.push({ organizationId: organization_id, id, attempt });
        return;
      }
      const verdict = judgeTry(tried.result, claimed.tries, randomInt(CHANCES) / (CHANCES - 1));
      isTroubled = verdict.status !== 'DELIVERED' || tried.tookMs > SLOW_MS;
      settling.settle({ claimed, verdict, tried });
    } catch (error) {
      // Such as a secret that does not open: nothing was sent, and it comes back when its lease ends.
      log.error({ err: error, webhookId: Number(claimed.endpoint_id) }, 'a webhook could not be sent');
    } finally {
      underWay.delete(claimed.id);
      slots.end(claimed.endpoint_id, { isTroubled });
      troubledAtMs = isTroubled ? 0 : troubledAtMs;
      onFree();
    }
  }

  async function claim(ofTroubled: boolean): Promise<number> {
    const atMost = slots.free(ofTroubled);
    if (atMost === 0) {
      return 0;
    }
    const claimed = await database.writeOnce<Claimed>(
      NO_SCOPE,
      claimStatement({
        ofTroubled,
        troubledIds: slots.troubledIds(),
        rooms: slots.rooms(ofTroubled),
        roomOfOthers: slots.roomOfOthers(ofTroubled),
        atMost,
      }),
    );
    const documents = await findDocuments(database, claimed);
    for (const delivery of claimed) {
      underWay.set(delivery.id, delivery);
      slots.begin(delivery.endpoint_id, { isTroubled: ofTroubled });
      void work(delivery, delivery.include_documents ? (documents.get(delivery.id) ?? []) : null);
    }
    return claimed.length;
  }

  return {
    claimMore: async () => {
      let claimed = await claim(false);
      if (performance.now() >= troubledAtMs) {
        troubledAtMs = performance.now() + LOOK_EVERY_MS;
        claimed += await claim(true);
      }
      return claimed > 0 && slots.free(false) > 0;
    },
    close: async (graceMs) => {
      const deadline = performance.now() + graceMs;
      while (underWay.size > 0 && performance.now() < deadline) {
        await sleep(10);
      }
      ending.abort();
      const last = performance.now() + ABORT_MS;
      while (underWay.size > 0 && performance.now() < last) {
        await sleep(5);
      }
      await settling.flush();
      if (handedBack.length > 0) {
        await database
          .transaction(NO_SCOPE, (tx) => releaseDeliveries(tx, handedBack))
          .catch((error: unknown) => log.warn({ err: error }, 'tries could not be handed back'));
      }
    },
  };
}

export async function startSender(parts: SenderParts): Promise<Sender> {
  const { database, log } = parts;
  const timing = { everyMs: LOOK_EVERY_MS, pauseMs: PAUSE_MS, log };
  const trying = createTrying(parts, () => sending.wake());
  const sending = startTurns({ ...timing, name: 'send webhooks', turn: trying.claimMore });
  const handing = startTurns({
    ...timing,
    name: 'hand events out',
    turn: async () => {
      const { written, hasMore } = await fanOut(database);
      if (written > 0) {
        sending.wake();
      }
      return hasMore;
    },
  });
  const close = async (): Promise<void> => {
    await Promise.all([handing.close(), sending.close()]);
    await trying.close(parts.graceMs ?? GRACE_MS);
  };
  try {
    const listener = await startListener({
      url: parts.databaseUrl,
      processName: 'sender',
      log,
      channel: 'farol_numbered',
      onNotice: handing.wake,
      onGap: handing.wake,
    });
    return {
      close: async () => {
        await listener.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
