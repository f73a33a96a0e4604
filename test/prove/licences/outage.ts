// The source turns us away, fails and cuts connections while requests wait, and then is back at once: nobody loses an
// attempt while it is left alone, and it is not drowned afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '../../../sandbox/server/world.ts';
import { LICENCE_JOB } from '../../../src/features/driver-licences/index.ts';
import type { Act, Form, Scenario, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import { awaitFinal, joinSeen, listFinal, promise, readLines, requestAll, searchLogs } from './acts.ts';
import { createDocuments } from './documents.ts';

const MODES: readonly Mode[] = ['down', 'rate-limited', 'refusing'];
const FORMS: Record<Form, { eachMs: number; perSecond: number; probeSeconds: number }> = {
  short: { eachMs: 2500, perSecond: 60, probeSeconds: 1 },
  long: { eachMs: 200_000, perSecond: 200, probeSeconds: 30 },
};
const PATIENCE_MS = 600_000;
const OPENS_WITHIN_MS = 10_000;
const TOLERANCE = 1.05;

/** How long after the beginning of the outage the worker said that it leaves the source alone. */
async function findOpening({ world }: Act, outageAt: number): Promise<number> {
  const opened = (await readLines(world)).find(({ breaker }) => breaker === 'open');
  return opened === undefined ? Infinity : Date.parse(String(opened.time)) - outageAt;
}

async function countFailedAttempts({ world }: Act): Promise<number> {
  const lines = await readLines(world);
  return lines.filter(({ job, msg }) => job === LICENCE_JOB.name && msg === 'an attempt failed').length;
}

/** Between the first and the last call after the recovery. */
function rateOf(calls: readonly { atMs: number }[]): number {
  const [first, last] = [calls[0]?.atMs ?? 0, calls.at(-1)?.atMs ?? 0];
  return ((calls.length - 1) * 1000) / Math.max(1, last - first);
}

async function breakDown(act: Act): Promise<Seen> {
  const { world, times, form } = act;
  const { eachMs, perSecond } = FORMS[form];
  const { sandbox, calls } = world.register;
  const documents = createDocuments().takeMany(times);
  const outageAt = Date.now();
  sandbox.behave('senatran', { mode: MODES[0] ?? 'down' });
  const asking = requestAll(act, documents);
  for (const mode of MODES) {
    sandbox.behave('senatran', { mode });
    await sleep(eachMs);
  }
  await asking;
  const inVain = calls.length;
  const failedAttempts = await countFailedAttempts(act);
  sandbox.behave('senatran', { mode: 'normal' });
  const drainMs = await awaitFinal(world, PATIENCE_MS);
  const rate = rateOf(calls.slice(inVain));
  const openedMs = await findOpening(act, outageAt);
  const failed = (await listFinal(world)).filter(({ status }) => status === 'ERROR').length;
  return joinSeen(
    promise(`left alone ${openedMs} ms after it began to fail`, openedMs <= OPENS_WITHIN_MS),
    promise(
      `${inVain} calls in ${(MODES.length * eachMs) / 1000} s of outage, ${failedAttempts} attempts lost to them`,
      failedAttempts <= inVain,
    ),
    promise(`${failed} of ${times} requests were given up`, failed === 0),
    promise(
      `drained in ${(drainMs / 1000).toFixed(1)} s at ${rate.toFixed(1)} a second (allowed ${perSecond})`,
      rate <= perSecond * TOLERANCE,
    ),
    { figures: [], faults: await searchLogs(world, documents) },
  );
}

export const CNH_OUTAGE: Scenario = {
  name: 'cnh-outage',
  times: { short: 300, long: 20_000 },
  organizations: LOADED_ORGANIZATIONS,
  // One, since each keeps a pace of its own.
  workers: (form) => ({
    count: 1,
    ...(form === 'short' ? { licenceJob: { maxAttempts: 3, retryWithinSeconds: 1 } } : {}),
  }),
  env: (form) => ({
    FAROL_SENATRAN_RATE: String(FORMS[form].perSecond),
    FAROL_SOURCE_PROBE_SECONDS: String(FORMS[form].probeSeconds),
  }),
  run: breakDown,
};
