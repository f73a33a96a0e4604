// What the rest of the program may use of companies.
export { pagePartnerChanges, pageSituationChanges } from './change-queries.ts';
export type { PartnerChange, SituationChange } from './change-queries.ts';
export * from './queries.ts';
export * from './tie-queries.ts';
export * from './event-queries.ts';
