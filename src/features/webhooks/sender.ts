// The sender: hands numbered events out to endpoints, and tries what is due. Any number of them work side by side; one that
// is killed is followed when its leases end.
import type { Database } from '../../platform/db/database.ts';
import { startListener } from '../../platform/db/listener.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { createDelivering } from './delivering.ts';
import type { DeliveringNeeds } from './delivering.ts';
import { handOut, takeCursors } from './fan-out-store.ts';
import { startTurns } from './turns.ts';

export type SenderParts = DeliveringNeeds & {
  databaseUrl: string;
  /** How long a stop waits for tries that are under way. */
  graceMs?: number;
};

export type Sender = { close(): Promise<void> };

const GRACE_MS = 5000;
/** For what comes due by itself, and for notifications that were lost. */
const LOOK_EVERY_MS = 500;
const PAUSE_MS = 10;

async function fanOut(database: Database): Promise<{ written: number; hasMore: boolean }> {
  return database.transaction(NO_SCOPE, async (tx) => {
    const organizationIds = await takeCursors(tx);
    return organizationIds.length === 0 ? { written: 0, hasMore: false } : handOut(tx, organizationIds);
  });
}

export async function startSender(parts: SenderParts): Promise<Sender> {
  const { database, log } = parts;
  const timing = { everyMs: LOOK_EVERY_MS, pauseMs: PAUSE_MS, log };
  const delivering = createDelivering({ ...parts, onFree: () => sending.wake() });
  const sending = startTurns({ ...timing, name: 'send webhooks', turn: delivering.claimMore });
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
    await delivering.close(parts.graceMs ?? GRACE_MS);
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
