// A company's yearly turnover, guessed from what the tax registry publishes. The size says between which limits of the law it
// lies, the activity and the capital say where between them; docs/revenue-estimate.md tells it at length.
import type { CompanyCard } from '../companies/index.ts';
import { centsOf } from './case-value.ts';

export type RevenueFacts = Pick<CompanyCard, 'size' | 'capital' | 'isMei' | 'isSimples' | 'legalNature'> & {
  readonly headOffice: Pick<NonNullable<CompanyCard['headOffice']>, 'situation' | 'mainActivity'> | null;
};

/** Reais a year. Complementary law 123 of 2006, articles 3 and 18-A, with the amounts in force since 2018. */
const LIMIT = { MEI: 81_000n, MICRO: 360_000n, SMALL: 4_800_000n } as const;

/** A large company whose capital says nothing is taken for one a little above the limit of small ones. */
const LARGE_FLOOR = 2n * LIMIT.SMALL;
/** Holdings have capital without turnover, and capital in the billions is often a slip of the pen. */
const LARGE_CEILING = 1_000n * LIMIT.SMALL;

/** By the division of the activity code: how far up the range, and how often a year the capital is turned over; percent. */
type Activity = { readonly share: bigint; readonly turnover: bigint };

const ACTIVITIES: readonly (readonly [from: number, to: number, Activity])[] = [
  [1, 3, { share: 40n, turnover: 100n }],
  [5, 9, { share: 55n, turnover: 80n }],
  [10, 33, { share: 55n, turnover: 150n }],
  [35, 39, { share: 50n, turnover: 60n }],
  [41, 43, { share: 45n, turnover: 120n }],
  [45, 47, { share: 60n, turnover: 300n }],
  [49, 53, { share: 50n, turnover: 150n }],
  [55, 56, { share: 50n, turnover: 150n }],
  [58, 63, { share: 40n, turnover: 150n }],
  // Finance and real estate: much capital, little turnover.
  [64, 66, { share: 35n, turnover: 30n }],
  [68, 68, { share: 25n, turnover: 15n }],
  [69, 82, { share: 35n, turnover: 150n }],
  [85, 88, { share: 45n, turnover: 120n }],
  [90, 96, { share: 30n, turnover: 120n }],
];
const OTHER_ACTIVITY: Activity = { share: 40n, turnover: 100n };

/** Whole reais a year; 0 where nothing can be said: no company, not in business, a public body, or no size known. */
export function estimateRevenue(company: RevenueFacts | null): number {
  if (company === null || !isInBusiness(company) || isPublicBody(company)) return 0;
  const activity = activityOf(company.headOffice?.mainActivity?.code ?? '');
  const reais = company.isMei === true ? within([0n, LIMIT.MEI], activity, 0n) : bySize(company, activity);
  return Number(reais);
}

function isInBusiness({ headOffice }: RevenueFacts): boolean {
  return headOffice?.situation === 'ACTIVE' || headOffice?.situation === 'ACTIVE_IRREGULAR';
}

/** Legal natures of the group 1: public administration. */
function isPublicBody({ legalNature }: RevenueFacts): boolean {
  return legalNature?.code.startsWith('1') === true;
}

function bySize({ size, capital, isSimples }: RevenueFacts, activity: Activity): bigint {
  if (size === 'NOT_INFORMED') return 0n;
  const turned = (reaisOf(capital) * activity.turnover) / 100n;
  if (size === 'MICRO') return within([LIMIT.MEI, LIMIT.MICRO], activity, turned);
  // Whoever pays by the simplified regime may not turn over more than a small company.
  if (size === 'SMALL' || isSimples === true) return within([LIMIT.MICRO, LIMIT.SMALL], activity, turned);
  return clamp(turned, LARGE_FLOOR, LARGE_CEILING);
}

/** The place that is usual for the activity, or higher where the capital suggests more, and never above the legal limit. */
function within([low, high]: readonly [bigint, bigint], { share }: Activity, turned: bigint): bigint {
  return clamp(turned, low + ((high - low) * share) / 100n, high);
}

function clamp(reais: bigint, low: bigint, high: bigint): bigint {
  if (reais < low) return low;
  return reais > high ? high : reais;
}

function activityOf(code: string): Activity {
  const division = Number(code.slice(0, 2));
  return ACTIVITIES.find(([from, to]) => division >= from && division <= to)?.[2] ?? OTHER_ACTIVITY;
}

function reaisOf(capital: string | null): bigint {
  return capital === null ? 0n : centsOf(capital) / 100n;
}
