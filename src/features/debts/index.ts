// What the rest of the program may use of debts.
export { pageDebtChanges } from './change-queries.ts';
export type { DebtChange } from './change-queries.ts';
export * from './queries.ts';
export { refreshProtests } from './live-protests.ts';
export type { ProtestSource } from './ports.ts';
export { defineProtestImport } from './protest-import.ts';
export { pageProtestChanges } from './protest-change-queries.ts';
export type { NewProtest } from './protest-change-queries.ts';
export { listProtests } from './protest-queries.ts';
export type { LiveProtest, ProtestsFound } from './protest-queries.ts';
