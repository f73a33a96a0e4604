// From a case and the organization's row of it to the wire.
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import type { CaseView } from '../cases/index.ts';
import type { ProcessRow } from './queries.ts';
import type { DetailWire } from './schemas.ts';

const DAY_MS = 86_400_000;
const NO_TERM = { code: 0, name: '' };

function courtOf(number: string): string {
  return findCourt(number as CaseNumber)?.acronym ?? '';
}

export type ImportWire = {
  number: string;
  organizationId: number;
  status: 'ACTIVE' | 'INVALID';
  court: string;
  class: { code: number; name: string };
  lastMovement: { code: number; name: string; at: string } | null;
};

/** `view` is null for what is not known, and for what may not be told. */
export function toImportWire(
  { number, organizationId }: { number: string; organizationId: number },
  view: CaseView | null,
): ImportWire {
  const [last] = view?.movements ?? [];
  return {
    number,
    organizationId,
    status: 'ACTIVE',
    court: courtOf(number),
    class: view?.class ?? NO_TERM,
    lastMovement: last === undefined ? null : { code: last.code, name: last.name, at: last.at.toISOString() },
  };
}

export function toInvalidWire(organizationId: number, number: string): ImportWire {
  return { number, organizationId, status: 'INVALID', court: '', class: NO_TERM, lastMovement: null };
}

type PartyWire = { name: string; role: string };

function partiesToWire(view: CaseView | null): Record<'active' | 'passive' | 'others', PartyWire[]> {
  const parties = view?.parties ?? [];
  const of = (isWanted: (side: string) => boolean): PartyWire[] =>
    parties.filter(({ side }) => isWanted(side)).map(({ name, role }) => ({ name, role }));
  return {
    active: of((side) => side === 'ACTIVE'),
    passive: of((side) => side === 'PASSIVE'),
    others: of((side) => side !== 'ACTIVE' && side !== 'PASSIVE'),
  };
}

type RowWire = Pick<
  DetailWire,
  | 'processNumber'
  | 'organizationId'
  | 'status'
  | 'isImported'
  | 'radarIds'
  | 'matchedAt'
  | 'inactivatedAt'
  | 'refresh'
  | 'isKnown'
  | 'court'
>;

function rowToWire(row: ProcessRow, view: CaseView | null): RowWire {
  // A case that may not be told looks as one of which nothing was found.
  const result = view === null && row.refresh_result === 'changed' ? 'unchanged' : row.refresh_result;
  return {
    processNumber: row.number,
    organizationId: Number(row.organization_id),
    status: row.status,
    isImported: row.is_imported,
    radarIds: row.radar_ids.map(Number),
    matchedAt: row.matched_at.toISOString(),
    inactivatedAt: row.inactivated_at?.toISOString() ?? null,
    refresh: { refreshedAt: row.refreshed_at?.toISOString() ?? null, result },
    isKnown: view !== null,
    court: courtOf(row.number),
  };
}

function lifeOf(view: CaseView | null): DetailWire['life'] {
  if (view === null) return '';
  return view.isActive ? 'ACTIVE' : 'INACTIVE';
}

export type DetailRange = { readonly from: number; readonly limit: number };

export function toDetailWire(
  row: ProcessRow,
  view: CaseView | null,
  { from, limit, nowMs }: DetailRange & { nowMs: number },
): DetailWire {
  const movements = view?.movements ?? [];
  return {
    ...rowToWire(row, view),
    class: view?.class ?? NO_TERM,
    subjects: [...(view?.subjects ?? [])],
    life: lifeOf(view),
    value: view?.value ?? '',
    filedOn: view?.filedOn ?? null,
    parties: partiesToWire(view),
    totalMovements: movements.length,
    movements: movements
      .slice(from, from + limit)
      .map(({ code, name, at, degree }) => ({ code, name, at: at.toISOString(), degree })),
    sources: (view?.sources ?? []).map(({ source, degree, unit, updatedAt, fetchedAt }) => ({
      source,
      degree,
      unit,
      updatedAt: updatedAt?.toISOString() ?? null,
      fetchedAt: fetchedAt.toISOString(),
      ageDays: Math.max(0, Math.floor((nowMs - fetchedAt.getTime()) / DAY_MS)),
    })),
  };
}
