// What the rest of the program may use of refreshes.
export { dispatchDue } from './dispatch.ts';
export { createRefreshFigures } from './figures.ts';
export { PROCESS_REFRESH, RADAR_REFRESH, RESULTS } from './jobs.ts';
export type { ObserveRefresh, RefreshedKind } from './jobs.ts';
export { handleProcessRefresh } from './process-refresh.ts';
export { handleRadarRefresh } from './radar-refresh.ts';
export { addRefreshRoutes } from './routes.ts';
export { dueAfterTodayMs } from './rules.ts';
export { createRefreshPlans } from './service.ts';
