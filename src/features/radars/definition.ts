// What radars and the work on them have in common.
import { defineJob, Requests } from '../../platform/jobs/definition.ts';

/** Matches new radars against the cases known. */
export const PRIME_JOB = defineJob({
  name: 'radars.prime',
  payload: Requests,
  maxAttempts: 5,
  retryWithinSeconds: 5,
  timeoutSeconds: 600,
  // Each writes in transactions that keep merges of cases waiting.
  slots: 4,
  perOrganization: 2,
});

/** Takes a removed radar out of the processes that it matched. */
export const UNLINK_JOB = defineJob({
  name: 'radars.unlink',
  payload: Requests,
  maxAttempts: 5,
  retryWithinSeconds: 30,
  timeoutSeconds: 600,
  slots: 2,
  perOrganization: 1,
});

/** What the unit of a radar is charged for. */
export function chargeSubject(radarId: string): string {
  return `radar ${radarId}`;
}
