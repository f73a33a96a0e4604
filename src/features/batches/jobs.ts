// The job of a batch, and the numbers that go with it.
import Type from 'typebox';
import type { Static } from 'typebox';
import { defineJob } from '../../platform/jobs/definition.ts';

const Payload = Type.Object({ batchId: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
export type BatchPayload = Static<typeof Payload>;

/** Lines of one batch. */
export const BATCH_LINES = 10_000;

/**
 * A run takes up one slice and comes back as a new job, behind those of others: however long a batch is, the next one has
 * its turn after a slice of it.
 */
export const BATCH_JOB = defineJob({
  name: 'batches.run',
  payload: Payload,
  // For workers that die. What a slice itself fails by is handed on document by document at the second attempt.
  maxAttempts: 5,
  retryWithinSeconds: 5,
  // The combined spreadsheet of a million cases.
  timeoutSeconds: 900,
  slots: 2,
  perOrganization: 1,
});

export function batchSubject(batchId: number | string): string {
  return `batch ${batchId}`;
}
