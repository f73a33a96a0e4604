// What the rest of the program may use of court cases.
export { briefOf } from './case-brief.ts';
export type { CaseBrief } from './case-brief.ts';
export {
  countDossier,
  dossierKeyOf,
  dossierOutcome,
  findCase,
  pageDossier,
  readCaseFreshness,
} from './dossier.ts';
export type { DossierCase, KnownCase, DossierPage } from './dossier.ts';
export { viewCase } from './case-view.ts';
export type { CaseView } from './case-view.ts';
export { listCaseCodes, listClassNames } from './code-queries.ts';
export type { CaseCodes } from './code-queries.ts';
export { NATURE, OUTCOME, TRAIT } from './fact-bits.ts';
export { listDisagreements } from './disagreement-queries.ts';
export { DISAGREEMENT_FIELDS } from './disagreements.ts';
export type { Disagreement } from './disagreements.ts';
export { deriveFacts } from './facts.ts';
export type { CasePartyFacts, CaseRecords } from './facts.ts';
export { defineCaseImport } from './merge-import.ts';
export { SIDES } from './ports.ts';
export type { CaseRecord, Party, Side } from './ports.ts';
export { collectLawsuits } from './lawsuits.ts';
export type { LawsuitCallback, LawsuitSource, OnLawsuitsReady, ProcessRefresh } from './ports.ts';
export { refreshProcess } from './process-refresh.ts';
export { findPartyName } from './name-queries.ts';
export { NUMBERS_SQL } from './queries.ts';
export { listCaseParties } from './party-queries.ts';
export type { CaseParty } from './party-queries.ts';
export type { DossierKey } from './queries.ts';
export { addCallbackRoutes, CALLBACK_PREFIX } from './routes.ts';
export { pageCaseChanges } from './change-queries.ts';
export type { CaseChange } from './change-queries.ts';
export { holdCaseNews } from './merge-changes-store.ts';
