// How many of those who wait go into the next batch. All of them, except of a burst, of which half goes: answered together,
// its callers would come back together, and then the process and the database wait for each other in turns for as long as
// the load lasts. Two halves take turns instead: one is in the database while the other is answered. Measured with 64
// callers: batches of 64 and a third of the time idle before, batches of 32 and a fifth more creates after (2026-11).

/** Fewer are not worth a second commit. */
const LEAST_BURST = 16;
/** A batch of so many of the callers leaves the others too few to take turns with. */
const NEARLY_ALL = 0.75;
const FORGETTING = 0.98;

export type BatchSize = (waiting: number, underWay: number) => number;

export function createBatchSize(maxBatch: number): BatchSize {
  // How many wait for an answer when most do, as far as can be told.
  let callers = 0;
  return (waiting, underWay) => {
    callers = Math.max(waiting + underWay, callers * FORGETTING);
    const isBurst = underWay === 0 && waiting >= Math.max(LEAST_BURST, callers * NEARLY_ALL);
    return Math.min(isBurst ? Math.ceil(waiting / 2) : waiting, maxBatch);
  };
}
