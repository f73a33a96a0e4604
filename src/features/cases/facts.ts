// From all that sources say of one case number to what is kept of it: facts of the case and one row for each document.
// Pure, and the same in whatever order records, movements and parties come.
import { buildFacts } from './case-facts.ts';
import type { CaseFacts } from './case-facts.ts';
import { readCase } from './case-reading.ts';
import { HIDDEN } from './fact-bits.ts';
import { isVisible, judgeHiding, judgeSecrecy } from './hiding.ts';
import { buildParty, listWholeDigits } from './party-facts.ts';
import type { CasePartyFacts } from './party-facts.ts';
import type { CaseRecord } from './ports.ts';
import { listStandings } from './side.ts';

export type { CaseFacts } from './case-facts.ts';
export type { CasePartyFacts } from './party-facts.ts';

export type DerivedCase = { readonly facts: CaseFacts; readonly parties: readonly CasePartyFacts[] };

export type CaseRecords = readonly [CaseRecord, ...CaseRecord[]];

/** Sources that publish nothing secret, so that their silence about secrecy means that there is none. */
export const PUBLIC_ONLY_SOURCES: ReadonlySet<string> = new Set(['datajud']);

export function derivePartyFacts(
  records: readonly CaseRecord[],
  publicOnlySources = PUBLIC_ONLY_SOURCES,
): readonly CasePartyFacts[] {
  return isSome(records) ? deriveFacts(records, publicOnlySources).parties : [];
}

/** All records must be of one number. */
export function deriveFacts(records: CaseRecords, publicOnlySources = PUBLIC_ONLY_SOURCES): DerivedCase {
  const visible = records.filter((record) => isVisible(record, publicOnlySources));
  const concealed = records.filter((record) => !isVisible(record, publicOnlySources));
  const counted = isSome(visible) ? visible : records;
  const reading = readCase(counted);
  let hidden = judgeSecrecy(records) | judgeHiding(reading);
  if (visible.length === 0 && hidden === 0) hidden |= HIDDEN.SECRECY_UNKNOWN;
  // A record that is not told may still be the one that knows why something may not be told.
  const isMixed = counted !== records && concealed.length > 0;
  const whole = isMixed ? readCase(records) : reading;
  if (isMixed) hidden |= judgeHiding(whole);
  const facts = buildFacts(counted, reading, hidden);
  const standings = listStandings(visible, concealed);
  const around = { whole, wholeDigits: listWholeDigits(standings) };
  const parties = standings.map((standing) => buildParty(standing, facts, around));
  return { facts, parties };
}

function isSome(records: readonly CaseRecord[]): records is CaseRecords {
  return records.length > 0;
}
