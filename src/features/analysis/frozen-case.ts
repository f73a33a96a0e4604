// A case as an analysis keeps it: the facts that it was classified by, and what came of it.
import type { DossierCase } from '../cases/index.ts';
import type { Classification } from './classification.ts';

export type FrozenCase = { readonly known: DossierCase; readonly classification: Classification };
