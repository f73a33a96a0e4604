// What must hold of the requests and their jobs once everything has come to rest. A request that was sent as poison is
// to end as a dead letter; every other one is to be done.
import { PROBE_JOB } from '../support/probe-job.ts';
import { isPoison } from './misbehaviour.ts';
import type { StoredJob } from './stored-jobs.ts';
import type { Stored } from './stored.ts';

function countByRequest(jobs: readonly StoredJob[], state: StoredJob['state']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) {
    if (job.state === state) job.requestIds.forEach((id) => counts.set(id, (counts.get(id) ?? 0) + 1));
  }
  return counts;
}

/** I3: who is not done has exactly one job that will do it; poison has exactly one dead letter instead. */
export function checkUndone({ probes, jobs }: Stored): string[] {
  const [live, dead] = [countByRequest(jobs, 'live'), countByRequest(jobs, 'dead')];
  return probes.flatMap(({ id, note, status }) => {
    if (isPoison(note)) {
      const letters = dead.get(id) ?? 0;
      return letters === 1 && status === 'FAILED'
        ? []
        : [`poison ${id} is ${status} and has ${letters} dead letters`];
    }
    const count = live.get(id) ?? 0;
    return count === (status === 'DONE' ? 0 : 1) ? [] : [`${id} is ${status} and has ${count} live jobs`];
  });
}

/** I4: one effect for each request that is done, and no call of the source that no attempt made. */
export function checkEffects({ probes, events }: Stored, calls: ReadonlyMap<string, number>): string[] {
  const told = new Map<string, number>();
  for (const { type, id } of events) {
    if (type === 'probe.done') told.set(id, (told.get(id) ?? 0) + 1);
  }
  return probes.flatMap(({ id, status, effects, attempt }) => {
    const wanted = status === 'DONE' ? 1 : 0;
    const tells = told.get(id) ?? 0;
    const asked = calls.get(id) ?? 0;
    return [
      ...(effects === wanted && tells === wanted
        ? []
        : [`${id} is ${status} with ${effects} effects and ${tells} events`]),
      ...(asked <= attempt ? [] : [`${id} was asked for ${asked} times in ${attempt} attempts`]),
    ];
  });
}

/** I5: whoever settled a request was its last attempt. */
export function checkAttempts({ probes, events }: Stored): string[] {
  const last = new Map(probes.map(({ id, attempt }) => [id, attempt]));
  return events.flatMap(({ type, id, attempt }) =>
    type !== 'probe.done' || attempt === last.get(id)
      ? []
      : [`${id} was settled by attempt ${attempt}, and attempt ${last.get(id)} held it`],
  );
}

/** I7: nothing is left to do, every dead letter has its reason, and no job was started more often than it may be. */
export function checkLeft({ jobs, runs }: Stored): string[] {
  const unfinished = jobs.flatMap(({ id, state, reason }) => {
    if (state === 'live') return [`job ${id} is not done`];
    return state === 'dead' && (reason ?? '') === '' ? [`dead letter ${id} has no reason`] : [];
  });
  const tooOften = runs.filter(({ number }) => number > PROBE_JOB.maxAttempts);
  return [...unfinished, ...tooOften.map(({ jobId, number }) => `job ${jobId} had attempt ${number}`)];
}
