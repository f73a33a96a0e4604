// Files that nobody names any more: a worker that is killed between a file and the commit that names it leaves one behind.
import type { FileName, FileStore } from './file-store.ts';

const DAY_MS = 86_400_000;
/** Far longer than anybody who has written a file takes to name it. */
const LEFT_AFTER_MS = DAY_MS;
const BATCH = 500;

/** Those of the names that no row holds. Whoever does not know what a file is leaves it out. */
export type FindUnnamed = (names: readonly FileName[]) => Promise<readonly FileName[]>;

/** Removes what is a day old and unnamed; how much that was. */
export async function sweepFiles(store: FileStore, nowMs: number, findUnnamed: FindUnnamed): Promise<number> {
  let removed = 0;
  let batch: FileName[] = [];
  const sweepBatch = async (): Promise<void> => {
    const unnamed = batch.length === 0 ? [] : await findUnnamed(batch);
    for (const name of unnamed) await store.remove(name);
    removed += unnamed.length;
    batch = [];
  };
  for await (const { name, writtenAtMs } of store.list()) {
    if (nowMs - writtenAtMs < LEFT_AFTER_MS) continue;
    batch.push(name);
    if (batch.length === BATCH) await sweepBatch();
  }
  await sweepBatch();
  return removed;
}
