import { LONGEST_ANSWER_MS } from '../support/requests.ts';
import type { Answer } from '../support/requests.ts';
// What clients can judge of an answer by themselves: its status, how long it took, and whose it is.
import type { Journal, WitnessedInvariant } from './journal.ts';
import { ALL_ORGANIZATIONS, canaryOf } from './tenants.ts';

export function writeFault(journal: Journal, invariant: WitnessedInvariant, detail: string): Promise<void> {
  return journal.write({ kind: 'fault', invariant, detail });
}

/** Whether the text holds anything of an organization other than the one that was answered. */
export function isOfOthers(text: string, organizationId: number): boolean {
  return ALL_ORGANIZATIONS.some((other) => other !== organizationId && text.includes(canaryOf(other)));
}

export async function judgeAnswer(
  journal: Journal,
  { status, body, headers, ms }: Answer,
  { organizationId, allowed }: { organizationId: number; allowed: readonly number[] },
): Promise<void> {
  const isPassing = [409, 429, 503].includes(status) && headers['retry-after'] !== undefined;
  if (!allowed.includes(status) && !isPassing) {
    await writeFault(journal, 'I10', `answered ${status}: ${body.slice(0, 200)}`);
  }
  if (ms > LONGEST_ANSWER_MS) {
    await writeFault(journal, 'I10', `answered after ${Math.round(ms)} ms`);
  }
  if (isOfOthers(body, organizationId)) {
    await writeFault(journal, 'I9', `organization ${organizationId} was told of another's`);
  }
}
