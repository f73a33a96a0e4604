// Batches while workers and API processes are killed and answers are lost: each document is charged, analysed and told once,
// and what is told of it is its dossier, however often its slice was begun.
import { setTimeout as sleep } from 'node:timers/promises';
import { noteCanary } from '../../support/canaries.ts';
import { eventually } from '../../support/eventually.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import { fillDocuments } from '../../support/many-cases.ts';
import { joinSeen, promise } from '../licences/acts.ts';
import type { Act, Form, Scenario, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import type { SentBatch, ToldBatch } from './clients.ts';

/** `count` documents with `cases` each, in one batch of every organization; some have more than a slice takes. */
const FORMS: Record<
  Form,
  { count: number; cases: number; large: number; pauseMs: number; patienceMs: number }
> = {
  short: { count: 110, cases: 12, large: 1, pauseMs: 150, patienceMs: 120_000 },
  long: { count: 3400, cases: 20, large: 3, pauseMs: 8000, patienceMs: 900_000 },
};
const LARGE_CASES = 700;

async function fillRegistry({ databaseUrl, dossiers }: World, form: Form): Promise<void> {
  const { count, cases, large } = FORMS[form];
  await withKeptClient(databaseUrl, async (client) => {
    await client.query(
      `insert into registry.imports (source, state, ended_at) values ('cases', 'done', now())`,
    );
    const query = (sql: string, values: unknown[] = []): Promise<unknown> => client.query(sql, values);
    for (const [wanted, each] of [
      [count - large, cases],
      [large, LARGE_CASES],
    ] as const) {
      const documents = await fillDocuments({ query }, { count: wanted, cases: each });
      documents.forEach((document) => dossiers.set(document, each));
    }
  });
  noteCanary(...[...dossiers.keys()].slice(0, 20));
}

async function hurry({ databaseUrl }: World): Promise<void> {
  await withKeptClient(databaseUrl, (client) =>
    client.query(
      `update pgboss.job set start_after = now() where state < 'active' and start_after > now()
         and name in ('batches.run', 'analysis.run')`,
    ),
  );
}

/** Started before there is anything to do, so that they are the first to take a slice up. */
async function addDoomed({ world }: Act, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) await world.workers.add({ analysisOrder: 'kill@written' });
}

async function killWorker({ world: { workers }, random, form }: Act): Promise<void> {
  await eventually(() => workers.pids().length > 0, FORMS[form].patienceMs);
  await workers.kill(random.pick(workers.pids()));
}

async function countOpen({ databaseUrl }: World): Promise<number> {
  const sql = 'select from farol.batches where ended_at is null';
  return withKeptClient(databaseUrl, async (client) => (await client.query(sql)).rowCount ?? 0);
}

async function countTold({ databaseUrl }: World): Promise<number> {
  const sql = `select from farol.events where type = 'batch.completed'`;
  return withKeptClient(databaseUrl, async (client) => (await client.query(sql)).rowCount ?? 0);
}

async function killAll(act: Act): Promise<Seen> {
  const { world, clients, random, times, form } = act;
  const { pauseMs, patienceMs, count } = FORMS[form];
  await fillRegistry(world, form);
  const documents = [...world.dossiers.keys()];
  await addDoomed(act, times / 2);
  // The first thief stands before the database of the probe, which nobody uses here.
  const stealing = world.thieves.slice(1).map((thief) => thief.steal());
  const sending = LOADED_ORGANIZATIONS.map((id) => clients.batches.send(id, documents));
  let apiKills = 0;
  for (let kill = 0; kill < times / 2; kill += 1) {
    await sleep(random.between(pauseMs / 2, pauseMs));
    await killWorker(act);
    await world.killApi(random.pick([0, 1]));
    apiKills += 1;
  }
  const sent: SentBatch[] = await Promise.all(sending);
  await Promise.all(stealing);
  const isOver = async (): Promise<boolean> => {
    await hurry(world);
    return (await countOpen(world)) === 0;
  };
  const waitedMs = await eventually(isOver, patienceMs).catch(() => patienceMs);
  const told = await Promise.all(sent.map((batch) => clients.batches.tell(batch)));
  for (const batch of sent) await clients.batches.witness(batch);
  const isWhole = (batch: ToldBatch | null): boolean =>
    batch?.status === 'DONE' && batch.documents['done'] === count;
  const { ends } = world.workers;
  const died = ends.filter(({ how }) => how === 'died').length;
  return joinSeen(
    promise(
      `${ends.length} workers, ${died} of them in a commit, and ${apiKills} API processes were killed, ${stealing.length} answers lost`,
      died > 0,
    ),
    promise(
      `${sent.length} batches of ${count} documents; all had ended ${(waitedMs / 1000).toFixed(1)} s after the last kill`,
      told.every(isWhole) && (await countTold(world)) === sent.length,
    ),
  );
}

export const BATCH_KILLS: Scenario = {
  name: 'batch-kills',
  times: { short: 4, long: 10 },
  organizations: LOADED_ORGANIZATIONS,
  thieves: true,
  workers: () => ({ count: 1 }),
  // From the registry alone, which is what goes in slices. Half a dozen workers at once need connections for all of them.
  env: () => ({
    FAROL_LAWSUITS_SOURCE: 'none',
    FAROL_PROTESTS_SOURCE: 'none',
    FAROL_DATABASE_POOL_SIZE: '5',
  }),
  run: killAll,
};
