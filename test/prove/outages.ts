// Processes and the database are killed under load: nothing is lost, and callers are served or told so in time.
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { judgeAvailability, judgeOutage } from './availability.ts';
import { underLoad } from './scenario.ts';
import type { Act, Scenario, Seen } from './scenario.ts';
import { LOADED_ORGANIZATIONS } from './tenants.ts';
import type { World } from './world.ts';

async function killApis(act: Act): Promise<Seen> {
  const { world, clients, random, times } = act;
  await underLoad(act, async () => {
    for (let kill = 0; kill < times; kill += 1) {
      await sleep(random.between(300, 1000));
      await world.killApi(random.pick([0, 1]));
    }
  });
  return judgeAvailability(clients.tally);
}

const READY_WITHIN_MS = 15_000;

/** How long each process takes until it calls itself ready. */
function measureReady({ addresses, requests }: World): Promise<number[]> {
  return Promise.all(
    addresses().map((address) => {
      const wanted = { method: 'GET', url: `${address}/health/ready`, headers: {} };
      return eventually(
        async () => (await requests.send(wanted).catch(() => null))?.status === 200,
        READY_WITHIN_MS,
      );
    }),
  );
}

async function killDatabase(act: Act): Promise<Seen> {
  const { world, clients, random, times, form } = act;
  const [shortest, longest] = form === 'long' ? [2000, 8000] : [500, 2000];
  const readyMs: number[] = [];
  await underLoad(act, async () => {
    for (let kill = 0; kill < times; kill += 1) {
      await sleep(random.between(shortest, longest));
      await world.cluster.killAndRestart();
      readyMs.push(...(await measureReady(world)));
    }
    // Long enough for every process to have found the database again.
    await sleep(1500);
  });
  return judgeOutage(clients.tally, readyMs);
}

export const API_KILLS: Scenario = {
  name: 'api-kills',
  times: { short: 10, long: 200 },
  organizations: LOADED_ORGANIZATIONS,
  run: killApis,
};

export const DATABASE_KILLS: Scenario = {
  name: 'database-kills',
  times: { short: 5, long: 50 },
  organizations: LOADED_ORGANIZATIONS,
  run: killDatabase,
};
