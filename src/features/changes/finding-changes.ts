// What came in and what went out of the debts, protests and ties that two analyses kept. Lists that may have been cut short
// are not compared: what lies behind the cut would come and go by chance.
import type { Findings, KeptFindings } from '../analysis/index.ts';
import { tiesOf } from '../analysis/index.ts';

export type Compared = 'COMPARED' | 'NOT_CHECKED' | 'TOO_MANY';

export type ItemChanges<T> = {
  readonly compared: Compared;
  readonly in: readonly T[];
  readonly out: readonly T[];
  readonly changed: readonly { readonly before: T; readonly after: T }[];
};

export type Debt = Findings['debts'][number];
export type Protest = Findings['protests'][number];
type Tie = ReturnType<typeof tiesOf>[number];
export type Partner = Extract<Tie, { partner: unknown }>['partner'];
export type Holding = Extract<Tie, { holding: unknown }>['holding'];

/** As many as an analysis keeps of each. */
const MOST_KEPT = 1000;

type Naming<T> = {
  /** What makes two items the same one. */
  readonly key: (item: T) => unknown;
  /** What about it may change; by default nothing, so that whatever differs is another item. */
  readonly state?: (item: T) => unknown;
};

/** Items of one key are matched in the order given: two protests may be alike in everything that is published. */
function compareItems<T>(
  before: readonly T[] | undefined,
  after: readonly T[] | undefined,
  { key, state }: Naming<T>,
): ItemChanges<T> {
  const nothing = { in: [], out: [], changed: [] };
  if (before === undefined || after === undefined) return { compared: 'NOT_CHECKED', ...nothing };
  if (before.length >= MOST_KEPT || after.length >= MOST_KEPT) return { compared: 'TOO_MANY', ...nothing };
  const known = new Map<string, T[]>();
  for (const item of before) {
    const name = JSON.stringify(key(item));
    known.set(name, [...(known.get(name) ?? []), item]);
  }
  const entered: T[] = [];
  const changed: { before: T; after: T }[] = [];
  for (const item of after) {
    const old = known.get(JSON.stringify(key(item)))?.shift();
    if (old === undefined) entered.push(item);
    else if (state !== undefined && JSON.stringify(state(old)) !== JSON.stringify(state(item)))
      changed.push({ before: old, after: item });
  }
  return { compared: 'COMPARED', in: entered, out: [...known.values()].flat(), changed };
}

export function compareDebts(before: KeptFindings, after: KeptFindings): ItemChanges<Debt> {
  return compareItems(before.debts, after.debts, {
    key: ({ register, inscription, document }) => [register, inscription, document],
    state: ({ state, value }) => [state, value],
  });
}

/** Sources give protests no number of their own: all that is told of one is its name. */
export function compareProtests(before: KeptFindings, after: KeptFindings): ItemChanges<Protest> {
  return compareItems(before.protests, after.protests, {
    key: (protest) => [
      protest.document,
      protest.office,
      protest.city,
      protest.state,
      protest.protestedOn,
      protest.dueOn,
      protest.value,
      protest.kind,
      protest.presenter,
      protest.creditor,
    ],
  });
}

const partnersIn = (found: KeptFindings): Partner[] | undefined =>
  found.partners && tiesOf(found.partners).flatMap((tie) => ('partner' in tie ? [tie.partner] : []));

const holdingsIn = (found: KeptFindings): Holding[] | undefined =>
  found.partners && tiesOf(found.partners).flatMap((tie) => ('holding' in tie ? [tie.holding] : []));

export function comparePartners(before: KeptFindings, after: KeptFindings): ItemChanges<Partner> {
  return compareItems(partnersIn(before), partnersIn(after), {
    key: ({ kind, name, document }) => [kind, name, document],
    state: ({ qualification, since }) => [qualification?.code, since],
  });
}

export function compareHoldings(before: KeptFindings, after: KeptFindings): ItemChanges<Holding> {
  return compareItems(holdingsIn(before), holdingsIn(after), {
    key: ({ root, qualification }) => [root, qualification?.code],
    state: ({ situation, since }) => [situation, since],
  });
}
