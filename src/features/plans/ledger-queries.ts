// The ledger as its organization reads it: the lines, newest first, and what was used day by day.
import type { Transaction } from '../../platform/db/database.ts';

export type LedgerRow = {
  id: string;
  kind: 'grant' | 'charge' | 'refund';
  units: string;
  subject: string;
  plan_id: string;
  plan_name: string;
  refunded_entry_id: string | null;
  created_at: Date;
};

export function listLedgerEntries(
  tx: Transaction,
  organizationId: number,
  { before, limit }: { before: number; limit: number },
): Promise<LedgerRow[]> {
  return tx.prepared<LedgerRow>(
    'ledger_page',
    `select l.id::text, l.kind, l.units::text, l.subject, l.plan_id::text, p.name as plan_name,
       l.refunded_entry_id::text, l.created_at
     from ledger_entries l
     join plans p on p.id = l.plan_id
     where l.organization_id = $1 and l.id < $2
     order by l.id desc limit $3`,
    [organizationId, before, limit],
  );
}

export type UsageRow = { day: string; purpose: string; charged: string; refunded: string };

export function sumUsage(tx: Transaction, organizationId: number, from: Date): Promise<UsageRow[]> {
  return tx.prepared<UsageRow>(
    'ledger_usage',
    `select to_char(l.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day,
       split_part(l.subject, ' ', 1) as purpose,
       coalesce(sum(l.units) filter (where l.kind = 'charge'), 0)::text as charged,
       coalesce(sum(l.units) filter (where l.kind = 'refund'), 0)::text as refunded
     from ledger_entries l
     where l.organization_id = $1 and l.created_at >= $2 and l.kind <> 'grant'
     group by 1, 2 order by 1, 2`,
    [organizationId, from],
  );
}
