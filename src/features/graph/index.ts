// What the rest of the program may use of graphs.
export { addGraphRoutes } from './routes.ts';
export type { GraphRoutes } from './routes.ts';
export { createGraphService } from './service.ts';
