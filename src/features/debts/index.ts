// What the rest of the program may use of debts.
export * from './queries.ts';
export { refreshProtests } from './live-protests.ts';
export type { ProtestSource } from './ports.ts';
export { defineProtestImport } from './protest-import.ts';
export * from './protest-queries.ts';
