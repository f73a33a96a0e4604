// One scenario from the opening of its world to the checker's word.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnalysisRecords } from './analyses/stored.ts';
import { check } from './checker.ts';
import type { Faults } from './checker.ts';
import { createClients } from './clients.ts';
import type { Cluster } from './cluster.ts';
import { startFollower } from './follower.ts';
import type { Follower } from './follower.ts';
import { openJournal } from './journal.ts';
import { readRecords } from './licences/stored.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { createRandom } from './random.ts';
import type { Form, Scenario } from './scenario.ts';
import { drainJobs } from './stored-jobs.ts';
import { readProgress, readStored } from './stored.ts';
import type { Stored } from './stored.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

export type Proof = {
  name: string;
  seed: number;
  /** Kills, thefts or rounds. */
  times: number;
  sent: number;
  acknowledged: number;
  ambiguous: number;
  seconds: number;
  faults: Faults;
  /** What was measured, in words. */
  figures: string[];
};

export type ProveOptions = {
  scenario: Scenario;
  form: Form;
  seed: number;
  /** Journals are kept here. */
  journalDir: string;
  bug?: PlantedBug;
  /** Instead of what the form says. */
  times?: number;
};

const DRAIN_MS = 8000;

/**
 * Until all jobs are done, everything is numbered and the followers have been told; the checker says so when that never
 * comes.
 */
async function drain(
  world: World,
  followers: readonly Follower[],
): Promise<Pick<Stored, 'records' | 'analysisRecords'>> {
  await drainJobs(world.databaseUrl);
  const records = await readRecords(world);
  const analysisRecords = await readAnalysisRecords(world);
  const deadline = performance.now() + DRAIN_MS;
  while (performance.now() < deadline) {
    const { isNumbered, events } = await readProgress(world.databaseUrl);
    const areTold = followers.every(
      ({ organizationId, seen }) => seen() >= (events.get(organizationId) ?? 0),
    );
    if (isNumbered && areTold) break;
    await sleep(50);
  }
  // Whatever is told twice comes after what was awaited.
  await sleep(200);
  return { records, analysisRecords };
}

export async function prove(cluster: Cluster, options: ProveOptions): Promise<Proof> {
  const { scenario, form, seed, bug = null } = options;
  const startedAt = performance.now();
  const times = options.times ?? scenario.times[form];
  const name = bug ?? scenario.name;
  const world = await openWorld(cluster, {
    name,
    bug,
    thieves: scenario.thieves ?? false,
    workers: scenario.workers?.(form) ?? { count: 1 },
    env: scenario.env?.(form) ?? {},
  });
  const journal = await openJournal(join(options.journalDir, `${name}.journal`));
  // Streams of their own: how the clients interleave does not move the kills.
  const [random, clientRandom, followerRandom] = [
    createRandom(seed),
    createRandom(seed + 1),
    createRandom(seed + 2),
  ];
  const followers = scenario.organizations.map((organizationId) =>
    startFollower({ world, journal, random: followerRandom }, organizationId),
  );
  try {
    const clients = createClients({ world, journal, random: clientRandom });
    const seen = await scenario.run({ world, clients, random, times, form });
    const read = await drain(world, followers);
    await Promise.all(followers.map((follower) => follower.close()));
    await journal.close();
    const stored = await readStored(cluster.configFor(world.databaseUrl), world.databaseUrl, read);
    const { source, register, dossiers } = world;
    const searches = register.sandbox.searches.judit.map(({ document }) => document);
    const searched = { dossiers, searches };
    const outside = { followed: scenario.organizations, calls: source.calls, register, searched };
    const faults = check(journal.entries, stored, outside);
    seen.faults.forEach(({ invariant, detail }) => faults[invariant].push(detail));
    const count = (kind: string): number => journal.entries.filter((entry) => entry.kind === kind).length;
    return {
      name,
      seed,
      times,
      sent: count('sent'),
      acknowledged: new Set(
        journal.entries.flatMap((entry) => (entry.kind === 'acknowledged' ? [entry.key] : [])),
      ).size,
      ambiguous: count('ambiguous'),
      seconds: (performance.now() - startedAt) / 1000,
      faults,
      figures: seen.figures,
    };
  } finally {
    await Promise.all(followers.map((follower) => follower.close()));
    await journal.close();
    await world.close();
  }
}
