// The one clock of the program. It follows the database's time, so that a machine whose own clock is wrong still agrees
// with the others on when a token ends; between two readings the monotonic clock carries it on.

export type Clock = {
  nowMs(): number;
  now(): Date;
  /** How far tests have moved time; SQL adds the same through `farol.clock_now()`. */
  offsetMs(): number;
  advance(byMs: number): void;
  /** Takes over a reading of the database's unmoved time. */
  follow(databaseMs: number): void;
};

export function createClock(initialOffsetMs = 0): Clock {
  let offsetMs = initialOffsetMs;
  let anchorMs = Date.now() - performance.now();
  const nowMs = (): number => Math.floor(anchorMs + performance.now() + offsetMs);
  return {
    nowMs,
    now: () => new Date(nowMs()),
    offsetMs: () => offsetMs,
    advance: (byMs) => {
      offsetMs += byMs;
    },
    follow: (databaseMs) => {
      anchorMs = databaseMs - performance.now();
    },
  };
}

/** The machine's own time, for log lines alone: they are read beside those of other programs on it. */
export function machineMs(): number {
  return Date.now();
}
