// What the rest of the program may use of the credit register.
export { SCR_JOB } from './jobs.ts';
export type { Scr } from './ports.ts';
export { addRegisterRoutes } from './routes.ts';
export { handleScrRun } from './run.ts';
export { openRegister } from './service.ts';
export type { RegisterSettings } from './service.ts';
export { removePastEnquiries } from './store.ts';
