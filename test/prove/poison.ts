// Jobs that throw, block, crash and let promises fail, among healthy ones: they end as dead letters, and nobody else
// notices for long.
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { withKeptClient } from '../support/kept-connections.ts';
import type { Clients } from './clients.ts';
import { POISONS } from './misbehaviour.ts';
import type { Poison } from './misbehaviour.ts';
import type { Act, Form, Scenario, Seen } from './scenario.ts';
import { LOADED_ORGANIZATIONS } from './tenants.ts';
import type { World } from './world.ts';

/** A blocked worker costs twelve seconds an attempt, so it is left to the long form; three attempts reach solitude. */
const FORMS: Record<Form, { kinds: readonly Poison[]; maxAttempts: number; patienceMs: number }> = {
  short: { kinds: ['throw', 'reject', 'abort'], maxAttempts: 3, patienceMs: 90_000 },
  long: { kinds: POISONS, maxAttempts: 5, patienceMs: 400_000 },
};
const LOOPS = 4;
const PAUSE_MS = 30;

/** Requests that arrive together share a job; who poisons must not poison others with it, so these go one by one. */
async function sendSingly(clients: Clients, organizationId: number, kinds: readonly Poison[]): Promise<void> {
  for (const kind of kinds) {
    await clients.create(organizationId);
    await clients.create(organizationId, kind);
  }
  await clients.create(organizationId);
}

async function sendHealthy(clients: Clients, organizationId: number, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await clients.create(organizationId);
    await sleep(PAUSE_MS);
  }
}

/** Laid aside and told of: whoever only looks at the letters is early, since the event comes with the telling. */
async function countFailed({ databaseUrl }: World): Promise<number> {
  const sql = `select from farol.probes where status = 'FAILED'`;
  return withKeptClient(databaseUrl, async (client) => (await client.query(sql)).rowCount ?? 0);
}

async function poisonJobs({ world, clients, times, form }: Act): Promise<Seen> {
  const { kinds, maxAttempts, patienceMs } = FORMS[form];
  const poisons = Array.from({ length: Math.max(kinds.length, Math.round(times / 100)) }, (_, index) =>
    String(kinds[index % kinds.length]),
  ) as Poison[];
  const [poisoned = 0, ...healthy] = LOADED_ORGANIZATIONS.toReversed();
  await Promise.all([
    sendSingly(clients, poisoned, poisons),
    ...Array.from({ length: LOOPS }, (_, index) =>
      sendHealthy(clients, healthy[index % healthy.length] ?? 0, Math.ceil(times / LOOPS)),
    ),
  ]);
  const startedAt = performance.now();
  await eventually(async () => (await countFailed(world)) >= poisons.length, patienceMs).catch(
    () => undefined,
  );
  const failed = await countFailed(world);
  const waited = ((performance.now() - startedAt) / 1000).toFixed(0);
  const figure = `${failed} of ${poisons.length} poison jobs were laid aside after ${waited} s and at most ${maxAttempts} attempts, ${world.workers.ends.length} workers died`;
  return {
    figures: [figure],
    faults: failed === poisons.length ? [] : [{ invariant: 'SL', detail: figure }],
  };
}

export const POISON: Scenario = {
  name: 'poison',
  times: { short: 200, long: 1000 },
  organizations: LOADED_ORGANIZATIONS,
  workers: (form) => ({ count: 2, maxAttempts: FORMS[form].maxAttempts }),
  run: poisonJobs,
};
