// What the rest of the program may use of plans.
export { createBalanceReads } from './queries.ts';
export { addPlanRoutes } from './routes.ts';
export * from './store.ts';
