// The audit of one organization as lines of JSON, oldest first. It leaves out nothing that the chain covers, so that a
// copy can be verified by whoever has the key file.
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { BEFORE_ALL, listAuditBetween } from './queries.ts';
import type { AuditRange, AuditRow } from './queries.ts';

const PAGE = 1000;

function buildLine(row: AuditRow): string {
  return `${JSON.stringify({
    organizationId: Number(row.organization_id),
    number: Number(row.number),
    rowId: Number(row.row_id),
    at: row.at_text,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    documentHash: row.document_hash,
    chainHash: row.chain_hash,
  })}\n`;
}

/** Gives the lines a page at a time and returns how many there were. */
export async function exportAudit(
  database: Database,
  { organizationId, ...range }: AuditRange & { organizationId: number },
  write: (lines: string) => void,
): Promise<number> {
  let after = BEFORE_ALL;
  let count = 0;
  for (;;) {
    const from = after;
    const rows = await database.transaction(NO_SCOPE, (tx) =>
      listAuditBetween(tx, organizationId, { ...range, after: from, limit: PAGE }),
    );
    const last = rows.at(-1);
    if (last === undefined) {
      return count;
    }
    write(rows.map(buildLine).join(''));
    count += rows.length;
    after = { number: last.number, rowId: last.row_id };
  }
}
