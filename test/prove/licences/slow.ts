// A source that keeps a part of the calls waiting for ever: it holds no more of a worker than its share, nobody else waits
// for it, and what it never answers ends by the rule.
import { setTimeout as sleep } from 'node:timers/promises';
import { withKeptClient } from '../../support/kept-connections.ts';
import { percentile } from '../availability.ts';
import type { Act, Form, Scenario, Seen } from '../scenario.ts';
import { readRuns } from '../stored-jobs.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { awaitFinal, joinSeen, listFinal, promise, requestAll, searchLogs } from './acts.ts';
import { createDocuments } from './documents.ts';
import type { Documents } from './documents.ts';
import { drip, neverAnswer } from './spoilt-answers.ts';
import { readRecord } from './stored.ts';

/** `share`: of so many looks, with fewer of them less tells of a busy machine. */
const FORMS: Record<Form, { deadlineMs: number; probeSeconds: number; looks: number; share: number }> = {
  short: { deadlineMs: 1500, probeSeconds: 1, looks: 40, share: 0.9 },
  long: { deadlineMs: 20_000, probeSeconds: 30, looks: 500, share: 0.99 },
};
const CONCURRENCY = 20;
/** Of the requests one in five is kept waiting, and of those one in four for ever. */
const SPOILT_EVERY = 5;
const HOPELESS_EVERY = 20;
/** Above what the calls that hang take in their places: in the long form 250 of 20 s each, 20 at once. */
const PATIENCE_MS = 900_000;
/** For a busy machine. */
const SLACK_MS = 1000;
const NOISE_MS = 250;
const OTHERS_EVERY_MS = 500;

type Looks = { readsMs: number[]; startsMs: number[] };

/** How long reads take, and how long jobs of another kind wait for their start, one after the other. */
async function look({ world, clients }: Act, document: string, count: number): Promise<Looks> {
  const [organizationId = 0] = LOADED_ORGANIZATIONS;
  const readsMs: number[] = [];
  const created = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await readRecord({ world }, organizationId, `document/${document}`);
    readsMs.push(performance.now() - startedAt);
    const { id } = await clients.create(organizationId);
    created.set(id ?? '', Date.now());
  }
  const runs = await withKeptClient(world.databaseUrl, (client) => readRuns(client));
  const startsMs = runs.flatMap(({ requestIds, atMs }) =>
    requestIds.flatMap((id) => {
      const at = created.get(id);
      return at === undefined ? [] : [Math.max(0, atMs - at)];
    }),
  );
  return { readsMs, startsMs };
}

function compare(
  what: string,
  share: number,
  [before, during]: readonly [readonly number[], readonly number[]],
): Seen {
  const [usual, slowed] = [percentile(before, share), percentile(during, share)];
  return promise(
    `${what}: p${100 * share} ${usual.toFixed(1)} ms before, ${slowed.toFixed(1)} ms while calls hang`,
    slowed <= 2 * usual + NOISE_MS,
  );
}

/**
 * One after the other, for as long as the work takes. Were those that hang the only ones to ask, every call that could show that the
 * source is well would be theirs: it would be left alone, and those that hang once might never have their second turn.
 */
async function whileOthersAsk({ clients }: Act, documents: Documents, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const working = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    await clients.request(LOADED_ORGANIZATIONS[0] ?? 0, documents.take());
    await Promise.race([sleep(OTHERS_EVERY_MS), working]);
  }
  await working;
}

/** So old that the rule gives up on whatever the source still does not answer. */
async function age({ databaseUrl }: World): Promise<void> {
  await withKeptClient(databaseUrl, (client) =>
    client.query(
      `update farol.licence_requests set created_at = created_at - interval '1 hour'
       where status in ('PENDING', 'PROCESSING')`,
    ),
  );
}

async function hang(act: Act): Promise<Seen> {
  const { world, clients, times, form } = act;
  const { deadlineMs, looks, share } = FORMS[form];
  const { register } = world;
  const documents = createDocuments();
  const [first = '', ...rest] = documents.takeMany(times + 1);
  await clients.request(LOADED_ORGANIZATIONS[0] ?? 0, first);
  await awaitFinal(world, PATIENCE_MS);
  const before = await look(act, first, looks);
  const spoilt = rest.filter((_document, index) => index % SPOILT_EVERY === 0);
  const hopeless = rest.filter((_document, index) => index % HOPELESS_EVERY === 0);
  spoilt.forEach((document, index) =>
    register.doom(document, {
      spoil: index % 2 === 0 ? neverAnswer : drip,
      calls: hopeless.includes(document) ? Infinity : 1,
    }),
  );
  await requestAll(act, rest);
  // What the source does answer is work like any other, and for a moment there is much of it.
  await awaitFinal(world, PATIENCE_MS, spoilt.length);
  const hanging = register.open();
  const during = await look(act, first, looks);
  await whileOthersAsk(act, documents, awaitFinal(world, PATIENCE_MS, hopeless.length));
  await age(world);
  await awaitFinal(world, PATIENCE_MS);
  const failed = (await listFinal(world)).filter(({ status }) => status === 'ERROR').length;
  const longestMs = Math.max(0, ...register.heldMs);
  return joinSeen(
    promise(
      `${register.heldMs.length} calls hung, the longest for ${(longestMs / 1000).toFixed(1)} s (deadline ${deadlineMs / 1000} s)`,
      register.heldMs.length >= spoilt.length && longestMs <= deadlineMs + SLACK_MS,
    ),
    promise(
      `at most ${register.mostOpen()} calls at once (allowed ${CONCURRENCY})`,
      register.mostOpen() <= CONCURRENCY,
    ),
    promise(`${hanging} calls hung when others were looked at`, hanging > 0),
    compare('reads', share, [before.readsMs, during.readsMs]),
    compare('start of other jobs', share, [before.startsMs, during.startsMs]),
    promise(`${failed} of ${times} requests were given up by the rule`, failed === hopeless.length),
    { figures: [], faults: await searchLogs(world, rest) },
  );
}

export const CNH_SLOW: Scenario = {
  name: 'cnh-slow',
  times: { short: 100, long: 1000 },
  organizations: LOADED_ORGANIZATIONS,
  workers: (form) => ({
    count: 1,
    ...(form === 'short' ? { licenceJob: { maxAttempts: 3, retryWithinSeconds: 1 } } : {}),
  }),
  env: (form) => ({
    FAROL_SOURCE_DEADLINE_MS: String(FORMS[form].deadlineMs),
    FAROL_SOURCE_PROBE_SECONDS: String(FORMS[form].probeSeconds),
    FAROL_SOURCE_CONCURRENCY: String(CONCURRENCY),
  }),
  run: hang,
};
