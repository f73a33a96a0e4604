// What the lines of a bulk request say of radars.
import { unguarded } from '../../platform/csv-text.ts';
import * as bulk from '../../platform/http/bulk-lines.ts';
import type { Header, RawLine } from '../../platform/http/bulk-lines.ts';
import { FAULT_TEXTS, readRadar } from './rules.ts';
import type { WantedRadar } from './rules.ts';

export type BulkLine = {
  readonly line: number;
  readonly radar: WantedRadar | null;
  /** Why there is none; empty otherwise. */
  readonly reason: string;
};

/** What an export has beside them, so that it can be added elsewhere as it is. */
const EXPORTED: ReadonlySet<string> = new Set(['id', 'active', 'createdAt', 'preProcessedAt']);

function toLine({ line, value: given }: RawLine): BulkLine {
  if (given === undefined) return { line, radar: null, reason: bulk.NOT_JSON };
  const fields =
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([key]) => !EXPORTED.has(key)))
      : null;
  const read = readRadar(fields);
  return 'fault' in read
    ? { line, radar: null, reason: FAULT_TEXTS[read.fault] }
    : { line, radar: read, reason: '' };
}

export function* readArray(items: readonly unknown[]): Generator<BulkLine> {
  for (const raw of bulk.readArray(items)) yield toLine(raw);
}

export function* readNdjson(text: string): Generator<BulkLine> {
  for (const raw of bulk.readNdjson(text)) yield toLine(raw);
}

const NEEDED = ['name', 'code', 'type'];

/** Null when it does not name all that a radar needs. */
export function readHeader(text: string): Header | null {
  return bulk.readHeader(text, NEEDED);
}

export function* readCsv(text: string, header: Header): Generator<BulkLine> {
  for (const { line, value } of bulk.readCsv(text, header)) {
    const { name, code, type } = value as Record<string, string | undefined>;
    const bare = name === undefined ? name : unguarded(name);
    yield toLine({ line, value: { name: bare, code, type: type?.trim() } });
  }
}
