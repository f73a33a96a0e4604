// Credit pictures of the sandbox: drawn from the document (a company's from its root), month by month. Amounts drift from
// one month to the next, and a month is there two months after its end, as with the real register.
import type { CreditStory } from '../test-documents/test-document.ts';
import { addDays, addMonths } from './days.ts';
import { drawsOf } from './draws.ts';
import type { Draws } from './draws.ts';

export type CreditGroup = {
  modality: string;
  isForeign: boolean;
  dispute: 'D' | 'J' | null;
  /** Centavos by maturity code. */
  buckets: Readonly<Record<string, number>>;
};

export type CreditMonth = {
  month: string;
  institutions: number;
  operations: number;
  since: string;
  documentsPercent: number;
  volumePercent: number;
  guaranteesGiven: number;
  guaranteesReceived: number;
  groups: readonly CreditGroup[];
};

const CURRENT = ['110', '120', '130', '140', '150', '160'] as const;
const LATE = ['205', '210', '220', '230', '240', '250', '290'] as const;
const LOSS = ['310', '320', '330'] as const;
const PERSON = ['0202', '0203', '0204', '0213', '0401', '0901', '1304'] as const;
const COMPANY = ['0215', '0216', '0301', '0303', '0402', '0499', '1304'] as const;

/** The newest month that the register has on that day. */
export function newestMonth(today: string): string {
  return addMonths(today.slice(0, 'YYYY-MM'.length), -2);
}

function drawBuckets(draws: Draws, driftPercent: number, story: CreditStory | null): Record<string, number> {
  const amount = draws.between(30_000, 4_000_000);
  const drifted = (share: number): number => Math.round((amount * share * (100 + driftPercent)) / 100);
  const buckets: Record<string, number> = {};
  for (const code of CURRENT.slice(0, draws.between(2, CURRENT.length))) {
    buckets[code] = drifted(draws.between(5, 30) / 100);
  }
  const isLate = draws.inHundred(12);
  const isLost = draws.inHundred(4);
  if (story === 'OVERDUE' || (story === null && isLate)) {
    buckets[story === 'OVERDUE' ? '250' : draws.oneOf(LATE)] = drifted(0.2);
  }
  if (story === 'LOSS' || (story === null && isLost)) {
    buckets[draws.oneOf(LOSS)] = drifted(0.4);
  }
  return buckets;
}

/** Null: nothing on record in that month. `subject` is a CPF or the root of a CNPJ. */
export function creditOf(subject: string, month: string, story: CreditStory | null): CreditMonth | null {
  const draws = drawsOf('credit', subject);
  const isClient = draws.inHundred(85);
  const since = addDays('1998-01-01', draws.between(0, 10_000));
  if (story === null && (!isClient || since.slice(0, month.length) > month)) {
    return null;
  }
  const driftPercent = drawsOf(`credit ${month}`, subject).between(-15, 15);
  const kinds = subject.length === 11 ? PERSON : COMPANY;
  const groups = Array.from({ length: draws.between(1, 4) }, (_item, index): CreditGroup => ({
    modality: kinds[(draws.between(0, 2) + index * 2) % kinds.length] ?? kinds[0],
    isForeign: draws.inHundred(2),
    dispute: draws.inHundred(3) ? draws.oneOf(['D', 'J']) : null,
    buckets: drawBuckets(draws, driftPercent, index === 0 ? story : story === null ? null : 'GOOD'),
  }));
  const limit = { '20': draws.between(50_000, 1_500_000) };
  return {
    month,
    institutions: draws.between(1, 6),
    operations: groups.length + draws.between(0, 9),
    since,
    documentsPercent: 98 + draws.between(0, 20) / 10,
    volumePercent: 97 + draws.between(0, 30) / 10,
    guaranteesGiven: draws.inHundred(10) ? draws.between(100_000, 9_000_000) : 0,
    guaranteesReceived: 0,
    groups: [...groups, { modality: '1904', isForeign: false, dispute: null, buckets: limit }],
  };
}
