// From facts that changed to processes and events, in the transaction of the facts: what the features tell of their changes
// is described here, a page at a time, and joined with radars in matching-store.ts.
import { localDate } from '../../documents/local-date.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ChangeOrigin, ChangeWatcher, ImportTransaction } from '../../platform/imports/definition.ts';
import { pageCaseChanges } from '../cases/index.ts';
import { pagePartnerChanges, pageSituationChanges } from '../companies/index.ts';
import { pageDebtChanges, pageProtestChanges } from '../debts/index.ts';
import { describeCase } from './matching-cases.ts';
import { describeDebt, describePartner, describeProtest, describeSituation } from './matching-findings.ts';
import type { News } from './matching-news.ts';
import {
  addNews,
  findMatches,
  linkProcesses,
  listChangedKinds,
  openNews,
  tellMatches,
  WATCHED_NUMBERS,
  WATCHED_ROOTS,
} from './matching-store.ts';

export type MatchingParts = { readonly clock: Clock; readonly valueThresholdCents: bigint };

type Describe<T> = (change: T) => News | News[];

async function addPages<T>(
  tx: ImportTransaction,
  pages: AsyncGenerator<T[]>,
  describe: Describe<T>,
): Promise<void> {
  for await (const page of pages) {
    await addNews(tx, page.flatMap(describe));
  }
}

type Changed = { readonly kinds: ReadonlySet<string>; readonly origin: ChangeOrigin };

async function addAllNews(
  tx: ImportTransaction,
  { kinds, origin }: Changed,
  parts: MatchingParts,
): Promise<void> {
  const { source, startedAt: fetchedAt } = origin;
  const given = { source, day: localDate(fetchedAt.getTime()) };
  if (kinds.has('case_parties')) {
    const { clock, valueThresholdCents } = parts;
    const around = { source, fetchedAt, today: localDate(clock.nowMs()), valueThresholdCents };
    await addPages(tx, pageCaseChanges(tx), (change) => describeCase(change, around));
  }
  if (kinds.has('debts')) {
    await addPages(tx, pageDebtChanges(tx), (debt) => describeDebt(debt, given));
  }
  if (kinds.has('protests')) {
    await addPages(tx, pageProtestChanges(tx), (protest) => describeProtest(protest, given));
  }
  if (kinds.has('partners')) {
    await addPages(tx, pagePartnerChanges(tx), (partner) => describePartner(partner, given));
  }
  if (kinds.has('establishments')) {
    await addPages(tx, pageSituationChanges(tx), (change) => describeSituation(change, given));
  }
}

export function watchRadars(parts: MatchingParts): ChangeWatcher {
  return {
    watchedRoots: WATCHED_ROOTS,
    watchedNumbers: WATCHED_NUMBERS,
    onChanges: async (tx, origin) => {
      const kinds = await listChangedKinds(tx);
      if (kinds.size === 0) return;
      await openNews(tx);
      await addAllNews(tx, { kinds, origin }, parts);
      await findMatches(tx);
      await linkProcesses(tx);
      await tellMatches(tx);
    },
  };
}
