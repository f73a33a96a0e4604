// One kind of job in one worker: claims jobs as slots become free, runs them, and keeps their leases alive. pg-boss's own
// loop waits for the slowest job of a batch before it fetches again; here each slot is filled by itself.
import type { JobWithMetadata } from 'pg-boss';
import { claimJob } from './attempt.ts';
import { handBack } from './hand-back.ts';
import { renewLeases } from './leases.ts';
import type { HeldJob, LeaseSource } from './leases.ts';
import { createPuller } from './puller.ts';
import { HANDED_BACK } from './reason.ts';
import type { HandledJob } from './registry.ts';
import { runAttempt } from './run-attempt.ts';
import type { AttemptSurroundings } from './run-attempt.ts';
import type { Solitude } from './solitude.ts';

/** What a lane needs of a started pg-boss. */
export type JobSource = LeaseSource & {
  fetch(handled: HandledJob, count: number): Promise<JobWithMetadata[]>;
};

export type Lane = {
  /** There may be jobs. */
  wake(): void;
  renewLeases(): Promise<void>;
  running(): number;
  /** Lets running jobs end for so long, then hands them back so that another worker starts them at once. */
  stop(graceMs: number): Promise<void>;
};

type LaneParts = AttemptSurroundings & { source: JobSource; solitude: Solitude };

const MOST_AT_ONCE = 20;
/**
 * A fetch that finds nobody's turn looks through the whole backlog of those that have theirs. So soon after one, a full
 * fetch is not taken for a sign that others wait; a notification still is.
 */
const QUIET_MS = 250;

function isSuspect({ retryCount, output }: JobWithMetadata): boolean {
  return retryCount >= 2 && JSON.stringify({ output }).includes('heartbeat timeout');
}

function holdJob(job: JobWithMetadata, abort: AbortController): HeldJob {
  return { claimed: claimJob(job), abort, renewedAtMs: performance.now(), ended: Promise.resolve() };
}

export function createLane(parts: LaneParts): Lane {
  const { source, solitude, handled, log, database } = parts;
  const me = Symbol(handled.job.name);
  const held = new Map<string, HeldJob>();
  let quietUntilMs = 0;
  const puller = createPuller(fetchOnce, (error) =>
    log.warn({ job: handled.job.name, err: error }, 'jobs could not be fetched'),
  );

  async function run({ claimed, abort }: HeldJob): Promise<void> {
    solitude.enter();
    await runAttempt(parts, claimed, abort);
    held.delete(claimed.id);
    solitude.leave();
    puller.pullSoon(held.size === 0);
  }

  function start(job: JobWithMetadata): void {
    const abort = new AbortController();
    if (puller.isStopped()) {
      abort.abort(HANDED_BACK);
    }
    const each = holdJob(job, abort);
    held.set(job.id, each);
    each.ended = run(each);
  }

  /** Says whether there may be more. */
  async function fetchOnce(): Promise<boolean> {
    const may = solitude.mayFetch(me);
    const wanted = may === 'one' ? 1 : Math.min(handled.job.slots - held.size, MOST_AT_ONCE);
    if (may === 'none' || wanted <= 0) {
      return false;
    }
    const wasRunning = held.size > 0;
    const jobs = await source.fetch(handled, wanted);
    const suspects = jobs.filter(isSuspect);
    if (may === 'one' && suspects.length === 0) {
      solitude.release(me);
    }
    if (may === 'many' && suspects.length > 0) {
      solitude.request(me, () => puller.pull());
      const handing = handBack(database, handled.job.name, suspects.map(claimJob), 'ahead');
      // Their mates are claimed, whether or not it goes well.
      await handing.finally(() => jobs.filter((job) => !suspects.includes(job)).forEach(start));
      return true;
    }
    if (jobs.length === 0 && wasRunning) {
      quietUntilMs = performance.now() + QUIET_MS;
    }
    jobs.forEach(start);
    return jobs.length === wanted && performance.now() > quietUntilMs;
  }

  return {
    wake: puller.pull,
    renewLeases: () => renewLeases(source, handled.job.name, [...held.values()], log),
    running: () => held.size,
    stop: async (graceMs) => {
      await puller.stop();
      const timer = setTimeout(() => held.forEach(({ abort }) => abort.abort(HANDED_BACK)), graceMs);
      await Promise.all(Array.from(held.values(), ({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}
