// A case as an analysis keeps it: the facts that it was classified by, and what came of it.
import type { Disagreement, DossierCase } from '../cases/index.ts';
import type { Classification } from './classification.ts';

export type FrozenCase = {
  readonly known: DossierCase;
  readonly classification: Classification;
  /** The class as a source writes it, where no code could be found for it. */
  readonly givenClass?: string;
  /** What its sources say differently; absent where they agree. */
  readonly disagreements?: readonly Disagreement[];
};
