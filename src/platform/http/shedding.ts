// Shed before collapse: above a number of requests in flight, or when the event loop lags, a request is answered 503 at
// once instead of making everybody wait. Health is exempt, or an orchestrator would kill a node for being busy.
import { FarolError } from '../../errors.ts';

export type SheddingLimits = { maxInFlight: number; maxEventLoopDelayMs: number };

export type Shedding = {
  /** Throws when the request must not be worked on. Every call is followed by one of `leave`. */
  enter(url: string): void;
  leave(): void;
  close(): void;
};

const TICK_MS = 250;

/** How late a timer fires tells how long everything else waits; a library's histogram cost 10 µs a request (2026-11). */
function watchEventLoop(): { lagMs(): number; close(): void } {
  let lastTickMs = performance.now();
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

export function createShedding({ maxInFlight, maxEventLoopDelayMs }: SheddingLimits): Shedding {
  const loop = watchEventLoop();
  let inFlight = 0;
  return {
    enter: (url) => {
      inFlight += 1;
      const isOverloaded = inFlight > maxInFlight || loop.lagMs() > maxEventLoopDelayMs;
      if (isOverloaded && !url.startsWith('/health/')) {
        throw new FarolError('UNAVAILABLE', { retryAfterSeconds: 1 });
      }
    },
    leave: () => {
      inFlight -= 1;
    },
    close: loop.close,
  };
}
