// What the rest of the program may use of details.
export { createRelationships } from './relationships.ts';
export { addDetailRoutes } from './routes.ts';
export type { DetailRoutes } from './routes.ts';
export { createDetailService } from './service.ts';
