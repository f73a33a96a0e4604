// What the rest of the program may use of organizations: the operator's commands. Requests learn of an organization
// only through the access check.
export * from './store.ts';
