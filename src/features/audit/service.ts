import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import type { AuditChain } from '../../platform/sequencer/audit-chain.ts';
import type { AuditAnswer, VerificationAnswer } from './schemas.ts';
import { findLastNumber, listTrail } from './trail-queries.ts';
import { verifyAudit } from './verify.ts';

/** Half a second of a processor (measured 2026-11); the operator's command takes all of them. */
const MOST_VERIFIED = 20_000;

export type AuditService = {
  list(doing: { entry: Entry; actor: string }, page: { before: number; limit: number }): Promise<AuditAnswer>;
  /** The newest rows, up to the end of the chain. */
  verify(entry: Entry): Promise<VerificationAnswer>;
};

export function createAuditService({
  database,
  chain,
}: {
  database: Database;
  chain: AuditChain;
}): AuditService {
  // It takes a processor for a moment, so whoever asks while it goes on waits for the same answer.
  const underWay = new Map<number, Promise<VerificationAnswer>>();

  async function verify({ organizationId, scope }: Entry): Promise<VerificationAnswer> {
    const last = await database.transaction(scope, (tx) => findLastNumber(tx, organizationId));
    const from = Math.max(1, last - MOST_VERIFIED + 1);
    const report = await verifyAudit({ database, chain, scope, from }, organizationId);
    const findings = report.findings.map(({ kind, number, through }) => ({ kind, number, through }));
    const { rows, unnumbered, head } = report;
    return { isWhole: findings.length === 0, from: last === 0 ? 0 : from, rows, unnumbered, head, findings };
  }

  return {
    list: async ({ entry: { organizationId, scope }, actor }, { before, limit }) => {
      const rows = await database.transaction(scope, (tx) => {
        recordAudit(tx, [
          { organizationId, actor, action: 'audit.read', subject: 'audit', documentHash: null },
        ]);
        return listTrail(tx, organizationId, { before, limit: limit + 1 });
      });
      const records = rows.slice(0, limit).map(({ number, at, actor: who, actor_name, action, subject }) => ({
        number: Number(number),
        at: at.toISOString(),
        actor: who,
        actorName: actor_name,
        action,
        subject,
      }));
      return { records, next: rows.length > limit ? (records.at(-1)?.number ?? null) : null };
    },
    verify: (entry) => {
      const { organizationId } = entry;
      const running =
        underWay.get(organizationId) ?? verify(entry).finally(() => underWay.delete(organizationId));
      underWay.set(organizationId, running);
      return running;
    },
  };
}
