// Writes what a job has found out while it goes on asking: one transaction after the other, as all of them lock the job,
// and what comes in meanwhile goes into the next.
import { setImmediate as nextTurn } from 'node:timers/promises';

export type ResultWriter<Result> = {
  add(result: Result): void;
  /** Whoever asks on after a failed write asks in vain. */
  hasFailed(): boolean;
  /** Ends with the write under way, and fails if one failed; what is left goes with the job's last transaction. */
  close(): Promise<readonly Result[]>;
};

export function createResultWriter<Result>(
  write: (results: readonly Result[]) => Promise<void>,
): ResultWriter<Result> {
  const waiting: Result[] = [];
  const state = { isClosed: false, failures: [] as unknown[] };
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    // Not at once: the last result of a job is written together with the job's end.
    await nextTurn();
    try {
      while (waiting.length > 0 && !state.isClosed) {
        await write(waiting.splice(0));
      }
    } catch (error) {
      state.failures.push(error);
    }
    writing = null;
  }

  return {
    add: (result) => {
      waiting.push(result);
      writing ??= writeAll();
    },
    hasFailed: () => state.failures.length > 0,
    close: async () => {
      state.isClosed = true;
      await writing;
      if (state.failures.length > 0) {
        throw state.failures[0];
      }
      return waiting;
    },
  };
}
