// What the requests and the work on them have in common.
import { defineJob, Requests } from '../../platform/jobs/definition.ts';

export const LICENCE_JOB = defineJob({
  name: 'cnh.run',
  payload: Requests,
  // A source that is down costs no attempt, so these are for answers that cannot be used.
  maxAttempts: 5,
  retryWithinSeconds: 5,
  timeoutSeconds: 600,
});

/** What the unit of a request is charged for and given back by. */
export function chargeSubject(requestId: string): string {
  return `cnh ${requestId}`;
}
