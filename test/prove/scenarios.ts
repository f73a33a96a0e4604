// All scenarios there are, and the two that attack single answers and single units.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/connect.ts';
import { grantUnits } from '../../src/features/plans/index.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import { createLog } from '../../src/platform/log.ts';
import { ANALYSIS_KILLS } from './analyses/kills.ts';
import { BATCH_KILLS } from './batches/kills.ts';
import { SCR_LIES, SCR_OUTAGE, SCR_SLOW } from './credit/faults.ts';
import { IMPORT_KILLS } from './import-kills.ts';
import { CNH_BROKEN, CNH_LIES } from './licences/broken.ts';
import { CNH_FLOOD, CNH_KILLS } from './licences/flood.ts';
import { CNH_OUTAGE } from './licences/outage.ts';
import { CNH_SLOW } from './licences/slow.ts';
import { CNH_ZOMBIES } from './licences/zombies.ts';
import { API_KILLS, DATABASE_KILLS } from './outages.ts';
import { POISON } from './poison.ts';
import { REFRESH_KILLS } from './refreshes/kills.ts';
import { underLoad } from './scenario.ts';
import type { Act, Scenario, Seen } from './scenario.ts';
import { LOADED_ORGANIZATIONS, PLAN, RACE_UNITS, RACED_ORGANIZATION } from './tenants.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WORKER_KILLS } from './worker-kills.ts';
import { ZOMBIE_WORKERS } from './zombie-workers.ts';

async function stealAnswers(act: Act): Promise<Seen> {
  const { world, random, times } = act;
  await underLoad(act, async () => {
    for (let theft = 0; theft < times; theft += 1) {
      await sleep(random.between(10, 60));
      await random.pick(world.thieves).steal();
    }
  });
  return { faults: [], figures: [] };
}

const RACERS = 500;

async function raceForUnits({ world, clients, times }: Act): Promise<Seen> {
  const { databaseUrl, cluster } = world;
  const log = createLog({ level: 'silent', process: 'prove' });
  const around = { config: cluster.configFor(databaseUrl), databaseUrl, log };
  const operator = connect(around, 'farol_operator', 'prove');
  const grant = { organizationId: RACED_ORGANIZATION, planId: PLAN, units: RACE_UNITS };
  const faults: Seen['faults'] = [];
  try {
    for (let round = 0; round < times; round += 1) {
      // The first round takes what the tenant was made with.
      if (round > 0) await operator.transaction(NO_SCOPE, (tx) => grantUnits(tx, grant));
      const outcomes = await Promise.all(
        Array.from({ length: RACERS }, () => clients.create(RACED_ORGANIZATION)),
      );
      const accepted = outcomes.filter(({ kind }) => kind === 'acknowledged').length;
      const detail = `round ${round + 1} accepted ${accepted} of ${RACE_UNITS}`;
      if (accepted !== RACE_UNITS) faults.push({ invariant: 'I6', detail });
    }
    return { faults, figures: [] };
  } finally {
    await operator.close();
  }
}

export const SCENARIOS: readonly Scenario[] = [
  API_KILLS,
  DATABASE_KILLS,
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
  WORKER_KILLS,
  ZOMBIE_WORKERS,
  POISON,
  IMPORT_KILLS,
  CNH_FLOOD,
  CNH_KILLS,
  CNH_ZOMBIES,
  CNH_SLOW,
  CNH_BROKEN,
  CNH_OUTAGE,
  CNH_LIES,
  SCR_OUTAGE,
  SCR_SLOW,
  SCR_LIES,
  ANALYSIS_KILLS,
  BATCH_KILLS,
  REFRESH_KILLS,
  WEBHOOKS,
];

export function getScenario(name: string): Scenario {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario === undefined) {
    throw new Error(`There is no scenario "${name}"; there are ${SCENARIOS.map((s) => s.name).join(', ')}.`);
  }
  return scenario;
}
