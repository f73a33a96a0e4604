// Bugs around refreshes that must be found.
import type { LawsuitSource } from '../../../src/features/cases/index.ts';
import { PROCESS_REFRESH } from '../../../src/features/refreshes/index.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { HandledJob } from '../../../src/platform/jobs/registry.ts';
import { endEarly } from '../licences/planted-bugs.ts';
import { BUG_VARIABLE } from '../planted-bugs.ts';

const REFRESH_BUGS = ['refresh-ended-early', 'refresh-searched-again', 'refresh-budget-forgotten'] as const;
export type RefreshBug = (typeof REFRESH_BUGS)[number];

export function readRefreshBug(): RefreshBug | null {
  return REFRESH_BUGS.find((bug) => bug === process.env[BUG_VARIABLE]) ?? null;
}

/** Forgets that somebody may have asked before. */
export function plantInLawsuits(
  sources: readonly LawsuitSource[],
  bug: RefreshBug | null,
): readonly LawsuitSource[] {
  if (bug !== 'refresh-searched-again') return sources;
  return sources.map((source) => ({
    ...source,
    start: (question) => source.start({ ...question, askedSince: null }),
  }));
}

/** Only of processes: a search that goes on needs its job to come back by. */
export function plantInHandler(handled: HandledJob, database: Database, bug: RefreshBug | null): HandledJob {
  if (bug !== 'refresh-ended-early' || handled.job.name !== PROCESS_REFRESH.name) return handled;
  return {
    ...handled,
    run: async (attempt) => handled.run(await endEarly(attempt, database, handled.job.name)),
  };
}

/** How much of the day's budget is spent is never noted. */
export function forgetBudget(database: Database): Database {
  return {
    ...database,
    transaction: (scope, work) =>
      database.transaction(scope, (tx) =>
        work({
          prepared: tx.prepared,
          send: tx.send,
          query: (sql, values) =>
            sql.startsWith('update refresh_plans set spent') ? Promise.resolve([]) : tx.query(sql, values),
        }),
      ),
  };
}
