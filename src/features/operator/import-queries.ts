// Runs of imports and what they set aside; the lines themselves are about people and stay out of the browser.
import type { Transaction } from '../../platform/db/database.ts';

export type ImportRow = {
  id: string;
  source: string;
  state: 'running' | 'done' | 'refused' | 'failed';
  edition: string | null;
  started_at: Date;
  ended_at: Date | null;
  rows_read: string;
  rows_set_aside: string;
  times_resumed: number;
  reason: string | null;
};

export function listImports(
  tx: Transaction,
  { before, limit }: { before: number; limit: number },
): Promise<ImportRow[]> {
  return tx.query<ImportRow>(
    `select i.id::text, i.source, i.state, i.edition, i.started_at, i.ended_at, i.rows_read::text,
       i.rows_set_aside::text, i.times_resumed, i.reason
     from registry.imports i where i.id < $1 order by i.id desc limit $2`,
    [before, limit],
  );
}

export async function hasImport(tx: Transaction, importId: number): Promise<boolean> {
  return (await tx.query(`select from registry.imports i where i.id = $1`, [importId])).length > 0;
}

export function countReasons(tx: Transaction, importId: number): Promise<{ reason: string; rows: string }[]> {
  return tx.query<{ reason: string; rows: string }>(
    `select q.reason, count(*)::text as rows from registry.quarantine q
     where q.import_id = $1 group by q.reason order by count(*) desc, q.reason limit 50`,
    [importId],
  );
}

export function listSetAside(
  tx: Transaction,
  importId: number,
  limit: number,
): Promise<{ file: string; line: string; reason: string }[]> {
  return tx.query<{ file: string; line: string; reason: string }>(
    `select q.file, q.line::text, q.reason from registry.quarantine q
     where q.import_id = $1 order by q.file, q.line, q.reason limit $2`,
    [importId, limit],
  );
}
