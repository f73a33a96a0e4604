// What an analysis keeps of debts, protests and partners beside the summary.
import type { CompanyCard } from '../companies/index.ts';
import type { Debt, LiveProtest } from '../debts/index.ts';
import type { Tie } from './report-input.ts';

/** What the tax registry said of the company itself when the analysis looked. */
export type Registered = { readonly status: string; readonly company: CompanyCard };

export type Findings = {
  readonly debts: readonly Debt[];
  readonly protests: readonly LiveProtest[];
  /** Analyses of the first versions have no card among them. */
  readonly partners: readonly (Tie | { readonly registered: Registered })[];
};

export function tiesOf(partners: Findings['partners']): Tie[] {
  return partners.filter((each): each is Tie => !('registered' in each));
}

export function findRegistered(partners: Findings['partners']): Registered | null {
  const kept = partners.find((each) => 'registered' in each);
  return kept === undefined ? null : kept.registered;
}
