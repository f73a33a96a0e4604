// What the rest of the program may use of single processes.
export { addProcessRoutes } from './routes.ts';
export { createProcessService } from './service.ts';
