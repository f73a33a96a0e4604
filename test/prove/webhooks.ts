// Events go to receivers of every bad kind while senders are killed and four days pass. Each event ends with each receiver that
// asked for it, under one id, or is given up or waiting for all to see, and is taken once it is sent anew.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../src/config.ts';
import { eventually } from '../support/eventually.ts';
import type { Random } from './random.ts';
import type { Form, Scenario, Seen } from './scenario.ts';
import { checkFates, checkReceipts } from './webhooks/checks.ts';
import { openOffice } from './webhooks/office.ts';
import type { Made, Office } from './webhooks/office.ts';
import { mend, openCast } from './webhooks/receivers.ts';
import type { Cast } from './webhooks/receivers.ts';
import { startSenders } from './webhooks/senders.ts';
import type { Senders } from './webhooks/senders.ts';

const FORMS = {
  short: { events: 150, senders: 1, shortestMs: 50, longestMs: 400, perTurn: 20, deadlineMs: 700 },
  long: { events: 10_000, senders: 2, shortestMs: 200, longestMs: 2500, perTurn: 50, deadlineMs: 700 },
} as const;
/**
 * First the leases of those that were killed end. Then each is a little longer than the longest wait before a try, so that nothing
 * is left out: almost four days.
 */
const STEPS_MS = [40, 7, 400, 2100, 8200, 20_300, 40_000, 56_000, 80_000, 120_000].map(
  (seconds) => seconds * 1000,
);
const DRAIN_MS = 600_000;
/** Longer than any wait before a try. */
const LAST_STEP_MS = 120_000_000;
const MOST_TURNS = 12;
/** For what is under way when nothing more is due; longer than the deadline. */
const SETTLE_MS = 1500;
const CALM_EVENTS = 100;
const CALM_TURN = { events: 5, pauseMs: 250 };
/** Promised are 2 s; a busy machine is no fault. */
const WORST_P99_MS = 4000;

export type WebhookWork = {
  config: Config;
  databaseUrl: string;
  /** Of sender processes. */
  env: Record<string, string>;
  folder: string;
  random: Random;
  times: number;
  form: Form;
  isPlanted: boolean;
};

async function drain(office: Office, senders: Senders): Promise<void> {
  await eventually(async () => {
    await sleep(100);
    return (await office.countDue(senders.offsetMs())) === 0;
  }, DRAIN_MS);
  await sleep(SETTLE_MS);
}

/** What was under way at a kill has its try still before it; a little later that is due. */
async function endAll(office: Office, senders: Senders): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    await drain(office, senders);
    if ((await office.countUnderWay()) === 0) return;
    await senders.passTime(LAST_STEP_MS);
  }
}

/** Events come while senders die. */
async function happenUnderFire(work: WebhookWork, office: Office, senders: Senders): Promise<void> {
  const { events, perTurn, shortestMs, longestMs } = FORMS[work.form];
  let left: number = events;
  const happening = (async () => {
    const pauseMs = (work.times * (shortestMs + longestMs)) / 2 / (events / perTurn);
    while (left > 0) {
      const count = Math.min(perTurn, left);
      await office.happen(Array.from({ length: count }, (_, index) => `under fire ${left - index}`));
      left -= count;
      await sleep(pauseMs);
    }
  })();
  // Told where it is awaited; until then a run that is stopped must not fall over it.
  happening.catch(() => undefined);
  for (let kill = 0; kill < work.times; kill += 1) {
    await sleep(work.random.between(shortestMs, longestMs));
    await senders.killOne(kill);
  }
  await happening;
}

