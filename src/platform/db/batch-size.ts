// How many of those who wait go into the next batch: all of them while they are few, and of many no more than half of the
// callers. Answered together they would come back together, and then the process and the database wait for each other in turns
// for as long as the load lasts. Two halves take turns instead: one is in the database while the other is answered. Measured
// with 64 callers: in batches of 64 a third of the time was idle; halving only what came as one burst gave a fifth more
// creates, and never letting more than half go gives another twelfth (2026-11).

/** Fewer are not worth a second commit. */
const LEAST_SHARED = 16;
const FORGETTING = 0.98;

export type BatchSize = (waiting: number, underWay: number) => number;

export function createBatchSize(maxBatch: number): BatchSize {
  // How many wait for an answer when most do, as far as can be told.
  let callers = 0;
  return (waiting, underWay) => {
    callers = Math.max(waiting + underWay, callers * FORGETTING);
    const most = callers < LEAST_SHARED ? maxBatch : Math.ceil(callers / 2);
    return Math.min(waiting, most, maxBatch);
  };
}
