import { localDate, localMidnightMs } from '../../documents/local-date.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { listLedgerEntries, sumUsage } from './ledger-queries.ts';
import type { LedgerRow } from './ledger-queries.ts';
import type { LedgerAnswer, UsageAnswer } from './ledger-schemas.ts';

const DAY_MS = 86_400_000;

export type LedgerService = {
  list(entry: Entry, page: { before: number; limit: number }): Promise<LedgerAnswer>;
  sumUsage(entry: Entry, days: number): Promise<UsageAnswer>;
};

function entryToWire(row: LedgerRow): LedgerAnswer['entries'][number] {
  return {
    id: Number(row.id),
    kind: row.kind,
    units: Number(row.units),
    subject: row.subject,
    planId: Number(row.plan_id),
    planName: row.plan_name,
    refundedEntryId: row.refunded_entry_id === null ? null : Number(row.refunded_entry_id),
    createdAt: row.created_at.toISOString(),
  };
}

export function createLedgerService({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): LedgerService {
  return {
    list: async ({ organizationId, scope }, { before, limit }) => {
      const rows = await database.transaction(scope, (tx) =>
        listLedgerEntries(tx, organizationId, { before, limit: limit + 1 }),
      );
      const entries = rows.slice(0, limit).map(entryToWire);
      return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
    },
    sumUsage: async ({ organizationId, scope }, days) => {
      const nowMs = clock.nowMs();
      const from = localDate(nowMs - (days - 1) * DAY_MS);
      const begin = new Date(localMidnightMs(from));
      const rows = await database.transaction(scope, (tx) => sumUsage(tx, organizationId, begin));
      return {
        from,
        to: localDate(nowMs),
        usage: rows.map(({ day, purpose, charged, refunded }) => ({
          day,
          purpose,
          charged: Number(charged),
          refunded: Number(refunded),
        })),
      };
    },
  };
}
