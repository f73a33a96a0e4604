// Combined spreadsheets that no batch names: those of a worker that died, or lost its job, before the commit that would have
// named them. Runs under the role that looks across organizations.
import type { Transaction } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { sweepFiles } from '../../platform/files/sweeping.ts';
import { findUnnamed } from './report-queries.ts';

/** How many were removed. */
export function sweepBatchReports(tx: Transaction, store: FileStore, nowMs: number): Promise<number> {
  return sweepFiles(store, nowMs, (names) => findUnnamed(tx, names));
}
