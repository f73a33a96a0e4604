// What the sources of one case say differently. Facts are chosen by freshness and weight; what was not chosen is kept here, with
// whose word it is and of when. Pure.
import { localDate } from '../../documents/local-date.ts';
import type { IsoTime } from '../../platform/outbound/outcome.ts';
import { readClassName } from './class-reading.ts';
import { degreeRank } from './degree.ts';
import { deriveFacts, PUBLIC_ONLY_SOURCES } from './facts.ts';
import { isVisible } from './hiding.ts';
import { PREDICTED_STATE } from './ports.ts';
import type { CaseRecord } from './ports.ts';

export const DISAGREEMENT_FIELDS = ['class', 'value', 'filedOn', 'side', 'life'] as const;
export type DisagreementField = (typeof DISAGREEMENT_FIELDS)[number];

export type Statement = {
  readonly source: string;
  /** A class by its code, a value as decimal text, a day, a side of ports.ts, or ACTIVE and INACTIVE. */
  readonly value: string;
  /** When the source last looked, or else when we were given it. */
  readonly at: IsoTime;
  /** A guess of a machine and nobody's word. */
  readonly isPredicted?: true;
};
export type Disagreement = { readonly field: DisagreementField; readonly values: readonly Statement[] };

export type FetchedRecord = CaseRecord & { readonly fetchedAt: Date };

/** Whose side is compared; null where it may not be told. */
export type Compared = { readonly sideOf: readonly string[] | null };

type Told = { readonly value: string; readonly record: FetchedRecord };
type Read = (record: FetchedRecord) => readonly string[];

const atMs = ({ updatedAt, fetchedAt }: FetchedRecord): number => (updatedAt ?? fetchedAt).getTime();

const listed = (value: string | number | null): readonly string[] => (value === null ? [] : [String(value)]);

const newestFirst = (one: FetchedRecord, other: FetchedRecord): number =>
  atMs(other) - atMs(one) || (one.recordKey < other.recordKey ? -1 : 1);

/** Of one degree, by source; what one source says in several records of it is one word of several values. */
function readDegree(records: readonly FetchedRecord[], read: Read): Map<string, Told[]> {
  const told = new Map<string, Told[]>();
  for (const record of records.toSorted(newestFirst)) {
    const said = read(record).map((value) => ({ value, record }));
    if (said.length > 0) told.set(record.source, [...(told.get(record.source) ?? []), ...said]);
  }
  return told;
}

/** A source that names several values agrees with whoever names one of them. */
function areApart(one: readonly Told[], other: readonly Told[]): boolean {
  const values = new Set(one.map(({ value }) => value));
  return !other.some(({ value }) => values.has(value));
}

function isDisputed(told: ReadonlyMap<string, readonly Told[]>): boolean {
  const words = [...told.values()];
  return words.some((one, place) => words.slice(place + 1).some((other) => areApart(one, other)));
}

/** Only within one degree, the lowest that two sources tell of: a case has another class and other sides on appeal. */
function compare(records: readonly FetchedRecord[], read: Read): Statement[] {
  const byRank = Map.groupBy(records, ({ degree }) => degreeRank(degree));
  const ranks = [...byRank.keys()].toSorted((one, other) => one - other);
  for (const rank of ranks) {
    const told = readDegree(byRank.get(rank) ?? [], read);
    if (told.size < 2) continue;
    if (!isDisputed(told)) return [];
    return [...told].flatMap(([source, [newest]]) =>
      newest === undefined ? [] : [{ source, value: newest.value, at: toTime(newest.record) }],
    );
  }
  return [];
}

const toTime = (record: FetchedRecord): IsoTime => new Date(atMs(record)).toISOString();

const LIFE = { true: 'ACTIVE', false: 'INACTIVE' } as const;

/** By the court's word and the movements that the source has; where it has neither, by its guess. */
function readLife(records: readonly FetchedRecord[]): Statement[] {
  const [first, ...others] = records.toSorted(newestFirst);
  if (first === undefined) return [];
  const { source } = first;
  const hasWord = records.some(
    ({ courtState, movements }) => courtState !== null || movements.some(({ code }) => code !== 0),
  );
  if (hasWord) {
    const { isActive } = deriveFacts([first, ...others]).facts;
    return [{ source, value: LIFE[`${isActive}`], at: toTime(first) }];
  }
  const guessed = records
    .toSorted((one, other) => degreeRank(one.degree) - degreeRank(other.degree))
    .find(({ rest }) => rest?.[PREDICTED_STATE] !== undefined);
  if (guessed === undefined) return [];
  return [{ source, value: String(guessed.rest?.[PREDICTED_STATE]), at: toTime(guessed), isPredicted: true }];
}

/** Guesses against guesses are nothing to tell. */
function compareLife(records: readonly FetchedRecord[]): Statement[] {
  const told = [...Map.groupBy(records, ({ source }) => source).values()].flatMap(readLife);
  const isSomebodysWord = told.some(({ isPredicted }) => isPredicted !== true);
  return isSomebodysWord && new Set(told.map(({ value }) => value)).size > 1 ? told : [];
}

/** An unknown role says nothing; a victim or a witness is nobody's business. */
function readSides(documents: readonly string[]): Read {
  return ({ parties }) =>
    parties
      .filter(({ document }) => document !== null && documents.includes(document))
      .filter(({ role, side, isHomonym }) => role === 'PARTY' && side !== 'UNKNOWN' && isHomonym !== true)
      .map(({ side }) => side);
}

const latestFirst = (one: Statement, other: Statement): number =>
  one.at === other.at ? (one.source < other.source ? -1 : 1) : one.at > other.at ? -1 : 1;

/** In the order of the fields; of each, what every source says that says anything, the latest look first. Records that may not be told say nothing. */
export function findDisagreements(
  records: readonly FetchedRecord[],
  { sideOf }: Compared,
  publicOnlySources = PUBLIC_ONLY_SOURCES,
): Disagreement[] {
  const visible = records.filter((record) => isVisible(record, publicOnlySources));
  const found: Record<DisagreementField, readonly Statement[]> = {
    class: compare(visible, (record) => listed(record.classCode ?? readClassName(record).code)),
    value: compare(visible, ({ value }) => listed(value)),
    filedOn: compare(visible, ({ filedAt }) =>
      listed(filedAt === null ? null : localDate(filedAt.getTime())),
    ),
    side: sideOf === null ? [] : compare(visible, readSides(sideOf)),
    life: compareLife(visible),
  };
  return DISAGREEMENT_FIELDS.map((field) => ({ field, values: found[field].toSorted(latestFirst) })).filter(
    ({ values }) => values.length > 0,
  );
}
