// Which of DataJud's indexes has a case: there is one for each court, and a question goes to one of them. The STF, the CNJ,
// the councils (CJF, CSJT) and the military districts have none (the wiki's table of 91 aliases, seen 2026-11).
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';

const WITHOUT_INDEX = /^(?:STF|CNJ|CJF|CSJT|CJM\d+)$/;

/** `tjsp` for a case of TJSP; null where there is no index. What lies in a higher court's index is not looked for. */
export function findAlias(number: CaseNumber): string | null {
  const acronym = findCourt(number)?.acronym;
  if (acronym === undefined || WITHOUT_INDEX.test(acronym)) return null;
  return acronym === 'TRE-DF' ? 'tre-dft' : acronym.toLowerCase();
}