/** Nobody dies here; the bad receivers are as bad as ever. */
async function measureCalm(office: Office, healthy: readonly Made[]): Promise<number> {
  const happenedAt = new Map<string, number>();
  const earlier = healthy.map(({ receiver }) => receiver.receipts.length);
  for (let turn = 0; turn < CALM_EVENTS / CALM_TURN.events; turn += 1) {
    const names = Array.from({ length: CALM_TURN.events }, (_, index) => `calm ${turn} ${index}`);
    await office.happen(names);
    names.forEach((name) => happenedAt.set(name, performance.now()));
    await sleep(CALM_TURN.pauseMs);
  }
  const waits = (): number[] =>
    healthy.flatMap(({ receiver }, index) =>
      receiver.receipts.slice(earlier[index]).flatMap(({ body, atMs }) => {
        const { name = '' } = (JSON.parse(body) as { data: { name?: string } }).data;
        const sinceMs = happenedAt.get(name);
        return sinceMs === undefined ? [] : [atMs - sinceMs];
      }),
    );
  await eventually(async () => {
    await sleep(200);
    return waits().length >= CALM_EVENTS * healthy.length;
  }, DRAIN_MS);
  const sorted = waits().toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

function toFaults(details: readonly string[]): Seen['faults'] {
  return details.map((detail) => ({ invariant: 'WH', detail }));
}

async function play(
  work: WebhookWork,
  { cast, office, senders }: { cast: Cast; office: Office; senders: Senders },
): Promise<Seen> {
  const made: Made[] = [];
  for (const played of cast.played) made.push(await office.make(played));
  await happenUnderFire(work, office, senders);
  // A planted bug loses what is in flight; what comes later would only take time.
  for (const step of work.isPlanted ? STEPS_MS.slice(0, 1) : STEPS_MS) {
    await drain(office, senders);
    await senders.passTime(step);
  }
  await endAll(office, senders);
  const fates = checkFates(made, await office.events(), await office.logged());
  if (work.isPlanted) return { faults: toFaults(fates), figures: [] };
  const logged = await office.logged();
  const count = (status: string): number => logged.filter((row) => row.status === status).length;
  const figures = [
    `${logged.length} deliveries to ${made.length} receivers: ${count('DELIVERED')} delivered, ${count('EXHAUSTED')} given up, ${count('PENDING')} waiting; ${senders.kills()} kills, ${(senders.offsetMs() / 86_400_000).toFixed(1)} days`,
  ];
  const p99 = await measureCalm(
    office,
    made.filter(({ share }) => share === 'all'),
  );
  figures.push(`healthy receivers beside the bad ones: p99 ${p99.toFixed(0)} ms`);
  const mendable = made.filter(({ kind }) => kind !== 'certificate');
  for (const one of mendable) {
    mend(one);
    await office.enable(one);
    await office.replay(one);
  }
  await endAll(office, senders);
  const events = await office.events();
  mendable.forEach((one) => {
    one.fate = 'delivered';
  });
  const ended = (await office.logged()).filter(({ endpointId }) =>
    mendable.some((one) => one.endpointId === endpointId),
  );
  const anew = checkFates(mendable, events, ended).map((fault) => `after sending anew: ${fault}`);
  const details = [
    ...fates,
    ...anew,
    ...checkReceipts(made, events),
    ...(cast.astray() === 0 ? [] : [`${cast.astray()} connections to where a redirect led`]),
  ];
  const twice = made
    .flatMap(({ accepted }) => accepted.values().toArray())
    .reduce((sum, times) => sum + times - 1, 0);
  figures.push(`${twice} messages taken more than once, each under its own id`);
  const faults = toFaults(details);
  if (!(p99 <= WORST_P99_MS)) faults.push({ invariant: 'SL', detail: `healthy receivers waited ${p99} ms` });
  return { faults, figures };
}

export async function playWebhooks(work: WebhookWork): Promise<Seen> {
  const { senders: count, deadlineMs } = FORMS[work.form];
  const cast = await openCast();
  const office = openOffice(work.config, work.databaseUrl);
  const env = {
    ...work.env,
    FAROL_WEBHOOK_LOOPBACK: 'on',
    FAROL_WEBHOOK_DEADLINE_MS: String(deadlineMs),
    ...(work.isPlanted ? { FAROL_TEST_PLANTED_BUG: 'delivered-when-claimed' } : {}),
  };
  let senders: Senders | null = null;
  try {
    senders = await startSenders({ count, env, logFile: join(work.folder, 'sender.log') });
    return await play(work, { cast, office, senders });
  } finally {
    await senders?.close();
    await office.close();
    await cast.close();
  }
}

export const WEBHOOKS: Scenario = {
  name: 'webhooks',
  times: { short: 3, long: 50 },
  organizations: [],
  run: async ({ world: { cluster }, random, times, form }) => {
    // A database of its own: the workers beside it have the time of today.
    const name = 'prove_webhooks_sent';
    await cluster.dropDatabase(name);
    const databaseUrl = await cluster.createDatabase(name);
    const [config, env] = [cluster.configFor(databaseUrl), cluster.environmentFor(databaseUrl)];
    const { folder } = cluster;
    try {
      return await playWebhooks({ config, env, databaseUrl, folder, random, times, form, isPlanted: false });
    } finally {
      await cluster.dropDatabase(name);
    }
  },
};
