// Changes of one radar: renamed, paused, resumed, removed.
import type { Transaction } from '../../platform/db/database.ts';

export type HeldRadar = {
  id: string;
  document_id: string;
  document: string;
  paused_at: string | null;
  pausable_at: string;
  is_pausable: boolean;
};

export type RadarName = { readonly organizationId: number; readonly id: number };

/** Until the end of the transaction nobody else changes it; null when there is none or it was removed. */
export async function holdRadar(
  tx: Transaction,
  { organizationId, id }: RadarName,
  days: number,
): Promise<HeldRadar | null> {
  const [row] = await tx.prepared<HeldRadar>(
    'hold_radar',
    `select r.id::text, r.document_id::text, r.document, r.paused_at::text,
       to_char(r.resumed_at + make_interval(days => $3), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as pausable_at,
       r.resumed_at + make_interval(days => $3) <= clock_now() as is_pausable
     from radars r where r.organization_id = $1 and r.id = $2 and r.removed_at is null for no key update`,
    [organizationId, id, days],
  );
  return row ?? null;
}

export function renameRadar(tx: Transaction, { organizationId, id }: RadarName, name: string): void {
  const sql = 'update radars set name = $3 where organization_id = $1 and id = $2';
  tx.send('rename_radar', sql, [organizationId, id, name]);
}

export function pauseRadar(tx: Transaction, { organizationId, id }: RadarName, at: string): void {
  tx.send('pause_radar', 'update radars set paused_at = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    at,
  ]);
}

/** What happened meanwhile is told by priming it again. */
const RESUME_SQL = `
  update radars set paused_at = null, resumed_at = $3, primed_at = null where organization_id = $1 and id = $2`;

export function resumeRadar(tx: Transaction, { organizationId, id }: RadarName, at: string): void {
  tx.send('resume_radar', RESUME_SQL, [organizationId, id, at]);
}

export function removeRadar(tx: Transaction, { organizationId, id }: RadarName, at: string): void {
  tx.send('remove_radar', 'update radars set removed_at = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    at,
  ]);
}
