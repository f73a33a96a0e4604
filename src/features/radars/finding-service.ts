// Dismissing findings: nothing is told of them until they are taken back.
import type { AuditAction } from '../../audit-actions.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { IdempotentRequest, KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { dismissFindings, listDismissed, takeBackFinding } from './finding-store.ts';
import type { DismissedFinding, DismissedRow } from './finding-store.ts';
import { isFinding } from './rules.ts';

type Asked = { entry: Entry; actor: string };

export type FindingService = {
  dismiss(asked: Asked & { finding: string; idempotency: IdempotentRequest | null }): Promise<KeptAnswer>;
  takeBack(asked: Asked & { finding: string }): Promise<void>;
  list(asked: {
    entry: Entry;
    after: string;
    limit: number;
  }): Promise<{ rows: DismissedRow[]; next: string }>;
};

export function requireFinding(finding: string): string {
  if (!isFinding(finding)) {
    const message = 'must be as in an event, such as case:00000000020268260100';
    throw new FarolError('PARAMETER_INVALID', { details: [{ path: '/finding', message }] });
  }
  return finding;
}

/** What stands behind other kinds may say more than an id. */
function subjectOf(finding: string): string {
  return `finding ${finding.startsWith('case:') ? finding : finding.slice(0, finding.indexOf(':'))}`;
}

function audit(tx: Transaction, action: AuditAction, done: readonly DismissedFinding[]): void {
  recordAudit(
    tx,
    done.map(({ organizationId, actor, finding }) => ({
      organizationId,
      actor,
      action,
      subject: subjectOf(finding),
      documentHash: null,
    })),
  );
}

export function createFindingService(database: Database, keyring: Keyring): FindingService {
  const creates = groupCreates<DismissedFinding>({
    database,
    keyring,
    write: async (tx, accepted) => {
      const inputs = accepted.map(({ input }) => input);
      audit(tx, 'finding.dismiss', inputs);
      const rows = await dismissFindings(tx, inputs);
      return rows.map(({ finding, dismissed_at: dismissedAt }) => ({
        status: 200,
        body: JSON.stringify({ finding, dismissedAt }),
      }));
    },
  });
  return {
    dismiss: ({ entry: { scope, organizationId }, actor, finding, idempotency }) =>
      creates.submit({
        scope,
        request: idempotency,
        charge: null,
        input: { organizationId, finding, actor },
      }),
    takeBack: ({ entry: { scope, organizationId }, actor, finding }) =>
      database.transaction(scope, async (tx) => {
        if (!(await takeBackFinding(tx, organizationId, finding))) {
          throw new FarolError('NOT_FOUND', { message: 'Finding not dismissed' });
        }
        audit(tx, 'finding.take-back', [{ organizationId, actor, finding }]);
      }),
    list: async ({ entry: { scope, organizationId }, after, limit }) => {
      const range = { organizationId, after, limit: limit + 1 };
      const rows = await database.transaction(scope, (tx) => listDismissed(tx, range));
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.finding ?? '') : '' };
    },
  };
}
