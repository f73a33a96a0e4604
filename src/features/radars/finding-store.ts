// Findings that an organization wants to hear no more of.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

export type DismissedRow = { finding: string; dismissed_at: string };
export type DismissedFinding = { organizationId: number; finding: string; actor: string };

/** Dismissed again it keeps its first time. Rows are locked in the order of their keys. */
const DISMISS_SQL = `
  with wanted as materialized (
    select * from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality
      as w (organization_id, finding, actor, place)
  ), stored as (
    insert into dismissed_findings as d (organization_id, finding, dismissed_by)
    select distinct on (w.finding, w.organization_id) w.organization_id, w.finding, w.actor
    from wanted w order by w.finding, w.organization_id, w.place
    on conflict (finding, organization_id) do update set dismissed_by = d.dismissed_by
    returning d.organization_id, d.finding, to_char(d.dismissed_at, ${ISO}) as dismissed_at
  )
  select s.finding, s.dismissed_at from wanted w join stored s using (organization_id, finding) order by w.place`;

/** In the order given. */
export function dismissFindings(
  tx: Transaction,
  findings: readonly DismissedFinding[],
): Promise<DismissedRow[]> {
  return tx.prepared<DismissedRow>('dismiss_findings', DISMISS_SQL, [
    numberArray(findings.map(({ organizationId }) => organizationId)),
    textArray(findings.map(({ finding }) => finding)),
    textArray(findings.map(({ actor }) => actor)),
  ]);
}

export async function takeBackFinding(
  tx: Transaction,
  organizationId: number,
  finding: string,
): Promise<boolean> {
  const rows = await tx.prepared(
    'take_back_finding',
    'delete from dismissed_findings where organization_id = $1 and finding = $2 returning finding',
    [organizationId, finding],
  );
  return rows.length > 0;
}

export function listDismissed(
  tx: Transaction,
  { organizationId, after, limit }: { organizationId: number; after: string; limit: number },
): Promise<DismissedRow[]> {
  return tx.prepared(
    'list_dismissed',
    `select d.finding, to_char(d.dismissed_at, ${ISO}) as dismissed_at from dismissed_findings d
     where d.organization_id = $1 and d.finding > $2 order by d.finding limit $3`,
    [organizationId, after, limit],
  );
}
