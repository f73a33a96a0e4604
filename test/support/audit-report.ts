// What `farol audit verify` finds in a database, for tests that stand below the features.
import { verifyAudit } from '../../src/features/audit/index.ts';
import type { AuditReport } from '../../src/features/audit/index.ts';
import type { Database } from '../../src/platform/db/database.ts';
import type { AuditChain } from '../../src/platform/sequencer/audit-chain.ts';

/** `operator` sees all organizations. */
export function reportAudit(
  operator: Database,
  chain: AuditChain,
  organizationId: number,
): Promise<AuditReport> {
  return verifyAudit({ database: operator, chain }, organizationId);
}
