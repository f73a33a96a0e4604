// Holds what was refreshed in each run, and what was asked for it, against the plan and against an undisturbed play.
import type { Organization, Watched } from './office.ts';

export type RunRecord = {
  day: string;
  /** What was refreshed in it. */
  refreshed: Watched[];
  /** How often each document or number was asked for. */
  asked: ReadonlyMap<string, number>;
  /** How many kills found it in flight. */
  inFlight: ReadonlyMap<string, number>;
};

export type Played = { runs: RunRecord[]; events: string[] };

const nameOf = ({ organizationId, kind, key }: Watched): string => `${kind} ${key} of ${organizationId}`;

/** All of them, or as many as the budget allows. */
function checkCounts({ day, refreshed }: RunRecord, organizations: readonly Organization[]): string[] {
  return organizations.flatMap(({ id, radars, processes, budget }) => {
    const wanted = Math.min(radars + processes, budget);
    const count = refreshed.filter(({ organizationId }) => organizationId === id).length;
    return count === wanted
      ? []
      : [`${day}: ${count} were refreshed for organization ${id} with a budget of ${budget}, not ${wanted}`];
  });
}

function checkEnds({ day, refreshed }: RunRecord): string[] {
  return refreshed
    .filter(({ result, isUnderWay }) => isUnderWay || (result !== 'changed' && result !== 'unchanged'))
    .map((each) => `${day}: ${nameOf(each)} ended as ${each.result}`);
}

/** A search is paid for, so it is never begun again; a look-up is, once for each kill that found it in flight. */
function checkAsked({ day, refreshed, asked, inFlight }: RunRecord): string[] {
  const wanted = new Map(refreshed.map((each) => [each.asked, each]));
  const wrong = refreshed.flatMap((each) => {
    const times = asked.get(each.asked) ?? 0;
    const most = each.kind === 'radar' ? 1 : 1 + (inFlight.get(each.asked) ?? 0);
    return times >= 1 && times <= most
      ? []
      : [`${day}: ${nameOf(each)} was asked for ${times} times, not ${most}`];
  });
  const strangers = [...asked.keys()].filter((key) => !wanted.has(key)).length;
  return strangers === 0 ? wrong : [...wrong, `${day}: ${strangers} were asked for that were not refreshed`];
}

export function checkRuns({ runs }: Played, organizations: readonly Organization[]): string[] {
  return runs.flatMap((run) => [...checkCounts(run, organizations), ...checkEnds(run), ...checkAsked(run)]);
}

const namesOf = (run: RunRecord | undefined): string => (run?.refreshed ?? []).map(nameOf).join(', ');

/** Each run refreshed the same, and the same was told. */
export function comparePlays(disturbed: Played, calm: Played): string[] {
  const runs = calm.runs.flatMap((run, index) =>
    namesOf(disturbed.runs[index]) === namesOf(run)
      ? []
      : [`${run.day}: not what an undisturbed run refreshes`],
  );
  const missing = calm.events.filter((event) => !disturbed.events.includes(event)).length;
  const added = disturbed.events.filter((event) => !calm.events.includes(event)).length;
  const isSame = missing + added === 0 && calm.events.length === disturbed.events.length;
  return [
    ...runs,
    ...(isSame
      ? []
      : [`${disturbed.events.length} events, not ${calm.events.length}: ${missing} missing, ${added} added`]),
    ...(calm.events.length === 0 ? ['nothing was told, so nothing was proved'] : []),
  ];
}
