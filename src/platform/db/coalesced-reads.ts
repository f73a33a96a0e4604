// Point reads that arrive together travel as one statement. While a batch is under way the next one collects, so the
// busier the service is, the fewer statements a request costs; an idle service sends each read at once.
import { FarolError } from '../../errors.ts';
import { createBatchSize } from './batch-size.ts';

export type CoalescedReads<Key, Value> = {
  read(key: Key, signal?: AbortSignal): Promise<Value>;
  readonly counters: Readonly<{ reads: number; batches: number; refused: number }>;
};

export type CoalescedOptions<Key, Value> = {
  /** Answers every key, in the order given. */
  readBatch: (keys: readonly Key[]) => Promise<readonly Value[]>;
  maxBatch?: number;
  maxQueued?: number;
  /** For batches that wait for the disk; reads alone keep the process busy as they are, and halves would only cost more. */
  splitsBursts?: boolean;
  /** Two keep the database busy while answers are written; more only make batches smaller. */
  maxInFlight?: number;
};

type Member<Key, Value> = {
  key: Key;
  signal: AbortSignal | undefined;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

/** SQLSTATE class 22: the database could not take one of the values; its mates' values may be fine. */
function blamesOneValue(error: unknown): boolean {
  return error instanceof Error && ((error as { code?: string }).code ?? '').startsWith('22');
}

async function settle<Key, Value>(
  members: readonly Member<Key, Value>[],
  readBatch: CoalescedOptions<Key, Value>['readBatch'],
): Promise<void> {
  try {
    const values = await readBatch(members.map(({ key }) => key));
    members.forEach((member, index) => {
      // `readBatch` answers every key, so the value at the index is the member's, whatever its type.
      member.resolve(values[index] as Value);
    });
  } catch (error) {
    if (members.length === 1 || !blamesOneValue(error)) {
      members.forEach(({ reject }) => reject(error));
      return;
    }
    for (const member of members) {
      // One after the other: this path is rare, and a burst of single reads must not take every connection.
      await settle([member], readBatch);
    }
  }
}

export function coalesceReads<Key, Value>(options: CoalescedOptions<Key, Value>): CoalescedReads<Key, Value> {
  const { readBatch, maxBatch = 256, maxQueued = 4096, maxInFlight = 2, splitsBursts = false } = options;
  const queue: Member<Key, Value>[] = [];
  const counters = { reads: 0, batches: 0, refused: 0 };
  const sizeOfNext = splitsBursts ? createBatchSize(maxBatch) : () => maxBatch;
  let inFlight = 0;
  let reading = 0;
  let scheduled = false;

  function flush(): void {
    scheduled = false;
    while (inFlight < maxInFlight && queue.length > 0) {
      const members = queue.splice(0, sizeOfNext(queue.length, reading)).filter(({ signal, reject }) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return false;
        }
        return true;
      });
      if (members.length === 0) {
        continue;
      }
      inFlight += 1;
      reading += members.length;
      counters.batches += 1;
      void settle(members, readBatch).finally(() => {
        inFlight -= 1;
        reading -= members.length;
        flush();
      });
    }
  }

  return {
    counters,
    read: (key, signal) =>
      new Promise((resolve, reject) => {
        if (queue.length >= maxQueued) {
          counters.refused += 1;
          reject(new FarolError('UNAVAILABLE', { retryAfterSeconds: 1 }));
          return;
        }
        counters.reads += 1;
        queue.push({ key, signal, resolve, reject });
        if (!scheduled && inFlight < maxInFlight) {
          scheduled = true;
          // Everything that the event loop took off its sockets in this turn goes into the same batch.
          setImmediate(flush);
        }
      }),
  };
}
