// Where a worker under test dies while it analyses: before and after it asks the source of lawsuits, before it notes what was
// brought, between the spreadsheets and the commit that names them, and in that commit.
import type { LiveSource, LiveSources, ReportWriter } from '../../../src/features/analysis/index.ts';
import type { Transaction } from '../../../src/platform/db/database.ts';
import type { Attempt } from '../../../src/platform/jobs/attempt.ts';

/** In the order in which they are played: short forms come to the first of them only. */
export const ANALYSIS_POINTS = ['asked', 'reported', 'written', 'brought', 'claimed'] as const;
export type AnalysisOrder = `kill@${(typeof ANALYSIS_POINTS)[number]}`;

/** Null until the worker has told that it is there: what ends before was never started. */
export type CurrentOrder = () => AnalysisOrder | null;

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

export function obeyInSources({ lawsuits, protests }: LiveSources, currentOrder: CurrentOrder): LiveSources {
  const obey = (source: LiveSource): LiveSource => ({
    ...source,
    start: async (question) => {
      if (currentOrder() === 'kill@claimed') die();
      const outcome = await source.start(question);
      if (currentOrder() === 'kill@asked') die();
      return outcome;
    },
    collect: async (ticket, question, keep) => {
      const outcome = await source.collect(ticket, question, keep);
      if (currentOrder() === 'kill@brought') die();
      return outcome;
    },
  });
  return { lawsuits: lawsuits.map(obey), protests };
}

export function obeyInReports({ openReports }: ReportWriter, currentOrder: CurrentOrder): ReportWriter {
  return {
    openReports: () => {
      const reports = openReports();
      return {
        ...reports,
        finish: async (input) => {
          const written = await reports.finish(input);
          if (currentOrder() === 'kill@reported') die();
          return written;
        },
      };
    },
  };
}

/** Dies in the transaction that holds a slice of a batch, or its end. */
export function obeyInSlice(attempt: Attempt<unknown>, currentOrder: CurrentOrder): Attempt<unknown> {
  const { settle } = obeyInAttempt(attempt, currentOrder);
  return {
    ...attempt,
    settle,
    progress: (write) =>
      attempt.progress(async (tx) => {
        const changed = await write(tx);
        if (currentOrder() === 'kill@written') die();
        return changed;
      }),
  };
}

/** Dies in the transaction that holds the end. */
export function obeyInAttempt(attempt: Attempt<unknown>, currentOrder: CurrentOrder): Attempt<unknown> {
  return {
    ...attempt,
    settle: (write) =>
      attempt.settle(async (tx: Transaction) => {
        const changed = await write(tx);
        if (currentOrder() === 'kill@written') die();
        return changed;
      }),
  };
}
