// The cases of an analysis as it froze them, each with the reasons for its risk.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { FarolError } from '../../errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { bitOf } from './case-keys.ts';
import { countCases, listCases } from './case-queries.ts';
import type { CaseFilter } from './case-queries.ts';
import type { CasesFilter } from './case-schemas.ts';
import { toFrozenCase } from './case-store.ts';
import { caseToWire } from './case-wire.ts';
import { ownerOf } from './reporting.ts';
import type { Snapshot, SnapshotQuestion, Snapshots } from './snapshots.ts';
import { sourceToWire } from './source-schemas.ts';
import { listSources } from './step.ts';

const DEFAULT_LIMIT = 50;

export type CaseListQuestion = SnapshotQuestion & { wanted: CasesFilter };

export type CaseLists = { list(question: CaseListQuestion): Promise<object> };

const NATURE_BITS = {
  EXECUTION: bitOf('RISK_EXECUTION'),
  LABOUR: bitOf('RISK_WORKER'),
  CRIMINAL: bitOf('RISK_CRIMINAL'),
} as const;
const ANY_NATURE = NATURE_BITS.EXECUTION | NATURE_BITS.LABOUR | NATURE_BITS.CRIMINAL;

/** Segments have one digit and courts two: `826` is TJSP. */
const COURT_CODES: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  Array.from({ length: 900 }, (_, index) => String(index + 100)),
  (code) => findCourt(`${'0'.repeat(13)}${code}0000` as CaseNumber)?.acronym ?? '',
);

function courtCodes(acronym: string): readonly string[] {
  const codes = COURT_CODES.get(acronym.toUpperCase());
  if (codes === undefined) {
    const details = [{ path: '/court', message: 'is no acronym of a court' }];
    throw new FarolError('PARAMETER_INVALID', { details });
  }
  return codes;
}

/** Throws on a court that there is none of. */
export function readFilter(wanted: CasesFilter): CaseFilter {
  const { key, nature, life, risk, court, minValue, maxValue, number } = wanted;
  const natureBit = nature === undefined || nature === 'CIVIL' ? 0 : NATURE_BITS[nature];
  return {
    withKeys: (key === undefined ? 0 : bitOf(key)) | natureBit,
    withoutKeys: nature === 'CIVIL' ? ANY_NATURE : 0,
    isActive: life === undefined ? null : life === 'ACTIVE',
    hasRisk: risk === undefined ? null : risk === 'WITH',
    courts: court === undefined ? null : courtCodes(court),
    minValue: minValue ?? null,
    maxValue: maxValue ?? null,
    digits: number ?? null,
  };
}

async function readPage(
  tx: Transaction,
  { organizationId, analysisId, document, frozen }: Snapshot,
  wanted: CasesFilter,
): Promise<Record<string, unknown>> {
  if (frozen === null) {
    return { rulesVersion: 0, total: 0, totalWithoutValue: 0, result: [], next: '' };
  }
  const { run, rulesVersion } = frozen;
  const { limit = DEFAULT_LIMIT, after = '', order = 'NUMBER' } = wanted;
  const [list, filter] = [{ organizationId, analysisId, run }, readFilter(wanted)];
  const { total, withoutValue } = await countCases(tx, list, filter);
  // One more than asked for tells whether there is another page.
  const rows = await listCases(tx, list, { filter, order, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const owner = ownerOf(document);
  return {
    rulesVersion,
    total,
    totalWithoutValue: withoutValue,
    result: page.map((row) => caseToWire(row, toFrozenCase(row, owner), rulesVersion)),
    next: rows.length > limit ? (page.at(-1)?.number ?? '') : '',
  };
}

export function createCaseLists(snapshots: Snapshots): CaseLists {
  return {
    list: (question) =>
      snapshots.read(question, 'analysis.cases', async (tx, snapshot) => {
        const { result, next, ...counts } = await readPage(tx, snapshot, question.wanted);
        const sources = listSources(snapshot.steps).map(sourceToWire);
        const { statusIndex } = snapshot;
        return { success: true, reason: '', statusIndex, ...counts, sources, result, next };
      }),
  };
}
