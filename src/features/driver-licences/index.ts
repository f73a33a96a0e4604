// What the rest of the program may use of driver licences.
export { LICENCE_JOB } from './definition.ts';
export { handleLicenceJob } from './jobs.ts';
export type { CnhLookup } from './ports.ts';
export { addLicenceRoutes } from './routes.ts';
export { sealRecord } from './sealed-record.ts';
export { createLicenceService } from './service.ts';
