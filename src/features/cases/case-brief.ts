// A case in a few words: its court, its class and what happened in it last. Pure.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import type { CaseView, ViewedTerm } from './case-view.ts';

export type CaseBrief = {
  readonly number: string;
  /** Its acronym; empty where the number names none. */
  readonly court: string;
  /** 0 and empty where they are not known. */
  readonly class: ViewedTerm;
  readonly lastMovement: (ViewedTerm & { readonly at: string }) | null;
};

/** `view` is null for what is not known and for what may not be told: nothing is said but what the number says itself. */
export function briefOf(number: string, view: CaseView | null): CaseBrief {
  const [last] = view?.movements ?? [];
  return {
    number,
    court: findCourt(number as CaseNumber)?.acronym ?? '',
    class: view?.class ?? { code: 0, name: '' },
    lastMovement: last === undefined ? null : { code: last.code, name: last.name, at: last.at.toISOString() },
  };
}
