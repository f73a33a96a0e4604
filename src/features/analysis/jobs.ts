// The job of an analysis, and the words that go with it.
import Type from 'typebox';
import type { Static } from 'typebox';
import { defineJob } from '../../platform/jobs/definition.ts';

const Payload = Type.Object({ analysisId: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
export type AnalysisPayload = Static<typeof Payload>;

export const ANALYSIS_JOB = defineJob({
  name: 'analysis.run',
  payload: Payload,
  // Sources and the file store have retries of their own, so these are for workers that die.
  maxAttempts: 5,
  retryWithinSeconds: 5,
  // A million cases with both spreadsheets.
  timeoutSeconds: 900,
  // Each holds a snapshot open on one connection of the pool and writes on another.
  slots: 4,
  perOrganization: 3,
});

/** What the unit of an analysis is charged for and given back by. */
export function chargeSubject(analysisId: string): string {
  return `analysis ${analysisId}`;
}
