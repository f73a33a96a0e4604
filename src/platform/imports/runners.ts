// Which processes run imports.
import { hostname } from 'node:os';
import type { Transaction } from '../db/database.ts';

/** How a process signs the audit row of its import. */
export function describeProcess(pid = process.pid): string {
  return `process ${pid} on ${hostname()}`;
}

/** Nothing gets into the registry but by an import: where nobody ever ran one, it is empty. */
export async function listRunners(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ run_by: string }>(
    `select distinct coalesce(i.run_by, '') as run_by from registry.imports i`,
    [],
  );
  return rows.map((row) => row.run_by);
}
