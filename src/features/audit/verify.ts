// Recomputes the chain of one organization from its first row to its head and names whatever does not fit.
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Scope } from '../../platform/db/scope.ts';
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

export type VerifyParts = {
  database: Database;
  chain: AuditChain;
  anchors?: Anchors;
  /** Of whoever is let in; the operator's database sees every organization without one. */
  scope?: Scope;
  /** The number of the first row to look at, 1 unless told. */
  from?: number;
};

export async function verifyAudit(
  { database, chain, anchors, scope = NO_SCOPE, from = 1 }: VerifyParts,
  organizationId: number,
): Promise<AuditReport> {
  const walk = startWalk(organizationId, anchors?.byOrganization.get(organizationId), from);
  let after = from === 1 ? BEFORE_ALL : { number: String(from), rowId: '0' };
  for (;;) {
    const start = after;
    const { rows, head } = await database.transaction(scope, (tx) =>
      readAuditPage(tx, organizationId, { after: start, limit: PAGE }),
    );
    for (const row of rows) {
      takeRow(walk, row, chain, head);
      after = { number: row.number, rowId: row.row_id };
    }
    if (rows.length < PAGE) {
      const findings = endWalk(walk, head);
      const unnumbered = await database.transaction(scope, (tx) => countUnnumbered(tx, organizationId));
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
