// What the rest of the program may use of batches.
export { BATCH_JOB } from './jobs.ts';
export { openBatches } from './opening.ts';
export { sweepBatchReports } from './report-sweep.ts';
export { addBatchRoutes } from './routes.ts';
export type { BatchRoutes } from './routes.ts';
export { handleBatchJob } from './run.ts';
