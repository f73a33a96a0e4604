// Shed before collapse: above a number of requests in flight, or when the event loop lags, a request is answered 503 at
// once instead of making everybody wait. Health is exempt, or an orchestrator would kill a node for being busy. Pages are
// large and public: clients that do not read them must not take the places of those who call the API.
import { FarolError } from '../../errors.ts';
import { isConsolePath } from './console-paths.ts';

export type SheddingLimits = { maxInFlight: number; maxEventLoopDelayMs: number };

/** A place among the requests in flight; it is left exactly once, however the request ends. */
export type RequestPlace = { requireFree(): void; leave(): void };

export type Shedding = { take(url: string): RequestPlace; close(): void };

const TICK_MS = 250;
const MAX_PAGES_IN_FLIGHT = 32;

/** How late a timer fires tells how long everything else waits; a library's histogram cost 10 µs a request (2026-11). */
function watchEventLoop(): { lagMs(): number; close(): void } {
  // Nothing is known before the first tick: a process that starts keeps its own loop busy.
  let lastTickMs = Number.POSITIVE_INFINITY;
  let lastLagMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lastLagMs = nowMs - lastTickMs - TICK_MS;
    lastTickMs = nowMs;
  }, TICK_MS);
  timer.unref();
  return {
    // While the loop is blocked no tick comes, so the time since the last one counts as well.
    lagMs: () => Math.max(lastLagMs, performance.now() - lastTickMs - TICK_MS),
    close: () => clearInterval(timer),
  };
}

function createCounter(limit: number, isLagging: () => boolean): () => RequestPlace {
  let taken = 0;
  const leave = (): void => {
    taken -= 1;
  };
  const requireFree = (): void => {
    if (taken > limit || isLagging()) {
      throw new FarolError('UNAVAILABLE', { retryAfterSeconds: 1 });
    }
  };
  const place = { requireFree, leave };
  return () => {
    taken += 1;
    return place;
  };
}

export function createShedding({ maxInFlight, maxEventLoopDelayMs }: SheddingLimits): Shedding {
  const loop = watchEventLoop();
  const isLagging = (): boolean => loop.lagMs() > maxEventLoopDelayMs;
  const takeCall = createCounter(maxInFlight, isLagging);
  const takePage = createCounter(MAX_PAGES_IN_FLIGHT, isLagging);
  const exempt: RequestPlace = { requireFree: () => undefined, leave: () => undefined };
  return {
    take: (url) => {
      if (url.startsWith('/health/')) {
        return exempt;
      }
      return url.startsWith('/docs') || isConsolePath(url) ? takePage() : takeCall();
    },
    close: loop.close,
  };
}
