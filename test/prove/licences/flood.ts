// Requests by the thousand at once: undisturbed each is fetched once, and while workers are killed only what was in flight
// is fetched again.
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import type { Act, Form, Scenario, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { awaitFinal, joinSeen, listFinal, promise, requestAll, searchLogs } from './acts.ts';
import { createDocuments } from './documents.ts';
import { KILL_POINTS } from './orders.ts';

/** A lost request is found soon, and nobody waits for it longer than leases and a busy machine take. */
const PATIENCE_MS: Record<Form, number> = { short: 40_000, long: 600_000 };

/** As the sandbox itself tells it. */
async function countCalls({ register, requests }: World): Promise<Map<string, number>> {
  const { body } = await requests.send({ method: 'GET', url: `${register.url}/sandbox/calls`, headers: {} });
  const { senatran } = JSON.parse(body) as { senatran: { documents: Record<string, number> } };
  return new Map(Object.entries(senatran.documents));
}

async function judgeEnds(world: World, wanted: number): Promise<Seen> {
  const final = await listFinal(world);
  const failed = final.filter(({ status }) => status === 'ERROR').length;
  const detail = `${final.length} of ${wanted} requests are final, ${failed} of them as errors`;
  return promise(detail, final.length === wanted && failed === 0);
}

/** Beyond its first call a document may be asked for once more for each kill that found it in flight. */
async function judgeCalls(
  world: World,
  documents: readonly string[],
  allowed: Map<string, number>,
): Promise<Seen> {
  const calls = await countCalls(world);
  const wrong = documents.filter((document) => {
    const times = calls.get(document) ?? 0;
    return times < 1 || times > 1 + (allowed.get(document) ?? 0);
  });
  const total = documents.reduce((sum, document) => sum + (calls.get(document) ?? 0), 0);
  const inFlight = [...allowed.values()].reduce((sum, times) => sum + times, 0);
  return {
    figures: [`${documents.length} requests, ${total} fetches, ${inFlight} in flight at the kills`],
    faults:
      wrong.length === 0
        ? []
        : [{ invariant: 'I4', detail: `${wrong.length} documents were not fetched as often as they may be` }],
  };
}

async function flood(act: Act): Promise<Seen> {
  const { world, times, form } = act;
  const documents = createDocuments().takeMany(times);
  const startedAt = performance.now();
  await requestAll(act, documents);
  const sentMs = performance.now() - startedAt;
  await awaitFinal(world, PATIENCE_MS[form]);
  const endedMs = performance.now() - startedAt;
  return joinSeen(
    promise(
      `${times} requests were taken within ${(sentMs / 1000).toFixed(1)} s and final after ${(endedMs / 1000).toFixed(1)} s`,
      true,
    ),
    await judgeEnds(world, times),
    await judgeCalls(world, documents, new Map()),
    { figures: [], faults: await searchLogs(world, documents) },
  );
}

export const CNH_FLOOD: Scenario = {
  name: 'cnh-flood',
  times: { short: 500, long: 10_000 },
  organizations: LOADED_ORGANIZATIONS,
  workers: () => ({ count: 2 }),
  run: flood,
};

const FORMS: Record<Form, { requests: number; pauseMs: number }> = {
  short: { requests: 500, pauseMs: 300 },
  long: { requests: 10_000, pauseMs: 2000 },
};
/** So long every call is in flight. */
const LATENCY_MS = 100;
const MOST_BATCHES = 200;

type Sent = {
  documents: string[];
  /** By the ids of their requests. */
  byId: Map<string, string>;
  send(count: number): Promise<void>;
};

function createSent(act: Act): Sent {
  const source = createDocuments();
  const documents: string[] = [];
  const byId = new Map<string, string>();
  return {
    documents,
    byId,
    send: async (count) => {
      const more = source.takeMany(count);
      documents.push(...more);
      await requestAll(act, more, byId);
    },
  };
}

/** At any moment while calls are in flight. Both resolve to how much of the batch is still to be sent. */
async function killAtRandom({ world, random, form }: Act, sent: Sent, batch: number): Promise<number> {
  const { workers, register } = world;
  const before = register.calls.length;
  const sending = sent.send(batch);
  await eventually(() => register.calls.length > before, PATIENCE_MS[form]);
  await sleep(random.between(0, 2 * LATENCY_MS));
  // Those that were killed before may still be starting again.
  await eventually(() => workers.pids().length > 0, PATIENCE_MS[form]);
  await workers.kill(random.pick(workers.pids()));
  await sending;
  return 0;
}

/** The worker dies at the first request that it gets; others may be faster, so there are more until it has had one. */
async function killAtPoint({ world: { workers }, random }: Act, sent: Sent, batch: number): Promise<number> {
  const pid = await workers.add({ licenceOrder: `kill@${random.pick(KILL_POINTS)}` });
  const part = Math.ceil(batch / 10);
  let tries = 0;
  for (; tries < MOST_BATCHES && !workers.ends.some((end) => end.pid === pid); tries += 1) {
    await sent.send(part);
    await sleep(LATENCY_MS);
  }
  return Math.max(0, batch - tries * part);
}

/**
 * Notes what was asked for since it was last noted and is not settled. Nobody takes up what the dead worker held before its
 * lease has ended, so there is time to look; what the others have in flight is noted with it.
 */
async function noteInFlight(world: World, { byId }: Sent, allowed: Map<string, number>): Promise<void> {
  const asked = Map.groupBy(world.register.calls, ({ document }) => document);
  const settled = new Set((await listFinal(world)).map(({ id }) => byId.get(id) ?? ''));
  for (const [document, calls] of asked) {
    const noted = allowed.get(document) ?? 0;
    if (!settled.has(document) && calls.length > noted) allowed.set(document, noted + 1);
  }
}

async function killWorkers(act: Act): Promise<Seen> {
  const { world, random, times, form } = act;
  const { requests, pauseMs } = FORMS[form];
  world.register.sandbox.behave('senatran', { latencyMs: LATENCY_MS });
  const sent = createSent(act);
  const allowed = new Map<string, number>();
  // Half of them at once before the first kill, and the rest in between.
  const sending = sent.send(Math.ceil(requests / 2));
  const batch = Math.ceil(requests / 2 / times);
  for (let kill = 0; kill < times; kill += 1) {
    const rest = await (kill % 2 === 0 ? killAtRandom : killAtPoint)(act, sent, batch);
    await noteInFlight(world, sent, allowed);
    await sent.send(rest);
    await sleep(random.between(0, pauseMs));
  }
  await sending;
  const waitedMs = await awaitFinal(world, PATIENCE_MS[form]);
  const kills = world.workers.ends.length;
  return joinSeen(
    promise(
      `${kills} workers were killed; all was final ${(waitedMs / 1000).toFixed(1)} s after the last`,
      kills === times && allowed.size > 0,
    ),
    await judgeEnds(world, sent.documents.length),
    await judgeCalls(world, sent.documents, allowed),
    { figures: [], faults: await searchLogs(world, sent.documents) },
  );
}

export const CNH_KILLS: Scenario = {
  name: 'cnh-kills',
  times: { short: 4, long: 50 },
  organizations: LOADED_ORGANIZATIONS,
  workers: () => ({ count: 2 }),
  run: killWorkers,
};
