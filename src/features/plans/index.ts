// What the rest of the program may use of plans.
export { addLedgerRoutes } from './ledger-routes.ts';
export { createLedgerService } from './ledger-service.ts';
export { createBalanceReads } from './queries.ts';
export { addPlanRoutes } from './routes.ts';
export * from './store.ts';
