// The 20 counts of an analysis, in one pass over its cases. What is kept is one cell for each way in which a case can be
// counted; the keys are sums of cells, so that they cannot contradict each other.
import { formatMoney, sumCents } from '../../documents/money.ts';
import type { DossierCase } from '../cases/index.ts';
import { centsOf } from './case-value.ts';
import type { CaseSide, Classification } from './classification.ts';
import { SUMMARY_KEYS } from './summary-keys.ts';
import type { SummaryKey, SummaryLine, SummaryWire } from './summary-keys.ts';

export { findInvariantFaults } from './invariants.ts';
export { SUMMARY_KEYS } from './summary-keys.ts';
export type { SummaryKey, SummaryWire } from './summary-keys.ts';

export type Summary = {
  add(known: DossierCase, classification: Classification): void;
  /** Live notary protests. */
  addProtests(count: number, cents: bigint): void;
  /** Entries of government debt in collection. */
  addDebts(count: number, cents: bigint): void;
  toWire(): SummaryWire;
  /** How many of the cases have no known value: a sum says nothing about them. */
  readonly unknownValues: number;
};

type Tally = { count: number; cents: bigint };
type Cell = Tally & {
  readonly side: CaseSide;
  readonly isActive: boolean;
  readonly hasRisk: boolean;
  readonly execution: boolean;
  readonly labour: boolean;
  readonly criminal: boolean;
};
/** Keys that are no court cases. */
type ApartKey = 'RISK_PROTEST' | 'RISK_DEBTOR';

const KEY_HOLDS: Record<Exclude<SummaryKey, ApartKey>, (cell: Cell) => boolean> = {
  ALL: () => true,
  ISDEFENDANT: ({ side }) => side === 'DEFENDANT',
  ISDEFENDANT_WITH_RISK: ({ side, hasRisk }) => side === 'DEFENDANT' && hasRisk,
  ISAUTHOR: ({ side }) => side === 'AUTHOR',
  ISAUTHOR_WITH_RISK: ({ side, hasRisk }) => side === 'AUTHOR' && hasRisk,
  RISK_WORKER: ({ labour }) => labour,
  WORKER_WITH_RISK: ({ labour, hasRisk }) => labour && hasRisk,
  RISK_EXECUTION: ({ execution }) => execution,
  RISK_CRIMINAL: ({ criminal }) => criminal,
  CRIMINAL_WITH_RISK: ({ criminal, hasRisk }) => criminal && hasRisk,
  EXECUTION_WITH_RISK: ({ execution, hasRisk }) => execution && hasRisk,
  IS_ACTIVE_WITHOUT_RISK: ({ isActive, hasRisk }) => isActive && !hasRisk,
  IS_ACTIVE_WITH_RISK: ({ isActive, hasRisk }) => isActive && hasRisk,
  IS_INACTIVE_WITHOUT_RISK: ({ isActive, hasRisk }) => !isActive && !hasRisk,
  IS_INACTIVE_WITH_RISK: ({ isActive, hasRisk }) => !isActive && hasRisk,
  PERSON_NOT_CLASSIFIED: ({ side }) => side === 'NOT_CLASSIFIED',
  PERSON_NOT_CLASSIFIED_WITH_RISK: ({ side, hasRisk }) => side === 'NOT_CLASSIFIED' && hasRisk,
  LITIGATION: ({ isActive, side, execution, criminal }) =>
    isActive && side !== 'NOT_CLASSIFIED' && !execution && !criminal,
};

/** Whether a case is among those that a key of court cases counts. */
export function isCountedIn(
  key: Exclude<SummaryKey, ApartKey>,
  { side, isActive, natures, reasons }: Classification,
): boolean {
  return KEY_HOLDS[key]({ side, isActive, hasRisk: reasons.length > 0, ...natures, count: 0, cents: 0n });
}

const SIDES: readonly CaseSide[] = ['DEFENDANT', 'AUTHOR', 'NOT_CLASSIFIED'];
const CELLS_OF_SIDE = 32;

function newCells(): Cell[] {
  return SIDES.flatMap((side) =>
    Array.from({ length: CELLS_OF_SIDE }, (_, bits) => ({
      count: 0,
      cents: 0n,
      side,
      isActive: (bits & 1) !== 0,
      hasRisk: (bits & 2) !== 0,
      execution: (bits & 4) !== 0,
      labour: (bits & 8) !== 0,
      criminal: (bits & 16) !== 0,
    })),
  );
}

/** In which of the cells, which are all the ways there are to be counted. */
export function cellOf({ side, isActive, natures, reasons }: Classification): number {
  return (
    SIDES.indexOf(side) * CELLS_OF_SIDE +
    (isActive ? 1 : 0) +
    (reasons.length > 0 ? 2 : 0) +
    (natures.execution ? 4 : 0) +
    (natures.labour ? 8 : 0) +
    (natures.criminal ? 16 : 0)
  );
}

export function createSummary(): Summary {
  const cells = newCells();
  const apart: Record<ApartKey, Tally> = {
    RISK_PROTEST: { count: 0, cents: 0n },
    RISK_DEBTOR: { count: 0, cents: 0n },
  };
  let unknownValues = 0;
  const addTo = (tally: Tally, count: number, cents: bigint): void => {
    tally.count += count;
    tally.cents += cents;
  };
  return {
    add({ value }, classification) {
      const cell = cells[cellOf(classification)] as Cell;
      cell.count += 1;
      if (value === null) unknownValues += 1;
      else cell.cents += centsOf(value);
    },
    addProtests: (count, cents) => addTo(apart.RISK_PROTEST, count, cents),
    addDebts: (count, cents) => addTo(apart.RISK_DEBTOR, count, cents),
    toWire: () => toWire(cells, apart),
    get unknownValues() {
      return unknownValues;
    },
  };
}

function toWire(cells: readonly Cell[], apart: Readonly<Record<ApartKey, Tally>>): SummaryWire {
  const used = cells.filter(({ count }) => count > 0);
  const tallyOf = (key: SummaryKey): Tally => {
    if (key === 'RISK_PROTEST' || key === 'RISK_DEBTOR') return apart[key];
    const held = used.filter((cell) => KEY_HOLDS[key](cell));
    const count = held.reduce((sum, cell) => sum + cell.count, 0);
    return { count, cents: sumCents(held.map(({ cents }) => cents)) };
  };
  const lines = SUMMARY_KEYS.map((key): [SummaryKey, SummaryLine] => {
    const { count, cents } = tallyOf(key);
    return [key, { vltotalProcess: formatMoney(cents), totalProcess: count }];
  });
  return Object.fromEntries(lines) as SummaryWire;
}
