// All followers of this process: how many there may be, whom a notification wakes, and who is sent away.
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { FarolError } from '../../errors.ts';
import { openEventStream } from './event-stream.ts';
import type { EventStream, Follower } from './event-stream.ts';
import type { EventReads } from './queries.ts';

export type EventStreams = {
  /** Throws 503 when the process has no place left, 429 when the organization has its share. */
  open(follower: Follower): Readable;
  /** Takes a notification: the ids of organizations with new events, or nothing for all of them. */
  wake(notice: string): void;
  count(): number;
  close(): Promise<void>;
};

export type EventStreamsOptions = {
  reads: EventReads;
  maxStreams?: number;
  maxPerOrganization?: number;
  /** Proxies cut what is silent for a minute or less. */
  heartbeatMs?: number;
  /** How soon a follower goes who lost its access and to whom nothing is sent meanwhile. */
  recheckMs?: number;
  /** How long a client may take nothing. */
  maxFullMs?: number;
};

const RETRY_SECONDS = 5;
/** What a client gets to take the end of its answer when the process stops. */
const FAREWELL_MS = 500;

/** Those that lost their access or do not read any more. One that was told to end and did not take it is cut off. */
async function inspect(stream: EventStream, maxFullMs: number): Promise<void> {
  const fullSinceMs = stream.fullSinceMs();
  const isStuck = fullSinceMs !== null && performance.now() - fullSinceMs > maxFullMs;
  if (isStuck || stream.isEnding()) {
    stream.cut();
    return;
  }
  // While the question cannot be answered nothing is sent either: reading events needs the same database.
  if (!(await stream.isStillAllowed().catch(() => true))) {
    stream.end();
  }
}

type Register = {
  readonly all: ReadonlySet<EventStream>;
  of(organizationId: number): ReadonlySet<EventStream>;
  add(stream: EventStream): void;
  remove(stream: EventStream): void;
};

function createRegister(): Register {
  const all = new Set<EventStream>();
  const byOrganization = new Map<number, Set<EventStream>>();
  const of = (organizationId: number): Set<EventStream> => byOrganization.get(organizationId) ?? new Set();
  return {
    all,
    of,
    add: (stream) => {
      all.add(stream);
      byOrganization.set(stream.organizationId, of(stream.organizationId).add(stream));
    },
    remove: (stream) => {
      all.delete(stream);
      const streams = of(stream.organizationId);
      streams.delete(stream);
      if (streams.size === 0) {
        byOrganization.delete(stream.organizationId);
      }
    },
  };
}

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { reads, maxStreams = 500, maxPerOrganization = 20 } = options;
  const { heartbeatMs = 15_000, recheckMs = 1000, maxFullMs = 60_000 } = options;
  const register = createRegister();
  let closed = false;
  const timers = [
    setInterval(() => register.all.forEach((stream) => stream.beat()), heartbeatMs),
    setInterval(() => register.all.forEach((stream) => void inspect(stream, maxFullMs)), recheckMs),
  ];
  timers.forEach((timer) => timer.unref());

  function requirePlace(organizationId: number): void {
    if (closed || register.all.size >= maxStreams) {
      throw new FarolError('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    }
    if (register.of(organizationId).size >= maxPerOrganization) {
      throw new FarolError('RATE_LIMITED', { retryAfterSeconds: RETRY_SECONDS });
    }
  }

  return {
    open: (follower) => {
      requirePlace(follower.organizationId);
      const stream = openEventStream(follower, reads, () => register.remove(stream));
      register.add(stream);
      return stream.body;
    },
    wake: (notice) => {
      if (notice === '') {
        register.all.forEach((stream) => stream.wake());
        return;
      }
      for (const id of notice.split(',')) {
        register.of(Number(id)).forEach((stream) => stream.wake());
      }
    },
    count: () => register.all.size,
    close: async () => {
      closed = true;
      timers.forEach((timer) => clearInterval(timer));
      register.all.forEach((stream) => stream.end());
      const deadline = performance.now() + FAREWELL_MS;
      while (register.all.size > 0 && performance.now() < deadline) {
        await sleep(5);
      }
      register.all.forEach((stream) => stream.cut());
    },
  };
}
