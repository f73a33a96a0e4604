// Workers die while radars and processes are refreshed from live sources, days pass, and once nobody is there for a whole day.
// Each run refreshes what an undisturbed one does, asks no more than it must, keeps to the budget, and tells the same.
import { join } from 'node:path';
import { startClockedChildren } from '../clocked-children.ts';
import type { ClockedChildren } from '../clocked-children.ts';
import { BUG_VARIABLE } from '../planted-bugs.ts';
import type { Random } from '../random.ts';
import type { Form, Scenario, Seen } from '../scenario.ts';
import { checkRuns, comparePlays } from './checks.ts';
import type { Played } from './checks.ts';
import { openOffice } from './office.ts';
import type { Office, Size } from './office.ts';
import { FIRST_DUE, planCalm, planRuns } from './plan.ts';
import type { Run } from './plan.ts';
import type { RefreshBug } from './planted-bugs.ts';
import { playRuns } from './play.ts';
import { openRefreshSource } from './source.ts';

type Sizes = { readonly rounds: number; readonly sizes: readonly Size[] };

const FORMS: Readonly<Record<Form, Sizes>> = {
  short: {
    rounds: 1,
    sizes: [
      { radars: 10, processes: 6, budget: 1000 },
      { radars: 5, processes: 4, budget: 4 },
    ],
  },
  long: {
    rounds: 4,
    sizes: [
      { radars: 100, processes: 60, budget: 1000 },
      { radars: 30, processes: 20, budget: 25 },
    ],
  },
};
const WORKERS = 2;
const SCRIPT = new URL('./worker-process.ts', import.meta.url);

export type RefreshWork = {
  /** One for the undisturbed play and one for the other, both without radars. */
  databaseUrls: { calm: string; disturbed: string };
  /** Of workers. */
  env: Record<string, string>;
  folder: string;
  random: Random;
  times: number;
  form: Form;
  bug: RefreshBug | null;
};

type Opened = { played: Played; office: Office; kills: number };

async function open(
  work: RefreshWork,
  { databaseUrl, runs, kills }: { databaseUrl: string; runs: readonly Run[]; kills: number },
): Promise<Opened> {
  const { form, random, folder, bug } = work;
  const office = await openOffice(databaseUrl, FORMS[form].sizes, FIRST_DUE);
  let workers: ClockedChildren | null = null;
  const source = await openRefreshSource(() => Date.now() + (workers?.offsetMs() ?? 0));
  try {
    workers = await startClockedChildren(SCRIPT, {
      // What is planted must be found: a kill then hits whoever is at work.
      count: bug === null ? WORKERS : 1,
      env: {
        ...work.env,
        ...source.settings,
        FAROL_DATABASE_URL: databaseUrl,
        ...(bug === null ? {} : { [BUG_VARIABLE]: bug }),
      },
      logFile: join(folder, 'refresher.log'),
    });
    const played = await playRuns({ form, runs, random, office, source, workers, kills, killed: 0 });
    return { played, office, kills: workers.kills() };
  } finally {
    await workers?.close();
    await source.close();
  }
}

function toSeen(details: readonly string[], figures: string[]): Seen {
  return { faults: details.map((detail) => ({ invariant: 'RF', detail })), figures };
}

const sumOf = (counts: Iterable<number>): number => Array.from(counts).reduce((sum, count) => sum + count, 0);

export async function playRefreshes(work: RefreshWork): Promise<Seen> {
  const { databaseUrls, form, times, bug } = work;
  const runs = planRuns(FORMS[form].rounds);
  const wish = { databaseUrl: databaseUrls.disturbed, runs: bug === null ? runs : runs.slice(0, 1) };
  const undisturbed = { databaseUrl: databaseUrls.calm, runs: planCalm(runs), kills: 0 };
  // Side by side: what is disturbed waits for leases most of the time.
  const [{ played, office, kills }, calm] = await Promise.all([
    open(work, { ...wish, kills: times }),
    bug === null ? open(work, undisturbed) : null,
  ]);
  const faults = checkRuns(played, office.organizations);
  if (calm === null) return toSeen(faults, []);
  const inFlight = sumOf(played.runs.flatMap((run) => [...run.inFlight.values()]));
  const figures = [
    `${played.runs.length} runs, ${runs.filter(({ isMissed }) => isMissed).length} of them made up, ` +
      `${sumOf(played.runs.map(({ refreshed }) => refreshed.length))} refreshes, ${kills} kills with ${inFlight} in flight, ` +
      `${sumOf(played.runs.flatMap(({ asked }) => [...asked.values()]))} questions, ${played.events.length} events`,
  ];
  return toSeen(
    [
      ...faults,
      ...checkRuns(calm.played, calm.office.organizations).map((fault) => `undisturbed, ${fault}`),
      ...comparePlays(played, calm.played),
      ...(inFlight === 0 ? ['no kill found anything in flight, so nothing was proved'] : []),
    ],
    figures,
  );
}

export const REFRESH_KILLS: Scenario = {
  name: 'refresh-kills',
  times: { short: 4, long: 50 },
  organizations: [],
  run: async ({ world: { cluster }, random, times, form }) => {
    // Databases of their own: the workers beside them have the time of today.
    const names = { calm: 'prove_refreshes_calm', disturbed: 'prove_refreshes_disturbed' };
    const make = async (name: string): Promise<string> => {
      await cluster.dropDatabase(name);
      return cluster.createDatabase(name);
    };
    const databaseUrls = { calm: await make(names.calm), disturbed: await make(names.disturbed) };
    const { folder } = cluster;
    const env = cluster.environmentFor(databaseUrls.disturbed);
    try {
      return await playRefreshes({ databaseUrls, env, folder, random, times, form, bug: null });
    } finally {
      await cluster.dropDatabase(names.calm);
      await cluster.dropDatabase(names.disturbed);
    }
  },
};
