// Analyses while workers and API processes are killed and answers are lost: each is charged once and given back when it
// fails, each comes to its end, and what it tells is one list, however often it was begun.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_DOCUMENTS } from '../../../sandbox/server/test-documents.ts';
import { ANALYSIS_JOB } from '../../../src/features/analysis/index.ts';
import { noteCanary } from '../../support/canaries.ts';
import { eventually } from '../../support/eventually.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import { fillDocuments } from '../../support/many-cases.ts';
import { joinSeen, promise } from '../licences/acts.ts';
import type { Act, Form, Scenario, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { ANALYSIS_POINTS } from './orders.ts';
import { ENDED } from './stored.ts';

/** More cases than are written in one go are in the last of the sizes. */
const FORMS: Record<Form, { sizes: readonly number[]; loops: number; pauseMs: number; patienceMs: number }> =
  {
    short: { sizes: [0, 1, 40, 40, 6000], loops: 3, pauseMs: 300, patienceMs: 120_000 },
    long: { sizes: [0, 1, 40, 40, 300, 300, 6000, 20_000], loops: 6, pauseMs: 2000, patienceMs: 300_000 },
  };
/** One in so many is about a document that the source of lawsuits answers wrongly for, and fails. */
const HOPELESS_EVERY = 5;
const BETWEEN_MS = 500;
/** With more than these under way nobody asks for another, so that the last of them ends soon after the last kill. */
const MOST_OPEN = 12;
/** Not those at which it breaks down: it would be left alone, and everybody else would wait for it. */
const HOPELESS = LIVE_DOCUMENTS.filter(({ effect }) => effect === 'WRONG_PERSON').map(
  ({ document }) => document,
);

async function fillRegistry({ databaseUrl, dossiers }: World, sizes: readonly number[]): Promise<void> {
  await withKeptClient(databaseUrl, async (client) => {
    await client.query(
      `insert into registry.imports (source, state, ended_at) values ('cases', 'done', now())`,
    );
    for (const cases of sizes) {
      const query = (sql: string, values: unknown[] = []): Promise<unknown> => client.query(sql, values);
      const [document = ''] = await fillDocuments({ query }, { count: 1, cases });
      dossiers.set(document, cases);
    }
  });
  noteCanary(...dossiers.keys(), ...HOPELESS);
}

/** Steps that failed wait ever longer before they are tried again; here nobody has that time. */
async function hurry({ databaseUrl }: World): Promise<void> {
  await withKeptClient(databaseUrl, (client) =>
    client.query(
      `update pgboss.job set start_after = now() where name = $1 and state < 'active' and start_after > now()`,
      [ANALYSIS_JOB.name],
    ),
  );
}

async function countAnalyses({ databaseUrl }: World): Promise<Map<string, number>> {
  const sql = 'select status, count(*)::integer as n from farol.analyses group by 1';
  return withKeptClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ status: string; n: number }>(sql);
    return new Map(rows.map(({ status, n }) => [status, n]));
  });
}

async function countOpen(world: World): Promise<number> {
  const counts = await countAnalyses(world);
  return [...counts].reduce((sum, [status, n]) => (ENDED.includes(status) ? sum : sum + n), 0);
}

/** Or there is nobody left who would bring them to an end, which is the checker's to tell. */
async function areAllEnded(world: World): Promise<boolean> {
  await hurry(world);
  if ((await countOpen(world)) === 0) return true;
  const live = `select from pgboss.job where name = $1 and state < 'completed'`;
  return withKeptClient(
    world.databaseUrl,
    async (client) => (await client.query(live, [ANALYSIS_JOB.name])).rowCount === 0,
  );
}

function* countUp(): Generator<number> {
  for (let count = 0; ; count += 1) yield count;
}

/** The first is hopeless: however few are asked for, one fails. */
async function askOn(
  { world, clients, random }: Act,
  { turns, isOver }: { turns: Iterator<number>; isOver: () => boolean },
): Promise<void> {
  const documents = [...world.dossiers.keys()];
  while (!isOver()) {
    const isHopeless = Number(turns.next().value) % HOPELESS_EVERY === 0;
    await clients.analyse(random.pick(LOADED_ORGANIZATIONS), random.pick(isHopeless ? HOPELESS : documents));
    do await sleep(BETWEEN_MS);
    while (!isOver() && (await countOpen(world)) > MOST_OPEN);
  }
}

async function killWorker(act: Act, kill: number): Promise<void> {
  const { world, random, form } = act;
  const { workers } = world;
  const { patienceMs } = FORMS[form];
  if (kill % 2 === 0) {
    await eventually(() => workers.pids().length > 0, patienceMs);
    await workers.kill(random.pick(workers.pids()));
    return;
  }
  const point = ANALYSIS_POINTS[((kill - 1) / 2) % ANALYSIS_POINTS.length] ?? 'asked';
  const pid = await workers.add({ analysisOrder: `kill@${point}` });
  await eventually(async () => {
    await hurry(world);
    return workers.ends.some((end) => end.pid === pid);
  }, patienceMs);
}

async function killAll(act: Act): Promise<Seen> {
  const { world, random, times, form } = act;
  const { sizes, loops, pauseMs, patienceMs } = FORMS[form];
  await fillRegistry(world, sizes);
  let isOver = false;
  const turns = countUp();
  const asking = Array.from({ length: loops }, () => askOn(act, { turns, isOver: () => isOver }));
  let apiKills = 0;
  try {
    for (let kill = 0; kill < times; kill += 1) {
      await sleep(random.between(pauseMs / 2, pauseMs));
      await killWorker(act, kill);
      // The first thief stands before the database of the probe, which nobody uses here.
      await random.pick(world.thieves.slice(1)).steal();
      if (kill % 2 === 1) {
        await world.killApi(random.pick([0, 1]));
        apiKills += 1;
      }
    }
  } finally {
    isOver = true;
    await Promise.all(asking);
  }
  const waitedMs = await eventually(() => areAllEnded(world), patienceMs).catch(() => patienceMs);
  const counts = await countAnalyses(world);
  const [done, failed] = ENDED.map((status) => counts.get(status) ?? 0);
  const kills = world.workers.ends.length;
  return joinSeen(
    promise(
      `${kills} workers and ${apiKills} API processes were killed, ${times} answers lost`,
      kills >= times,
    ),
    promise(
      `${done} analyses done and ${failed} given back; all had ended ${(waitedMs / 1000).toFixed(1)} s after the last kill`,
      (done ?? 0) > 0 && (failed ?? 0) > 0 && counts.size === ENDED.length,
    ),
  );
}

export const ANALYSIS_KILLS: Scenario = {
  name: 'analysis-kills',
  times: { short: 4, long: 50 },
  organizations: LOADED_ORGANIZATIONS,
  thieves: true,
  workers: () => ({ count: 2 }),
  env: () => ({ FAROL_SOURCE_PROBE_SECONDS: '1' }),
  run: killAll,
};
