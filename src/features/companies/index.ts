// What the rest of the program may use of companies.
export * from './queries.ts';
