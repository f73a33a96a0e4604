// Bugs around the credit register that the checker must find.
import { SOMEBODY_ELSE } from '../../../sandbox/server/test-documents.ts';
import type { Scr } from '../../../src/features/credit-register/index.ts';

export const CREDIT_BUGS = ['scr-not-refunded', 'scr-of-anybody'] as const;
export type CreditBug = (typeof CREDIT_BUGS)[number];

/** Takes somebody else's figures where the answer was not about the right one. */
export function plantInScr(scr: Scr, bug: string | null): Scr {
  if (bug !== 'scr-of-anybody') return scr;
  return {
    ...scr,
    start: async (question) => {
      const outcome = await scr.start(question);
      if (outcome.kind !== 'failed' || outcome.fault.vendorCode !== 'SUBJECT_MISMATCH') return outcome;
      const doc = { kind: 'CPF', value: SOMEBODY_ELSE.person } as const;
      return scr.start({
        ...question,
        doc,
        consent: { mode: 'LINKED_ITEM', itemId: `sandbox-${doc.value}` },
      });
    },
  };
}
