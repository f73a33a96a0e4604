// Runs that are written from making to end at once: a statement for each table, whatever their number. What one run by itself
// writes is in settling.ts.
import type { Transaction } from '../../platform/db/database.ts';
import { recordEvents } from '../../platform/effects/record.ts';
import { addCasesOfMany } from './case-store.ts';
import { keepFindingsOfMany } from './consumption-store.ts';
import type { EndedState } from './making-store.ts';
import type { Run } from './run-state.ts';
import { completedEvent, sealUnwritten, totalsOf } from './settling.ts';

export function endedStateOf({ frozen, summary, steps, importantTerms, estimatedRevenue }: Run): EndedState {
  if (frozen === null || summary === null) {
    throw new Error('An analysis was not brought to its end');
  }
  return {
    run: frozen.run,
    steps,
    rulesVersion: frozen.rulesVersion,
    classifiedOn: frozen.classifiedOn,
    summary: JSON.stringify(summary),
    importantTerms: JSON.stringify(importantTerms),
    casesWithoutValue: frozen.withoutValue,
    estimatedRevenue,
    ...totalsOf(summary),
  };
}

export type EndedRun = { readonly run: Run; readonly documentId: string };

/** Lists, findings and events of analyses that are made in this very transaction, all at the same attempt. */
export function keepEnded(
  tx: Transaction,
  { organizationId, attempt }: { organizationId: number; attempt: number },
  ended: readonly EndedRun[],
): void {
  const lists = ended.map(({ run: { held, unwrittenCases: cases } }) => ({
    analysisId: held.analysisId,
    cases,
  }));
  addCasesOfMany(tx, { organizationId, run: attempt }, lists);
  const findings = ended.flatMap(({ run }) =>
    sealUnwritten(run).map((each) => Object.assign(each, { analysisId: run.held.analysisId })),
  );
  keepFindingsOfMany(tx, organizationId, findings);
  const events = ended.map(({ run, documentId }) =>
    completedEvent({ organizationId, documentId }, { analysisId: run.held.analysisId, status: 'DONE' }),
  );
  recordEvents(tx, events);
}
