// Cases that are never counted, listed, monitored or exported, nor visible as a difference between two counts. Where the
// records leave a doubt, it is hidden.
import { NEVER } from './case-reading.ts';
import type { CaseReading } from './case-reading.ts';
import { HIDDEN } from './fact-bits.ts';
import { isCaseActive, wasReopened } from './life.ts';
import { isJuvenile } from './natures.ts';
import type { CaseRecord } from './ports.ts';
import { CLASS } from './tpu.ts';

/** Unknown secrecy is secrecy, unless the source publishes nothing that is secret. */
export function isVisible(record: CaseRecord, publicOnlySources: ReadonlySet<string>): boolean {
  return record.secrecy === 0 || (record.secrecy === null && publicOnlySources.has(record.source));
}

export function judgeSecrecy(records: readonly CaseRecord[]): number {
  const isSecret = records.some(({ secrecy }) => secrecy !== null && secrecy !== 0);
  return isSecret ? HIDDEN.SECRET : 0;
}

export function judgeHiding(reading: CaseReading): number {
  let hidden = 0;
  if (isJuvenile(reading)) hidden |= HIDDEN.JUVENILE;
  const mayBeCriminal = (reading.possibleMarks & CLASS.CRIMINAL) !== 0;
  if (mayBeCriminal && (!isCaseActive(reading) || isChargeOver(reading))) hidden |= HIDDEN.CRIMINAL_CLOSED;
  return hidden;
}

/** A criminal case counts as closed before the court closes it: when acquittal or extinction is final, or it was shelved. */
export function isChargeOver(reading: CaseReading): boolean {
  const latest = (pick: 'finalAt' | 'reopenedAt' | 'restartedAt' | 'pausedAt'): number =>
    reading.degrees.reduce((time, degree) => Math.max(time, degree?.[pick] ?? NEVER), NEVER);
  if (latest('finalAt') >= reading.chargeEndedAt) return true;
  if (reading.shelvedAt === NEVER) return false;
  return !wasReopened(reading.shelvedAt, {
    reopenedAt: latest('reopenedAt'),
    restartedAt: latest('restartedAt'),
    pausedAt: latest('pausedAt'),
  });
}
