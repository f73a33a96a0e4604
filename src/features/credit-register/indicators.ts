// From the register's buckets to the indicators: our own formulas, the same for every source. Sums are whole cents.
import { formatMoney, sumCents } from '../../documents/money.ts';
import type { ScrMonth } from './ports.ts';
import { BUCKETS, describeDomain, FIRST_OVER_90_DAYS, isInPortfolio } from './register-codes.ts';
import type { BucketGroup } from './register-codes.ts';

export type BucketLine = {
  readonly code: string;
  readonly group: BucketGroup;
  readonly description: string;
  readonly value: string;
};

export type ModalityLine = {
  readonly modality: string;
  readonly description: string;
  /** False for what is told beside the portfolio, such as guarantees and limits. */
  readonly isInPortfolio: boolean;
  readonly toFallDue: string;
  readonly overdue: string;
  readonly overdueOver90Days: string;
  readonly loss: string;
  readonly creditLimits: string;
  readonly toBeReleased: string;
};

export type Indicators = {
  readonly toFallDue: string;
  readonly overdue: string;
  readonly overdueOver90Days: string;
  readonly loss: string;
  readonly activePortfolio: string;
  readonly totalResponsibility: string;
  readonly creditLimits: string;
  readonly toBeReleased: string;
  readonly institutions: number;
  readonly operations: number;
  readonly relationshipSince: string | null;
  readonly documentsProcessedPercent: number;
  readonly volumeProcessedPercent: number;
  readonly byBucket: readonly BucketLine[];
  readonly byModality: readonly ModalityLine[];
};

/** What the formulas read; what the source did not tell counts as nothing. */
export type RegisterMonth = Pick<ScrMonth, 'groups' | 'coObligationGiven' | 'institutions' | 'operations'> &
  Pick<Partial<ScrMonth>, 'since' | 'docsPct' | 'volumePct'>;

type Amount = { modality: string; code: number; group: BucketGroup; cents: bigint };

const groupOf = new Map(BUCKETS.map(({ code, group }) => [Number(code), group]));

function listAmounts(groups: RegisterMonth['groups']): Amount[] {
  return groups.flatMap(({ modality, buckets }) =>
    Object.entries(buckets).flatMap(([key, cents]) => {
      const code = Number(key);
      const group = groupOf.get(code);
      return group === undefined ? [] : [{ modality, code, group, cents: BigInt(cents) }];
    }),
  );
}

function sum(amounts: readonly Amount[], group: BucketGroup): bigint {
  return sumCents(amounts.filter((amount) => amount.group === group).map(({ cents }) => cents));
}

function sumOver90Days(amounts: readonly Amount[]): bigint {
  return sum(
    amounts.filter(({ code }) => code >= FIRST_OVER_90_DAYS),
    'OVERDUE',
  );
}

/** Guarantees and the like have due dates too, but are no debt of the portfolio; losses and limits count wherever. */
function isCounted({ modality, group }: Amount): boolean {
  return isInPortfolio(modality) || (group !== 'TO_FALL_DUE' && group !== 'OVERDUE');
}

function listBuckets(counted: readonly Amount[]): BucketLine[] {
  return BUCKETS.flatMap(({ code, group, description }) => {
    const held = counted.filter((amount) => amount.code === Number(code)).map(({ cents }) => cents);
    const cents = sumCents(held);
    return cents === 0n ? [] : [{ code, group, description, value: formatMoney(cents) }];
  });
}

function listModalities(amounts: readonly Amount[]): ModalityLine[] {
  return [...Map.groupBy(amounts, ({ modality }) => modality)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([modality, held]) => ({
      modality,
      description: describeDomain(modality),
      isInPortfolio: isInPortfolio(modality),
      toFallDue: formatMoney(sum(held, 'TO_FALL_DUE')),
      overdue: formatMoney(sum(held, 'OVERDUE')),
      overdueOver90Days: formatMoney(sumOver90Days(held)),
      loss: formatMoney(sum(held, 'LOSS')),
      creditLimits: formatMoney(sum(held, 'CREDIT_LIMIT')),
      toBeReleased: formatMoney(sum(held, 'TO_BE_RELEASED')),
    }));
}

export function computeIndicators(month: RegisterMonth): Indicators {
  const amounts = listAmounts(month.groups);
  const counted = amounts.filter(isCounted);
  const [toFallDue, overdue] = [sum(counted, 'TO_FALL_DUE'), sum(counted, 'OVERDUE')];
  const [loss, toBeReleased] = [sum(counted, 'LOSS'), sum(counted, 'TO_BE_RELEASED')];
  const activePortfolio = toFallDue + overdue;
  const totalResponsibility = activePortfolio + loss + BigInt(month.coObligationGiven) + toBeReleased;
  return {
    toFallDue: formatMoney(toFallDue),
    overdue: formatMoney(overdue),
    overdueOver90Days: formatMoney(sumOver90Days(counted)),
    loss: formatMoney(loss),
    activePortfolio: formatMoney(activePortfolio),
    totalResponsibility: formatMoney(totalResponsibility),
    creditLimits: formatMoney(sum(counted, 'CREDIT_LIMIT')),
    toBeReleased: formatMoney(toBeReleased),
    institutions: month.institutions ?? 0,
    operations: month.operations ?? 0,
    relationshipSince: month.since ?? null,
    documentsProcessedPercent: month.docsPct ?? 0,
    volumeProcessedPercent: month.volumePct ?? 0,
    byBucket: listBuckets(counted),
    byModality: listModalities(amounts),
  };
}

/** Somebody of whom the register has nothing. */
export const NOTHING_ON_REGISTER: Indicators = computeIndicators({
  groups: [],
  coObligationGiven: 0,
  institutions: 0,
  operations: 0,
});
