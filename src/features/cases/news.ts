// What is new in the records that a source brought, against all that is served of their numbers. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { CaseRecord } from './ports.ts';

/** A number of which something is different. */
export type CaseNews = {
  readonly number: string;
  /** To be written: all that the source said of the degrees it told about. */
  readonly records: readonly CaseRecord[];
  /** The whole case once they are written, other sources included: what its facts are derived from. */
  readonly whole: readonly CaseRecord[];
};

const keyOf = ({ degree, recordKey }: CaseRecord): string => JSON.stringify([degree, recordKey]);

function updatedMs({ updatedAt }: CaseRecord): number {
  return updatedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
}

/** The newest of each key, and the later of two equally new ones. */
function dropOlder(records: readonly CaseRecord[]): CaseRecord[] {
  const newest = new Map<string, CaseRecord>();
  for (const record of records) {
    const known = newest.get(keyOf(record));
    if (known === undefined || updatedMs(record) >= updatedMs(known)) newest.set(keyOf(record), record);
  }
  return [...newest.values()];
}

/** When a source last looked is no fact of the case: a second look that finds the same changes nothing. */
function isSame(one: CaseRecord, other: CaseRecord): boolean {
  return isDeepStrictEqual({ ...one, updatedAt: null }, { ...other, updatedAt: null });
}

function areSame(brought: readonly CaseRecord[], served: readonly CaseRecord[]): boolean {
  if (brought.length !== served.length) return false;
  const known = new Map(served.map((record) => [keyOf(record), record]));
  return brought.every((record) => {
    const twin = known.get(keyOf(record));
    return twin !== undefined && isSame(record, twin);
  });
}

/** An answer that was given before the one that is served tells nothing. */
function isStale(brought: readonly CaseRecord[], served: readonly CaseRecord[]): boolean {
  return Math.max(...served.map(updatedMs)) > Math.max(...brought.map(updatedMs));
}

function judgeNumber(
  number: string,
  brought: readonly CaseRecord[],
  served: readonly CaseRecord[],
): CaseNews | null {
  const [source] = brought.map((record) => record.source);
  const ours = Map.groupBy(
    served.filter((record) => record.source === source),
    ({ degree }) => degree,
  );
  const told = [...Map.groupBy(dropOlder(brought), ({ degree }) => degree)].filter(
    ([degree, records]) => !isStale(records, ours.get(degree) ?? []),
  );
  if (told.every(([degree, records]) => areSame(records, ours.get(degree) ?? []))) return null;
  const degrees = new Set(told.map(([degree]) => degree));
  const records = told.flatMap(([, each]) => each);
  const kept = served.filter((record) => record.source !== source || !degrees.has(record.degree));
  return { number, records, whole: [...kept, ...records] };
}

/**
 * A source that is asked about a document tells of a number the degrees in which it found the document; what it says of a
 * degree replaces what it said before of that degree, and nothing else.
 */
export function chooseNews(brought: readonly CaseRecord[], served: readonly CaseRecord[]): CaseNews[] {
  const known = Map.groupBy(served, ({ number }) => number);
  return [...Map.groupBy(brought, ({ number }) => number)]
    .map(([number, records]) => judgeNumber(number, records, known.get(number) ?? []))
    .filter((news) => news !== null);
}
