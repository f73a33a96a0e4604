// Workers are stopped between the source's answer and its settlement, taken for dead, and go on while another holds their
// request or has settled it. The source tells something else by then, so what a late write left would be seen.
import { addYears } from '../../../sandbox/server/days.ts';
import { licenceOf } from '../../../sandbox/server/licences.ts';
import { LICENCE_JOB } from '../../../src/features/driver-licences/index.ts';
import { eventually } from '../../support/eventually.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import type { Act, Scenario, Seen } from '../scenario.ts';
import { drainJobs } from '../stored-jobs.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { listFinal, promise, readLines } from './acts.ts';
import { createDocuments } from './documents.ts';
import type { Documents } from './documents.ts';

/** Those that are stopped keep their connections, of which the database has a hundred. */
const MOST_AT_ONCE = 3;
const PATIENCE_MS = 20_000;
const REFUSED_WITHIN_MS = 3000;
const REFUSAL = 'a fenced attempt was refused';
/** Within these a licence is renewed at least once. */
const YEARS = 11;

type Zombie = { requestId: string; document: string; jobId: string; worker: number };

/** Whose licence is another one by now. */
function takeRenewed(documents: Documents, today: string): string {
  return documents.take((document) => {
    const earlier = licenceOf(document, addYears(today, -YEARS), null);
    return earlier !== null && earlier.issuedOn !== licenceOf(document, today, null)?.issuedOn;
  });
}

async function findJob({ databaseUrl }: World, requestId: string): Promise<string> {
  const sql = `select id::text from pgboss.job where name = $1 and data -> 'requestIds' ? $2`;
  return withKeptClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(sql, [LICENCE_JOB.name, requestId]);
    return rows[0]?.id ?? '';
  });
}

/** One request after the other, each taken by a worker that is stopped with the answer in its hands. */
async function makeZombies({ world, clients, random }: Act, documents: readonly string[]): Promise<Zombie[]> {
  const { workers } = world;
  const settings = { licenceOrder: 'stop@asked', licenceJob: { slots: 1 } } as const;
  const waiting = new Set(await Promise.all(documents.map(() => workers.add(settings))));
  const zombies: Zombie[] = [];
  for (const document of documents) {
    const { id } = await clients.request(random.pick(LOADED_ORGANIZATIONS), document);
    const requestId = id ?? '';
    await eventually(async () => {
      const halted = await Promise.all([...waiting].map((pid) => workers.isHalted(pid)));
      const worker = [...waiting].find((_pid, index) => halted[index]);
      if (worker === undefined) return false;
      waiting.delete(worker);
      zombies.push({ requestId, document, jobId: await findJob(world, requestId), worker });
      return true;
    }, PATIENCE_MS);
  }
  return zombies;
}

async function resume(world: World, zombies: readonly Zombie[]): Promise<number> {
  zombies.forEach(({ worker }) => world.workers.resume(worker));
  let refused = 0;
  await eventually(async () => {
    const told = (await readLines(world)).filter(({ msg }) => msg === REFUSAL);
    refused = zombies.filter(({ jobId }) => told.some((line) => line.jobId === jobId)).length;
    return refused === zombies.length;
  }, REFUSED_WITHIN_MS).catch(() => undefined);
  return refused;
}

async function playRound(act: Act, documents: Documents, count: number): Promise<number> {
  const { world } = act;
  const { sandbox, calls } = world.register;
  const today = sandbox.today();
  sandbox.travelTo(addYears(today, -YEARS));
  const zombies = await makeZombies(
    act,
    Array.from({ length: count }, () => takeRenewed(documents, today)),
  );
  sandbox.travelTo(null);
  const successor = await world.workers.add({ licenceOrder: 'hold@asked', licenceJob: { slots: count } });
  const isAskedAgain = ({ document }: Zombie): boolean =>
    calls.filter((call) => call.document === document).length === 2;
  await eventually(() => zombies.every(isAskedAgain), PATIENCE_MS);
  const early = zombies.slice(0, Math.ceil(count / 2));
  const refusedEarly = await resume(world, early);
  await eventually(async () => {
    const final = new Set((await listFinal(world)).map(({ id }) => id));
    return zombies.every(({ requestId }) => final.has(requestId));
  }, PATIENCE_MS);
  const refusedLate = await resume(world, zombies.slice(early.length));
  await drainJobs(world.databaseUrl);
  await Promise.all(
    [successor, ...zombies.map(({ worker }) => worker)].map((pid) => world.workers.stop(pid)),
  );
  return refusedEarly + refusedLate;
}

async function wakeZombies(act: Act): Promise<Seen> {
  const { times } = act;
  const documents = createDocuments();
  let refused = 0;
  for (let left = times; left > 0; left -= MOST_AT_ONCE) {
    refused += await playRound(act, documents, Math.min(left, MOST_AT_ONCE));
  }
  return promise(`${refused} of ${times} stale answers were refused and told`, refused === times);
}

export const CNH_ZOMBIES: Scenario = {
  name: 'cnh-zombies',
  times: { short: 2, long: 20 },
  organizations: LOADED_ORGANIZATIONS,
  // Numbers events and takes no request itself.
  workers: () => ({ count: 1, licenceJob: { slots: 0 } }),
  run: wakeZombies,
};
