// Plays runs one after the other: the clock goes to each hour that counts, workers die meanwhile, and what is under way ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../../../sandbox/server/days.ts';
import { eventually } from '../../support/eventually.ts';
import type { ClockedChildren } from '../clocked-children.ts';
import type { Random } from '../random.ts';
import type { Form } from '../scenario.ts';
import type { Played, RunRecord } from './checks.ts';
import type { Office } from './office.ts';
import { timeOf } from './plan.ts';
import type { Run, Step } from './plan.ts';
import type { RefreshSource } from './source.ts';

/** Longer than what a worker left behind is waited for, on a busy machine. */
const PATIENCE_MS: Readonly<Record<Form, number>> = { short: 90_000, long: 300_000 };
/** Behind the lease of what an earlier kill left. */
const CALL_WITHIN_MS = 15_000;
const KILL_WITHIN_MS = 1200;
/** Of so many kills one comes at any moment; the others while a call is in flight. */
const BLIND_KILL_IN = 3;

export type Play = {
  readonly form: Form;
  readonly runs: readonly Run[];
  readonly random: Random;
  readonly office: Office;
  readonly source: RefreshSource;
  readonly workers: ClockedChildren;
  /** Still to be done; none in an undisturbed play. */
  kills: number;
  killed: number;
};

async function isDone({ office, workers }: Play, day: string, { share }: Step): Promise<boolean> {
  const ends = timeOf(addDays(day, 1), '00:00');
  const before = new Date(Math.min(ends, Date.now() + workers.offsetMs()));
  const spending = await office.spending(day, before);
  const areEnqueued = office.organizations.every(({ id, radars, processes, budget }) => {
    const { spent = 0, due = 0 } = spending.get(id) ?? {};
    return due === 0 || spent >= Math.floor(Math.min(radars + processes, budget) * share);
  });
  return areEnqueued && (await office.countLive()) === 0;
}

type Kill = { readonly day: string; readonly step: Step; readonly isBlind: boolean };

async function killOne(
  play: Play,
  { day, step, isBlind }: Kill,
  inFlight: Map<string, number>,
): Promise<void> {
  const { random, source, workers, office } = play;
  const before = source.askedInAll();
  if (isBlind) {
    await sleep(random.between(0, KILL_WITHIN_MS));
  } else {
    const isTime = async (): Promise<boolean> => source.askedInAll() > before || isDone(play, day, step);
    await eventually(isTime, CALL_WITHIN_MS).catch(() => undefined);
  }
  // One of them, or all at once as a power cut does.
  const killed = isBlind ? workers.killOne(Math.floor(random.between(0, workers.count))) : workers.killAll();
  // Nobody takes up what the dead one held before its lease has ended, so there is time to look.
  for (const key of await office.listInFlight()) inFlight.set(key, (inFlight.get(key) ?? 0) + 1);
  await killed;
}

async function playStep(
  play: Play,
  { day, step, kills }: { day: string; step: Step; kills: number },
): Promise<Map<string, number>> {
  const inFlight = new Map<string, number>();
  const { workers, form } = play;
  await workers.moveTo(step.atMs - Date.now(), 'SIGTERM');
  for (let kill = 0; kill < kills; kill += 1) {
    play.killed += 1;
    await killOne(play, { day, step, isBlind: play.killed % BLIND_KILL_IN === 0 }, inFlight);
  }
  await eventually(async () => {
    await sleep(100);
    return isDone(play, day, step);
  }, PATIENCE_MS[form]);
  return inFlight;
}

function joinCounts(counts: Map<string, number>, more: ReadonlyMap<string, number>, sign: 1 | -1): void {
  for (const [key, times] of more) counts.set(key, (counts.get(key) ?? 0) + sign * times);
}

async function playRun(play: Play, run: Run, stepsLeft: number): Promise<RunRecord> {
  const { office, source } = play;
  source.goTo(run.day);
  const before = source.asked();
  const inFlight = new Map<string, number>();
  for (const [index, step] of run.steps.entries()) {
    const kills = Math.ceil(play.kills / (stepsLeft - index));
    play.kills -= kills;
    joinCounts(inFlight, await playStep(play, { day: run.day, step, kills }), 1);
  }
  const asked = new Map(source.asked());
  joinCounts(asked, before, -1);
  const begunMs = timeOf(run.day, '06:00');
  const watched = await office.watched();
  return {
    day: run.day,
    refreshed: watched.filter(({ refreshedMs }) => refreshedMs !== null && refreshedMs >= begunMs),
    asked: new Map([...asked].filter(([, times]) => times > 0)),
    inFlight,
  };
}

export async function playRuns(play: Play): Promise<Played> {
  const runs: RunRecord[] = [];
  for (const [index, run] of play.runs.entries()) {
    const stepsLeft = play.runs.slice(index).flatMap(({ steps }) => steps).length;
    runs.push(await playRun(play, run, stepsLeft));
  }
  return { runs, events: await play.office.events() };
}
