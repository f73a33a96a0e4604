// The document of a line that was shown masked. That somebody wanted to see it is on record.
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { findSubject } from './consumption-queries.ts';
import { openSubject } from './sealed-subject.ts';
import type { Subject } from './sealed-subject.ts';

export type Reveals = { reveal(asked: { entry: Entry; actor: string; uniqueId: number }): Promise<Subject> };

export function createReveals({ database, keyring }: { database: Database; keyring: Keyring }): Reveals {
  return {
    reveal: async ({ entry, actor, uniqueId }) => {
      const { organizationId, scope } = entry;
      const found = await database.transaction(scope, async (tx) => {
        const row = await findSubject(tx, organizationId, uniqueId);
        const action = row === null ? 'document.reveal.none' : 'document.reveal';
        const documentHash = row?.document_hash ?? null;
        recordAudit(tx, [{ organizationId, actor, action, subject: `document ${uniqueId}`, documentHash }]);
        return row;
      });
      if (found === null) {
        throw new FarolError('NOT_FOUND', { message: 'Document not found' });
      }
      const row = { organizationId, documentHash: found.document_hash };
      return openSubject(keyring, row, found.wrapped_subject);
    },
  };
}
