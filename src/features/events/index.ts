// What the rest of the program may use of events. They are recorded through the platform, in the transaction of what
// they tell of.
export { createEventReads, findNewest } from './queries.ts';
export { addEventRoutes } from './routes.ts';
export { createEventStreams } from './streams.ts';
