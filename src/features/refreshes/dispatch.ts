// Looks for what is due and enqueues its refresh, organization by organization: oldest first, spread over the hours of the
// plan, within the budget of the day. Rows, budget and jobs are one transaction, so a refresh is neither lost nor doubled.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { PROCESS_REFRESH, RADAR_REFRESH } from './jobs.ts';
import type { RefreshedKind } from './jobs.ts';
import { lockPlan, noteSpent } from './plan-store.ts';
import { allowanceOf, dueAgainMs, findRun } from './rules.ts';
import type { PlannedRun } from './rules.ts';
import { countDue, listDue, listDueOrganizations, takeDue } from './store.ts';
import type { DueRange } from './store.ts';

export type DispatchParts = {
  /** Under the role that sees of all organizations when something is due, and not whom it is about. */
  readonly database: Database;
  readonly clock: Clock;
  /** Those that a source is there for. */
  readonly kinds: ReadonlySet<RefreshedKind>;
};

/** What one turn enqueues for one organization; the rest waits for the next turn. */
const MOST_AT_ONCE = 1000;

type Turn = { organizationId: number; run: PlannedRun; spent: number; range: DueRange };

async function countAll(
  tx: Transaction,
  kinds: ReadonlySet<RefreshedKind>,
  range: DueRange,
): Promise<number> {
  let due = 0;
  for (const kind of kinds) {
    due += await countDue(tx, kind, range);
  }
  return due;
}

async function takeOldest(
  tx: Transaction,
  kinds: ReadonlySet<RefreshedKind>,
  { organizationId, run, spent, range }: Turn,
): Promise<number> {
  const found = [];
  for (const kind of kinds) {
    found.push(...(await listDue(tx, kind, range)));
  }
  const oldest = found
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
    .slice(0, range.limit)
    .map(({ kind, key }, index) => ({ kind, key, dueAgain: new Date(dueAgainMs(run, spent + index)) }));
  const ofKind = (wanted: RefreshedKind): typeof oldest => oldest.filter(({ kind }) => kind === wanted);
  const radars = await takeDue(tx, { kind: 'radar', organizationId }, ofKind('radar'));
  const processes = await takeDue(tx, { kind: 'process', organizationId }, ofKind('process'));
  await enqueue(
    tx,
    RADAR_REFRESH,
    radars.map((key) => ({ organizationId, payload: { radarId: Number(key) } })),
  );
  await enqueue(
    tx,
    PROCESS_REFRESH,
    processes.map((processNumber) => ({ organizationId, payload: { processNumber } })),
  );
  return radars.length + processes.length;
}

async function dispatchFor(tx: Transaction, organizationId: number, parts: DispatchParts): Promise<number> {
  const { kinds, clock } = parts;
  const nowMs = clock.nowMs();
  const plan = await lockPlan(tx, organizationId);
  const run = findRun(plan, nowMs);
  if (run === null) {
    return 0;
  }
  const spent = plan.spentOn === run.day ? plan.spent : 0;
  const before = new Date(Math.min(nowMs, run.dayEndsMs));
  const due = await countAll(tx, kinds, { organizationId, before, limit: plan.dailyBudget });
  const limit = Math.min(allowanceOf(plan, run, { spent, due }), MOST_AT_ONCE);
  if (limit === 0) {
    return 0;
  }
  const range = { organizationId, before, limit };
  const taken = await takeOldest(tx, kinds, { organizationId, run, spent, range });
  await noteSpent(tx, organizationId, { day: run.day, spent: spent + taken });
  return taken;
}

/** `turn` is the transaction that holds the turn among the workers; it returns how many were enqueued. */
export async function dispatchDue(turn: Transaction, parts: DispatchParts): Promise<number> {
  if (parts.kinds.size === 0) {
    return 0;
  }
  let dispatched = 0;
  const failures: unknown[] = [];
  for (const organizationId of await listDueOrganizations(turn, parts.kinds)) {
    try {
      dispatched += await parts.database.transaction(NO_SCOPE, (tx) =>
        dispatchFor(tx, organizationId, parts),
      );
    } catch (error) {
      // The others have their turn all the same.
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, 'What is due could not be enqueued for every organization');
  }
  return dispatched;
}
