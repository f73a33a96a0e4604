// What stands behind a question: the source is asked, its answer becomes indicators, and what fails is given back.
import Type from 'typebox';
import type { Static } from 'typebox';
import { defineJob } from '../../platform/jobs/definition.ts';

export const ScrPayload = Type.Object(
  { enquiryId: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export type ScrPayload = Static<typeof ScrPayload>;

/** Somebody waits for the answer, so it is given up after seconds rather than hours. */
export const SCR_JOB = defineJob({
  name: 'scr.run',
  payload: ScrPayload,
  maxAttempts: 3,
  retryWithinSeconds: 3,
  timeoutSeconds: 180,
});
