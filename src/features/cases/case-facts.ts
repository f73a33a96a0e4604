// What is kept of a case as a whole. Nothing here looks at today's date.
import { localDate } from '../../documents/local-date.ts';
import { NEVER } from './case-reading.ts';
import type { CaseReading } from './case-reading.ts';
import { readClassName } from './class-reading.ts';
import { degreeRank } from './degree.ts';
import { NATURE, OUTCOME, TRAIT } from './fact-bits.ts';
import type { Outcome } from './fact-bits.ts';
import { isChargeOver } from './hiding.ts';
import { isCaseActive } from './life.ts';
import { judgeNatures, judgeTraits } from './natures.ts';
import { judgeOutcome } from './outcome.ts';
import type { CaseRecord } from './ports.ts';
import { compareLooks } from './source-weights.ts';

export type CaseFacts = {
  readonly number: string;
  readonly classCode: number | null;
  /** Bits of NATURE, TRAIT and HIDDEN; in a row, those of the row are added. */
  readonly natures: number;
  readonly traits: number;
  readonly hidden: number;
  readonly isActive: boolean;
  readonly outcome: Outcome;
  /** Decimal text with two digits. */
  readonly value: string | null;
  /** Calendar dates in America/Sao_Paulo. */
  readonly filedOn: string | null;
  readonly movedOn: string | null;
  readonly severeOn: string | null;
  readonly frustratedOn: string | null;
};

export function buildFacts(records: readonly CaseRecord[], reading: CaseReading, hidden: number): CaseFacts {
  const natures = judgeNatures(reading);
  const { outcome, decidedAt, isAuthorDebtor } = judgeOutcome(records, reading);
  let traits = judgeTraits(reading);
  if (isAuthorDebtor) traits |= TRAIT.AUTHOR_IS_DEBTOR;
  const isAfterExtinction = outcome === OUTCOME.WITHOUT_MERITS && reading.severeAt > decidedAt;
  if (isAfterExtinction) traits |= TRAIT.SEVERE_AFTER_EXTINCTION;
  const isOver = (natures & NATURE.CRIMINAL) !== 0 && isChargeOver(reading);
  return {
    number: reading.number,
    classCode: chooseClass(records),
    natures,
    traits,
    hidden,
    isActive: !isOver && isCaseActive(reading),
    outcome,
    value: chooseValue(records),
    filedOn: toDate(earliestFiling(records)),
    movedOn: toDate(latestMovement(reading)),
    severeOn: toDate(reading.severeAt),
    frustratedOn: toDate(reading.frustratedAt),
  };
}

/** Files hold years such as 0201 and 20210; no court of the country is older than the first of these. */
const [EARLIEST, LATEST] = [Date.UTC(1800, 0), Date.UTC(2200, 0)];

function toDate(at: number): string | null {
  return at >= EARLIEST && at < LATEST ? localDate(at) : null;
}

function earliestFiling(records: readonly CaseRecord[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { filedAt } of records) {
    const at = filedAt?.getTime() ?? Number.NaN;
    if (at >= EARLIEST && at < earliest) earliest = at;
  }
  return earliest;
}

function latestMovement({ degrees }: CaseReading): number {
  let latest = NEVER;
  for (const degree of degrees) if (degree !== null) latest = Math.max(latest, degree.movedAt);
  return latest;
}

/** The lowest degree that has one; within it the newer look, of one day the weightier source, and then the smallest text. */
function chooseBest<T>(records: readonly CaseRecord[], read: (record: CaseRecord) => T | null): T | null {
  let best: { rank: number; source: string; atMs: number; found: T } | null = null;
  for (const record of records) {
    const found = read(record);
    if (found === null) continue;
    const rank = degreeRank(record.degree);
    const candidate = { rank, source: record.source, atMs: record.updatedAt?.getTime() ?? NEVER, found };
    if (best === null || rank < best.rank) best = candidate;
    else if (rank === best.rank) {
      const more = compareLooks(candidate, best);
      if (more > 0 || (more === 0 && String(found) < String(best.found))) best = candidate;
    }
  }
  return best === null ? null : best.found;
}

function chooseValue(records: readonly CaseRecord[]): string | null {
  return chooseBest(records, ({ value }) => value);
}

function chooseClass(records: readonly CaseRecord[]): number | null {
  return chooseBest(records, (record) => record.classCode ?? readClassName(record).code);
}
