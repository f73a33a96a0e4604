// Limits that hold over all processes together. The database counts what each window has handed out; a process takes a
// block of it at a time and counts down in memory, so most requests cost nothing and the sum never exceeds the policy.
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import type { RatePolicy } from '../settings.ts';

export type NamedPolicy = RatePolicy & { readonly name: string };
export type Verdict = { allowed: boolean; remaining: number; resetSeconds: number };

export type RateLimiter = {
  /** Counts one request; waits only when a new block must be fetched. */
  take(key: string, policy: NamedPolicy): Verdict | Promise<Verdict>;
};

type Lease = { left: number; unleased: number; endsAtMs: number; windowMs: number };

/** Above this many keys some are forgotten, a tenth at a time. */
const MAX_KEYS = 50_000;
const BLOCKS_PER_WINDOW = 50;

const LEASE_SQL = `
  with present as (
    select floor(extract(epoch from clock_now()) / $2::integer)::bigint as window_number
  )
  insert into rate_windows as w (key, window_number, leased, ends_at)
  select $1, window_number, $3::bigint, to_timestamp((window_number + 1) * $2::integer)
  from present
  on conflict (key, window_number) do update set leased = w.leased + excluded.leased
  returning w.leased::integer as leased,
    ceil(extract(epoch from w.ends_at - clock_now()) * 1000)::integer as milliseconds_left`;

/** Those whose window has passed; when that is not enough the oldest, which then cost one more look at the database. */
function makeRoom(leases: Map<string, Lease>, nowMs: number): void {
  for (const [id, { endsAtMs }] of leases) {
    if (endsAtMs <= nowMs) {
      leases.delete(id);
    }
  }
  for (const id of leases.keys()) {
    if (leases.size < MAX_KEYS * 0.9) {
      return;
    }
    leases.delete(id);
  }
}

/** Undefined when a block has to be fetched first. */
function takeFrom(held: Lease | undefined, nowMs: number): Verdict | undefined {
  // A lease that seems to last longer than its window was made before the clock was set back.
  if (held === undefined || held.endsAtMs <= nowMs || held.endsAtMs - nowMs > held.windowMs) {
    return undefined;
  }
  const resetSeconds = Math.ceil((held.endsAtMs - nowMs) / 1000);
  if (held.left > 0) {
    held.left -= 1;
    return { allowed: true, remaining: held.left + held.unleased, resetSeconds };
  }
  return held.unleased > 0 ? undefined : { allowed: false, remaining: 0, resetSeconds };
}

export function createRateLimiter(parts: {
  database: Database;
  clock: Clock;
  /** Keys name callers and addresses, so the database holds only keyed hashes of them. */
  hashKey: (key: string) => Buffer;
}): RateLimiter {
  const { database, clock } = parts;
  const leases = new Map<string, Lease>();
  const underWay = new Map<string, Promise<void>>();

  async function lease(id: string, policy: NamedPolicy): Promise<void> {
    const block = Math.max(1, Math.floor(policy.quota / BLOCKS_PER_WINDOW));
    const [row] = await database.transaction(NO_SCOPE, (tx) =>
      tx.prepared<{ leased: number; milliseconds_left: number }>('lease_rate', LEASE_SQL, [
        parts.hashKey(id),
        policy.windowSeconds,
        block,
      ]),
    );
    const leased = row?.leased ?? Number.POSITIVE_INFINITY;
    const granted = Math.max(0, block - Math.max(0, leased - policy.quota));
    if (leases.size >= MAX_KEYS) {
      makeRoom(leases, clock.nowMs());
    }
    leases.set(id, {
      left: granted,
      unleased: Math.max(0, policy.quota - leased),
      // Counted from now: this process and the database need not agree on what time it is.
      endsAtMs: clock.nowMs() + Math.max(1, row?.milliseconds_left ?? 0),
      windowMs: policy.windowSeconds * 1000,
    });
  }

  async function takeAfterLease(id: string, policy: NamedPolicy): Promise<Verdict> {
    for (;;) {
      const running = underWay.get(id) ?? lease(id, policy).finally(() => underWay.delete(id));
      underWay.set(id, running);
      await running;
      const verdict = takeFrom(leases.get(id), clock.nowMs());
      if (verdict !== undefined) {
        return verdict;
      }
    }
  }

  return {
    take: (key, policy) => {
      const id = `${policy.name} ${key}`;
      return takeFrom(leases.get(id), clock.nowMs()) ?? takeAfterLease(id, policy);
    },
  };
}

/** Windows that have passed say nothing any more. */
export async function removePastWindows(tx: Transaction): Promise<number> {
  return (await tx.query(`delete from rate_windows where ends_at < clock_now() returning window_number`))
    .length;
}
