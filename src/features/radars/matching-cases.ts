// What is told of a case that changed. Pure.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { classify } from '../analysis/index.ts';
import type { CaseChange } from '../cases/index.ts';
import { buildNews, SEVERITY } from './matching-news.ts';
import type { News, NewsType, Severity } from './matching-news.ts';

/** `today` is the calendar day in America/Sao_Paulo. */
export type Around = {
  readonly source: string;
  readonly fetchedAt: Date;
  readonly today: string;
  readonly valueThresholdCents: bigint;
};

type Now = NonNullable<CaseChange['now']>;
type Part = { type: NewsType; what: Record<string, unknown>; since: string | null };

export function describeCase(change: CaseChange, around: Around): News[] {
  const { root, number, now } = change;
  const finding = `case:${number}`;
  if (now === null) {
    return [{ root, number, type: 'hidden', rank: 0, finding, severity: SEVERITY.low, data: {}, side: null }];
  }
  const reasons = listReasons(now, around);
  const severity = judgeCase(now, reasons);
  const where = { court: findCourt(number as CaseNumber)?.acronym ?? null };
  return listParts(change, now).map(({ type, what, since }) =>
    buildNews({
      root,
      number,
      type,
      finding,
      severity,
      what,
      where,
      since,
      source: around.source,
      side: { side: now.side, ...sideBefore(change, type), reasons },
    }),
  );
}

function listReasons(now: Now, { today, valueThresholdCents, fetchedAt }: Around): string[] {
  const known = { ...now, documents: [], fetchedAt };
  return classify(known, { today, valueThresholdCents }).reasons.map(({ rule }) => rule);
}

/** A risk to the document by the rules of analysis is high; a case that goes on against it, or nobody knows how, medium. */
function judgeCase({ isActive, isDebtorSide, side }: Now, reasons: readonly string[]): Severity {
  if (reasons.length > 0) return SEVERITY.high;
  const mayConcern = isDebtorSide || side === 'PASSIVE' || side === 'UNKNOWN';
  return isActive && mayConcern ? SEVERITY.medium : SEVERITY.low;
}

function sideBefore({ before, now }: CaseChange, type: NewsType): { before?: string } {
  const isChanged = type === 'case.changed' && before !== null && before.side !== null;
  return isChanged && before.side !== now?.side ? { before: before.side ?? '' } : {};
}

function listParts({ root, before, movements }: CaseChange, now: Now): Part[] {
  const { classCode, isActive, value, filedOn, movedOn } = now;
  if (before === null)
    return [
      { type: 'case.new', what: { classCode, isActive, value, lastMovementOn: movedOn }, since: filedOn },
    ];
  const parts: Part[] = [];
  if (movements.count > 0) {
    const { count, latest } = movements;
    const since = latest[0]?.at.slice(0, 10) ?? null;
    parts.push({ type: 'case.movement', what: { count, movements: latest }, since });
  }
  if (isActive !== before.isActive) {
    const type = isActive ? 'case.reopened' : 'case.closed';
    parts.push({ type, what: { classCode, isActive, value }, since: movedOn });
  }
  const isSideChanged = root !== null && before.side !== now.side;
  const isValueChanged = before.value !== value;
  if (isSideChanged || isValueChanged) {
    const what = isValueChanged ? { value: { from: before.value, to: value } } : {};
    parts.push({ type: 'case.changed', what, since: movedOn });
  }
  return parts;
}
