// What is kept of one document in a case, and why it may have to be hidden although the case is not.
import { documentRoot } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { CaseFacts } from './case-facts.ts';
import type { CaseReading } from './case-reading.ts';
import { isOnAppeal } from './degree.ts';
import { FACTS_VERSION, HIDDEN, NATURE, TRAIT } from './fact-bits.ts';
import { judgeNatures } from './natures.ts';
import type { Side } from './ports.ts';
import type { Standing } from './side.ts';
import { CLASS } from './tpu.ts';

/** A row of registry.case_parties: the facts of the case with what is true of one document. */
export type CasePartyFacts = CaseFacts & {
  readonly root: string;
  readonly document: string;
  readonly isCountable: boolean;
  /** Only of a masked CPF. */
  readonly nameKey: string | null;
  readonly side: Side;
  readonly isDebtorSide: boolean;
  readonly factsVersion: number;
};

export type Surroundings = { readonly whole: CaseReading; readonly wholeDigits: ReadonlySet<string> | null };

/** The middle six digits of the whole CPFs, only when there is a mask to compare them with. */
export function listWholeDigits(standings: readonly Standing[]): ReadonlySet<string> | null {
  if (!standings.some(({ kind }) => kind === 'MASKED_CPF')) return null;
  return new Set(standings.filter(({ kind }) => kind === 'CPF').map(({ document }) => document.slice(3, 9)));
}

export function buildParty(standing: Standing, facts: CaseFacts, around: Surroundings): CasePartyFacts {
  const { document, kind } = standing;
  const isMasked = kind === 'MASKED_CPF';
  const side = isMasked ? 'UNKNOWN' : standing.side;
  const debtorSide: Side = (facts.traits & TRAIT.AUTHOR_IS_DEBTOR) === 0 ? 'PASSIVE' : 'ACTIVE';
  const hidden = facts.hidden | judgeRow(standing, around);
  return {
    ...facts,
    root: documentRoot(document as Document),
    document,
    isCountable: hidden === 0,
    hidden,
    nameKey: standing.nameKey,
    side,
    isDebtorSide: !isMasked && side === debtorSide,
    traits: isMasked ? facts.traits | TRAIT.BY_MASK : facts.traits,
    factsVersion: FACTS_VERSION,
  };
}

function judgeRow(standing: Standing, { whole, wholeDigits }: Surroundings): number {
  let hidden = 0;
  if (!standing.isFromVisible) hidden |= HIDDEN.SECRECY_UNKNOWN;
  if (!standing.isParty) hidden |= HIDDEN.VICTIM_OR_WITNESS;
  if ((judgeNatures(whole) & NATURE.LABOUR) !== 0 && !countsInLabour(standing, whole))
    hidden |= HIDDEN.LABOUR_PERSON;
  // Six digits shared by two people of one case are a chance in a million; two spellings of one person are not.
  const isKnownInFull =
    standing.kind === 'MASKED_CPF' && wholeDigits?.has(standing.document.slice(3, 9)) === true;
  return isKnownInFull ? hidden | HIDDEN.KNOWN_IN_FULL : hidden;
}

/** Anything else would make a blacklist of workers. On appeal the winner is passive, so there it says nothing. */
function countsInLabour(standing: Standing, reading: CaseReading): boolean {
  if (standing.kind === 'CNPJ') return true;
  if (standing.kind === 'MASKED_CPF' || standing.side !== 'PASSIVE') return false;
  const marks = reading.isLabourCourt ? CLASS.BY_EMPLOYER | CLASS.CONSIGNMENT : CLASS.BY_EMPLOYER;
  if ((reading.possibleMarks & marks) !== 0) return false;
  const degree = reading.degrees[standing.rank] ?? reading.lowest;
  return !(isOnAppeal(standing.rank) && (degree.marks & CLASS.APPEAL) !== 0);
}
