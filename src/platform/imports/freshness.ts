// How much an answer from a source is worth: whether the source was ever read, when, and whether reading it fails of late.
import type { Transaction } from '../db/database.ts';

/**
 * "Nothing found" is only said of a source that was read. One that never was is not checked; one whose every import
 * failed has failed. A database that does not answer is none of these: that is an error, and thrown.
 */
export type Outcome = 'FOUND' | 'NOTHING_FOUND' | 'NOT_CHECKED' | 'SOURCE_FAILED';

export type Freshness = {
  readonly source: string;
  /** When the data that are served were imported; null when never. */
  readonly importedAt: Date | null;
  readonly edition: string | null;
  /** When the newest import failed or was refused; null when the newest one is being served. */
  readonly failedAt: Date | null;
};

type Row = { source: string; imported_at: Date | null; edition: string | null; failed_at: Date | null };

const FRESHNESS = `
  select s.source, done.ended_at as imported_at, done.edition, bad.ended_at as failed_at
  from unnest($1::text[]) as s (source)
  left join lateral (
    select i.id, i.ended_at, i.edition from registry.imports i
    where i.source = s.source and i.state = 'done' order by i.id desc limit 1
  ) done on true
  left join lateral (
    select i.ended_at from registry.imports i
    where i.source = s.source and i.state in ('failed', 'refused') and i.id > coalesce(done.id, 0)
    order by i.id desc limit 1
  ) bad on true`;

/** In the order asked. To be read in the transaction that reads the facts, so that both are of one moment. */
export async function readFreshness(tx: Transaction, sources: readonly string[]): Promise<Freshness[]> {
  const rows = await tx.prepared<Row>('source_freshness', FRESHNESS, [sources]);
  return sources.map((source) => {
    const row = rows.find((each) => each.source === source);
    return {
      source,
      importedAt: row?.imported_at ?? null,
      edition: row?.edition ?? null,
      failedAt: row?.failed_at ?? null,
    };
  });
}

export function outcomeOf({ importedAt, failedAt }: Freshness, hasRows: boolean): Outcome {
  if (hasRows) {
    return 'FOUND';
  }
  if (importedAt !== null) {
    return 'NOTHING_FOUND';
  }
  return failedAt === null ? 'NOT_CHECKED' : 'SOURCE_FAILED';
}
