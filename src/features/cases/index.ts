// What the rest of the program may use of court cases.
export {
  countDossier,
  dossierKeyOf,
  dossierOutcome,
  findCase,
  pageDossier,
  readCaseFreshness,
} from './dossier.ts';
export type { DossierCase, KnownCase } from './dossier.ts';
export { defineCaseImport } from './merge-import.ts';
export type { DossierKey } from './queries.ts';
