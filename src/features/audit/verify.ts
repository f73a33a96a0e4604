// Recomputes the chain of one organization from its first row to its head and names whatever does not fit.
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { AuditChain } from '../../platform/sequencer/audit-chain.ts';
import type { Anchors } from './anchor-file.ts';
import { BEFORE_ALL, countUnnumbered, readAuditPage } from './queries.ts';
import { endWalk, startWalk, takeRow } from './rules.ts';
import type { AuditFinding } from './rules.ts';

export type AuditReport = {
  organizationId: number;
  rows: number;
  /** Rows that the sequencer has not reached yet, and that nothing protects so far. */
  unnumbered: number;
  /** Kept elsewhere, it proves later that no row up to it was cut off together with the head. */
  head: { number: number; hash: string };
  findings: readonly AuditFinding[];
};

const PAGE = 1000;

/** `database` must see the organization: the operator's does. */
export async function verifyAudit(
  { database, chain, anchors }: { database: Database; chain: AuditChain; anchors?: Anchors },
  organizationId: number,
): Promise<AuditReport> {
  const walk = startWalk(organizationId, anchors?.byOrganization.get(organizationId));
  let after = BEFORE_ALL;
  for (;;) {
    const from = after;
    const { rows, head } = await database.transaction(NO_SCOPE, (tx) =>
      readAuditPage(tx, organizationId, { after: from, limit: PAGE }),
    );
    for (const row of rows) {
      takeRow(walk, row, chain, head);
      after = { number: row.number, rowId: row.row_id };
    }
    if (rows.length < PAGE) {
      const findings = endWalk(walk, head);
      const unnumbered = await database.transaction(NO_SCOPE, (tx) => countUnnumbered(tx, organizationId));
      return {
        organizationId,
        rows: walk.rows,
        unnumbered,
        head: { number: Number(head?.number ?? 0), hash: head?.hash ?? '' },
        findings,
      };
    }
  }
}
