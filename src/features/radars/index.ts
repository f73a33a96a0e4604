// What the rest of the program may use of radars.
export { watchRadars } from './matching.ts';
