// What the rest of the program may use of organizations: the operator's commands, and the members that admins manage.
// Requests learn of an organization only through the access check.
export { addMemberRoutes } from './routes.ts';
export { createMemberService } from './service.ts';
export * from './store.ts';
