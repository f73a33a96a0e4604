// One follower: reads pages while its client takes them, rests when the client is full or everything is told, and goes
// on when it is woken. It never holds more than a page or so, however slow the client is.
import { Readable } from 'node:stream';
import type { Scope } from '../../platform/db/scope.ts';
import type { EventReads } from './queries.ts';
import { buildStreamPart } from './rules.ts';

export type Follower = {
  organizationId: number;
  scope: Scope;
  after: number;
  /** Asked before every page and from time to time. */
  isStillAllowed: () => Promise<boolean>;
};

export type EventStream = {
  readonly organizationId: number;
  readonly body: Readable;
  isStillAllowed: () => Promise<boolean>;
  push(text: string): void;
  /** There may be new events. */
  wake(): void;
  /** Tells client and proxies that the connection lives; says nothing to a client that does not read. */
  beat(): void;
  /** Since when the client has taken nothing, on the monotonic clock; null while it takes what comes. */
  fullSinceMs(): number | null;
  /** Ends the answer in good order, after what was handed over; a client that does not read is cut off by `cut`. */
  end(): void;
  isEnding(): boolean;
  cut(): void;
};

/** Bytes that wait for a slow client, beside what the socket itself holds. */
const BUFFER_BYTES = 65_536;
const PAGE = 100;
/** How long a browser waits before it comes back. */
const OPENING = 'retry: 1000\n\n';

type State = {
  after: number;
  /** There may be events that were not read yet. */
  hasMore: boolean;
  isEnding: boolean;
  fullSinceMs: number | null;
};

/** Hands over page after page; stops when there is no more, when the client is full and when the stream ends. */
async function tellNew(
  follower: Follower,
  reads: EventReads,
  stream: EventStream,
  state: State,
): Promise<void> {
  const { organizationId, scope } = follower;
  const canGoOn = (): boolean => state.hasMore && state.fullSinceMs === null && !state.isEnding;
  while (canGoOn()) {
    state.hasMore = false;
    if (!(await follower.isStillAllowed())) {
      stream.end();
      return;
    }
    const page = await reads.read({ organizationId, scope, after: state.after, limit: PAGE });
    const last = page.at(-1);
    if (last !== undefined && !stream.isEnding()) {
      state.after = last.id;
      state.hasMore ||= page.length === PAGE;
      stream.push(buildStreamPart(page));
    }
  }
}

export function openEventStream(follower: Follower, reads: EventReads, onClosed: () => void): EventStream {
  const state: State = { after: follower.after, hasMore: true, isEnding: false, fullSinceMs: null };
  let isReading = false;

  function pump(): void {
    if (isReading || !state.hasMore || state.fullSinceMs !== null || state.isEnding) {
      return;
    }
    isReading = true;
    // A failed read ends the answer: the client comes back with the id it saw last and misses nothing.
    void tellNew(follower, reads, stream, state)
      .catch(stream.end)
      .finally(() => {
        isReading = false;
        pump();
      });
  }

  const body = new Readable({
    highWaterMark: BUFFER_BYTES,
    read: () => {
      state.fullSinceMs = null;
      pump();
    },
    destroy: (error, done) => {
      state.isEnding = true;
      onClosed();
      done(error);
    },
  });
  const stream: EventStream = {
    organizationId: follower.organizationId,
    body,
    isStillAllowed: follower.isStillAllowed,
    push: (text) => {
      if (!body.push(text)) {
        state.fullSinceMs ??= performance.now();
      }
    },
    wake: () => {
      state.hasMore = true;
      pump();
    },
    beat: () => {
      if (state.fullSinceMs === null && !state.isEnding) {
        stream.push(':\n\n');
      }
    },
    fullSinceMs: () => state.fullSinceMs,
    end: () => {
      if (!state.isEnding) {
        state.isEnding = true;
        body.push(null);
      }
    },
    isEnding: () => state.isEnding,
    cut: () => void body.destroy(),
  };
  stream.push(OPENING);
  return stream;
}
