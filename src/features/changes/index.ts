// What the rest of the program may use of changes.
export { addChangesRoutes } from './routes.ts';
export { createChangesService } from './service.ts';
export type { ChangesService } from './service.ts';
