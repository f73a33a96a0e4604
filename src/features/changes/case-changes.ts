// What became of one case between two analyses.
import { bitOf } from '../analysis/index.ts';
import type { CaseSide } from '../analysis/index.ts';
import type { ChangedRow } from './queries.ts';

export const CASE_CHANGES = [
  'APPEARED',
  'CLOSED',
  'REOPENED',
  'SIDE',
  'VALUE',
  'RISK_BEGAN',
  'RISK_ENDED',
] as const;
export type CaseChange = (typeof CASE_CHANGES)[number];

export type CaseState = {
  readonly side: CaseSide;
  readonly isActive: boolean;
  readonly hasRisk: boolean;
  /** Decimal text; null when it is not known. */
  readonly value: string | null;
};

export type ChangedCase = {
  readonly number: string;
  readonly classCode: number | null;
  readonly changes: readonly CaseChange[];
  /** Null when the case is new. */
  readonly before: CaseState | null;
  readonly after: CaseState;
};

const RISK = bitOf('IS_ACTIVE_WITH_RISK') | bitOf('IS_INACTIVE_WITH_RISK');

function sideOf(keys: number): CaseSide {
  if ((keys & bitOf('ISDEFENDANT')) !== 0) return 'DEFENDANT';
  return (keys & bitOf('ISAUTHOR')) === 0 ? 'NOT_CLASSIFIED' : 'AUTHOR';
}

function stateOf(keys: number, isActive: boolean, value: string | null): CaseState {
  return { side: sideOf(keys), isActive, hasRisk: (keys & RISK) !== 0, value };
}

function listChanges(before: CaseState | null, after: CaseState): CaseChange[] {
  if (before === null) return ['APPEARED'];
  const changes: CaseChange[] = [];
  if (before.isActive && !after.isActive) changes.push('CLOSED');
  if (!before.isActive && after.isActive) changes.push('REOPENED');
  if (before.side !== after.side) changes.push('SIDE');
  if (before.value !== after.value) changes.push('VALUE');
  if (!before.hasRisk && after.hasRisk) changes.push('RISK_BEGAN');
  if (before.hasRisk && !after.hasRisk) changes.push('RISK_ENDED');
  return changes;
}

export function toChangedCase(row: ChangedRow): ChangedCase {
  const { old_keys: oldKeys, was_active: wasActive } = row;
  const before = oldKeys === null ? null : stateOf(oldKeys, wasActive === true, row.old_value);
  const after = stateOf(row.keys, row.is_active, row.value);
  return {
    number: row.number,
    classCode: row.class_code,
    changes: listChanges(before, after),
    before,
    after,
  };
}
