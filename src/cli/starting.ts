// What a start needs once its database runs. It brings a good part of the program, so `farol serve` loads it meanwhile.
export { startPopulation } from './first-population.ts';
export { prepareDatabase } from './prepare-database.ts';
export { prepareSandbox } from './sandbox-child.ts';
export { describeNotices, describeStart } from './welcome.ts';
