// What the rest of the program may use of radars.
export { watchRadars } from './matching.ts';
export { PRIME_JOB, UNLINK_JOB } from './definition.ts';
export { handleRadarJobs } from './jobs.ts';
export { addMonitoringRoutes } from './monitoring-routes.ts';
export { openMonitoring } from './opening.ts';
