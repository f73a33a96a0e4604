// What the rest of the program may use of the operator's pages.
export { createOperatorJobs } from './job-service.ts';
export type { OperatorWorld } from './ports.ts';
export { addOperatorRoutes } from './routes.ts';
export { createOperatorService } from './service.ts';
