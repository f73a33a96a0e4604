// What the rest of the program may use of files: the route that hands them out. They are kept by the platform.
export { addFileRoutes } from './routes.ts';
export { createFileService } from './service.ts';
export type { FileService } from './service.ts';
