// What is done to the service while clients work. Each scenario has a short form for every run of the tests and a long
// one for `npm run prove`.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/connect.ts';
import { grantUnits } from '../../src/features/plans/index.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Clients } from './clients.ts';
import type { Random } from './random.ts';
import { LOADED_ORGANIZATIONS, PLAN, RACE_UNITS, RACED_ORGANIZATION } from './tenants.ts';
import type { World } from './world.ts';

export type Form = 'short' | 'long';
export type Act = {
  world: World;
  clients: Clients;
  random: Random;
  times: number;
  /** Shortens the pauses between two kills. */
  form: Form;
};

export type Scenario = {
  readonly name: string;
  /** How often the thing is done. */
  readonly times: Record<Form, number>;
  readonly organizations: readonly number[];
  readonly thieves?: boolean;
  /** Resolves to faults that only the scenario itself can see. */
  run(act: Act): Promise<string[]>;
};

/** Load from before the first fault until after the last. */
async function underLoad(clients: Clients, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const load = clients.load(() => isOver);
  try {
    await work();
    await sleep(300);
  } finally {
    isOver = true;
    await load;
  }
}

async function killApis({ world, clients, random, times }: Act): Promise<string[]> {
  await underLoad(clients, async () => {
    for (let kill = 0; kill < times; kill += 1) {
      await sleep(random.between(300, 1000));
      await world.killApi(random.pick([0, 1]));
    }
  });
  return [];
}

async function killDatabase({ world, clients, random, times, form }: Act): Promise<string[]> {
  const [shortest, longest] = form === 'long' ? [2000, 8000] : [500, 2000];
  await underLoad(clients, async () => {
    for (let kill = 0; kill < times; kill += 1) {
      await sleep(random.between(shortest, longest));
      await world.cluster.killAndRestart();
    }
    // Long enough for every process to have found the database again.
    await sleep(1500);
  });
  return [];
}

async function stealAnswers({ world, clients, random, times }: Act): Promise<string[]> {
  await underLoad(clients, async () => {
    for (let theft = 0; theft < times; theft += 1) {
      await sleep(random.between(10, 60));
      await random.pick(world.thieves).steal();
    }
  });
  return [];
}

const RACERS = 500;

async function raceForUnits({ world, clients, times }: Act): Promise<string[]> {
  const { databaseUrl, cluster } = world;
  const log = createLog({ level: 'silent', process: 'prove' });
  const around = { config: cluster.configFor(databaseUrl), databaseUrl, log };
  const operator = connect(around, 'farol_operator', 'prove');
  const grant = { organizationId: RACED_ORGANIZATION, planId: PLAN, units: RACE_UNITS };
  const faults: string[] = [];
  try {
    for (let round = 0; round < times; round += 1) {
      // The first round takes what the tenant was made with.
      if (round > 0) await operator.transaction(NO_SCOPE, (tx) => grantUnits(tx, grant));
      const outcomes = await Promise.all(
        Array.from({ length: RACERS }, () => clients.create(RACED_ORGANIZATION)),
      );
      const accepted = outcomes.filter((outcome) => outcome === 'acknowledged').length;
      if (accepted !== RACE_UNITS) faults.push(`round ${round + 1} accepted ${accepted} of ${RACE_UNITS}`);
    }
    return faults;
  } finally {
    await operator.close();
  }
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'api-kills',
    times: { short: 10, long: 200 },
    organizations: LOADED_ORGANIZATIONS,
    run: killApis,
  },
  {
    name: 'database-kills',
    times: { short: 5, long: 50 },
    organizations: LOADED_ORGANIZATIONS,
    run: killDatabase,
  },
  {
    name: 'lost-answers',
    times: { short: 50, long: 500 },
    organizations: LOADED_ORGANIZATIONS,
    thieves: true,
    run: stealAnswers,
  },
  {
    name: 'quota-race',
    times: { short: 5, long: 50 },
    organizations: [RACED_ORGANIZATION],
    run: raceForUnits,
  },
];

export function getScenario(name: string): Scenario {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario === undefined) {
    throw new Error(`There is no scenario "${name}"; there are ${SCENARIOS.map((s) => s.name).join(', ')}.`);
  }
  return scenario;
}
