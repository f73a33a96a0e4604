// How old and how large each source's data are, those that were never imported too.
import type { Transaction } from '../db/database.ts';
import type { ImportDefinition } from './definition.ts';

export type SourceLine = {
  source: string;
  description: string;
  /** When the data that are served were imported; null when never. */
  importedAt: Date | null;
  ageSeconds: number | null;
  edition: string | null;
  rows: number;
  sizeBytes: number;
  /** How the newest run ended, and why not well. */
  lastState: string | null;
  lastAt: Date | null;
  reason: string | null;
};

type Row = {
  imported_at: Date | null;
  age_seconds: string | null;
  edition: string | null;
  rows: string | null;
  size_bytes: string | null;
  last_state: string | null;
  last_at: Date | null;
  reason: string | null;
};

const LINE = `
  select done.ended_at as imported_at, extract(epoch from farol.clock_now() - done.ended_at)::bigint as age_seconds, done.edition, size.rows, size.size_bytes,
    last.state as last_state, coalesce(last.ended_at, last.started_at) as last_at, last.reason
  from (select $1::text as source) s
  left join lateral (
    select i.ended_at, i.edition from registry.imports i
    where i.source = s.source and i.state = 'done' order by i.id desc limit 1
  ) done on true
  left join lateral (
    select i.state, i.started_at, i.ended_at, i.reason from registry.imports i
    where i.source = s.source order by i.id desc limit 1
  ) last on true
  left join lateral (
    select sum(greatest(c.reltuples, 0))::bigint as rows, sum(pg_total_relation_size(c.oid)) as size_bytes
    from pg_class c
    where c.relnamespace = 'registry'::regnamespace and c.relname = any ($2::text[])
  ) size on true`;

export async function listSources(
  tx: Transaction,
  definitions: readonly Pick<ImportDefinition, 'source' | 'description' | 'serves'>[],
): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  for (const { source, description, serves } of definitions) {
    const [row] = await tx.query<Row>(LINE, [source, serves]);
    lines.push({
      source,
      description,
      importedAt: row?.imported_at ?? null,
      ageSeconds: toNumber(row?.age_seconds),
      edition: row?.edition ?? null,
      rows: Number(row?.rows ?? 0),
      sizeBytes: Number(row?.size_bytes ?? 0),
      lastState: row?.last_state ?? null,
      lastAt: row?.last_at ?? null,
      reason: row?.reason ?? null,
    });
  }
  return lines;
}

function toNumber(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}
