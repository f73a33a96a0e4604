// Keeps the jobs that a worker runs its own. A job whose lease is gone is aborted: what it would write is refused anyway.
import type { Log } from '../log.ts';
import { LEASE_SECONDS } from './queues.ts';
import { LEASE_LOST } from './reason.ts';
import type { ClaimedJob } from './settlements.ts';

export type HeldJob = {
  claimed: ClaimedJob;
  abort: AbortController;
  renewedAtMs: number;
  ended: Promise<void>;
};

export type LeaseSource = {
  /** Renews the leases and returns the ids of those that were still held. */
  renew(name: string, jobs: readonly { id: string; retryCount: number }[]): Promise<Set<string>>;
};

export async function renewLeases(
  source: LeaseSource,
  name: string,
  held: readonly HeldJob[],
  log: Log,
): Promise<void> {
  if (held.length === 0) {
    return;
  }
  const askedAtMs = performance.now();
  const jobs = held.map(({ claimed }) => claimed);
  const renewed = await source.renew(name, jobs).catch((error: unknown) => {
    log.warn({ job: name, err: error }, 'leases could not be renewed');
    return null;
  });
  for (const each of held) {
    if (renewed?.has(each.claimed.id) === true) {
      each.renewedAtMs = askedAtMs;
    } else if (renewed !== null || askedAtMs - each.renewedAtMs > LEASE_SECONDS * 1000) {
      each.abort.abort(LEASE_LOST);
    }
  }
}
