// From a case and the organization's row of it to the wire.
import { briefOf } from '../cases/index.ts';
import type { CaseBrief, CaseView } from '../cases/index.ts';
import type { ProcessRow } from './queries.ts';
import type { DetailWire } from './schemas.ts';

const DAY_MS = 86_400_000;
const NO_TERM = { code: 0, name: '' };

export type ImportWire = CaseBrief & {
  readonly organizationId: number;
  readonly status: 'ACTIVE' | 'INVALID';
};

/** `view` is null for what is not known, and for what may not be told. */
export function toImportWire(
  { number, organizationId }: { number: string; organizationId: number },
  view: CaseView | null,
): ImportWire {
  const { court, class: kind, lastMovement } = briefOf(number, view);
  return { number, organizationId, status: 'ACTIVE', court, class: kind, lastMovement };
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
  const { court, class: kind } = briefOf(row.number, view);
  return {
    ...rowToWire(row, view),
    court,
    class: kind,
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
