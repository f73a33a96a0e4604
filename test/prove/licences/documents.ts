import { makeCpf } from '../../../sandbox/numbers.ts';
// Whom the scenarios ask for: a CPF of its own for every request, so that what the source counts by document is counted by
// request.
import { licenceOf } from '../../../sandbox/server/licences.ts';
import { noteCanary } from '../../support/canaries.ts';

/** Above those of every population and apart from the published test documents. */
const FIRST_BASE = 910_000_000;

export type Documents = {
  /** One that was not taken before and that fits. */
  take(fits?: (document: string) => boolean): string;
  takeMany(count: number): string[];
};

/** Whether a licence is on record, on any of the days. */
export function isDriver(document: string, ...days: readonly string[]): boolean {
  return days.every((day) => licenceOf(document, day, null) !== null);
}

export function createDocuments(): Documents {
  let next = FIRST_BASE;
  const take: Documents['take'] = (fits = () => true) => {
    for (;;) {
      const document = makeCpf(next);
      next += 1;
      if (fits(document)) {
        noteCanary(document);
        return document;
      }
    }
  };
  return { take, takeMany: (count) => Array.from({ length: count }, () => take()) };
}
