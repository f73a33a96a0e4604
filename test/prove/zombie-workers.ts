// Workers are stopped right before they settle, taken for dead, and go on when another one holds their job or has done
// it: whatever they write then is refused.
import { readFile } from 'node:fs/promises';
import { eventually } from '../support/eventually.ts';
import { withKeptClient } from '../support/kept-connections.ts';
import type { Act, Scenario, Seen } from './scenario.ts';
import { drainJobs, findRuns } from './stored-jobs.ts';
import { LOADED_ORGANIZATIONS } from './tenants.ts';
import type { World } from './world.ts';

/** So many are stopped at once; they wait for the end of their leases together. */
const MOST_AT_ONCE = 5;
const PATIENCE_MS = 20_000;
const REFUSED_WITHIN_MS = 3000;
const REFUSAL = 'a fenced attempt was refused';

type Zombie = { requestId: string; jobId: string; worker: number };

async function isDone({ databaseUrl }: World, { requestId }: Zombie): Promise<boolean> {
  const sql = `select from farol.probes where id = $1 and status = 'DONE'`;
  return withKeptClient(databaseUrl, async (client) => (await client.query(sql, [requestId])).rowCount === 1);
}

/** One request after the other, so that each is a job of its own and goes to a worker that has none. */
async function makeZombies({ world, clients, random }: Act, count: number): Promise<Zombie[]> {
  const zombies: Zombie[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await clients.create(random.pick(LOADED_ORGANIZATIONS), 'stop@asked');
    const requestId = id ?? '';
    await eventually(async () => {
      const [run] = await findRuns(world.databaseUrl, requestId);
      if (run === undefined || !(await world.workers.isHalted(run.worker))) return false;
      zombies.push({ requestId, jobId: run.jobId, worker: run.worker });
      return true;
    }, PATIENCE_MS);
  }
  return zombies;
}

/** Lets them go on, and counts those whose refusal is told in time. */
async function resume({ workers, workerLog }: World, zombies: readonly Zombie[]): Promise<number> {
  zombies.forEach(({ worker }) => workers.resume(worker));
  let refused = 0;
  await eventually(async () => {
    const lines = (await readFile(workerLog, 'utf8')).split('\n').filter((line) => line.includes(REFUSAL));
    refused = zombies.filter(({ jobId }) => lines.some((line) => line.includes(jobId))).length;
    return refused === zombies.length;
  }, REFUSED_WITHIN_MS).catch(() => undefined);
  return refused;
}

async function playRound(act: Act, count: number): Promise<number> {
  const { world } = act;
  const zombies = await makeZombies(act, count);
  const successor = await world.workers.add({ slots: MOST_AT_ONCE });
  await eventually(async () => {
    const runs = await Promise.all(zombies.map(({ requestId }) => findRuns(world.databaseUrl, requestId)));
    return runs.every((list) => list.some(({ worker }) => worker === successor));
  }, PATIENCE_MS);
  const early = zombies.slice(0, Math.ceil(count / 2));
  const refusedEarly = await resume(world, early);
  await eventually(
    async () => (await Promise.all(zombies.map((zombie) => isDone(world, zombie)))).every(Boolean),
    PATIENCE_MS,
  );
  const refusedLate = await resume(world, zombies.slice(early.length));
  await drainJobs(world.databaseUrl);
  await world.workers.stop(successor);
  return refusedEarly + refusedLate;
}

async function wakeZombies(act: Act): Promise<Seen> {
  const { times } = act;
  let refused = 0;
  for (let left = times; left > 0; left -= MOST_AT_ONCE) {
    refused += await playRound(act, Math.min(left, MOST_AT_ONCE));
  }
  const figure = `${refused} of ${times} stale writes were refused and told`;
  return { figures: [figure], faults: refused === times ? [] : [{ invariant: 'SL', detail: figure }] };
}

export const ZOMBIE_WORKERS: Scenario = {
  name: 'zombie-workers',
  times: { short: 2, long: 20 },
  organizations: LOADED_ORGANIZATIONS,
  workers: (form) => ({ count: form === 'long' ? MOST_AT_ONCE : 2, slots: 1 }),
  run: wakeZombies,
};
