// Listing the processes of an organization, and making one inactive.
import { parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { enterOrganization } from '../../platform/http/access.ts';
import type { Caller, Entry } from '../../platform/http/caller.ts';
import { briefOf, viewCase } from '../cases/index.ts';
import type { CaseBrief } from '../cases/index.ts';
import { holdProcess, inactivateProcess, listProcesses } from './process-store.ts';
import type { ProcessRow } from './process-store.ts';

export type ProcessPage = { readonly rows: readonly ProcessRow[]; readonly next: string };
export type Inactivated = {
  readonly organizationId: number;
  readonly inactivatedAt: string;
  readonly brief: CaseBrief;
};

export type ProcessService = {
  list(asked: {
    entry: Entry;
    after: string;
    limit: number;
    status: 'ACTIVE' | 'INACTIVE' | null;
  }): Promise<ProcessPage>;
  /** In the order of checks that the contract gives for this alone. */
  inactivate(asked: { caller: Caller; organizationId: string; number: string }): Promise<Inactivated>;
};

const POSITIVE = /^[1-9]\d{0,15}$/;

function requireParameters(organizationId: string, text: string): { id: number; number: CaseNumber } {
  const number = parseCaseNumber(text);
  const id = POSITIVE.test(organizationId) ? Number(organizationId) : 0;
  if (isFault(number) || id === 0 || !Number.isSafeInteger(id)) {
    const message = 'Parameter processNumber and organizationId are required';
    throw new FarolError('PARAMETER_INVALID', { message });
  }
  return { id, number };
}

async function inactivate(
  database: Database,
  caller: Caller,
  { id, number }: { id: number; number: CaseNumber },
): Promise<Inactivated> {
  const { organizationId, scope } = enterOrganization(caller, id, 'analyst');
  return database.transaction(scope, async (tx) => {
    const held = await holdProcess(tx, organizationId, number);
    if (held === null) {
      throw new FarolError('NOT_FOUND', { message: 'processNumber not exist' });
    }
    if (held.status === 'ACTIVE') {
      const subject = `process ${number}`;
      recordAudit(tx, [
        { organizationId, actor: caller.key, action: 'process.inactivate', subject, documentHash: null },
      ]);
    }
    const inactivatedAt = await inactivateProcess(tx, organizationId, number);
    return { organizationId, inactivatedAt, brief: briefOf(number, await viewCase(tx, number)) };
  });
}

export function createProcessService(database: Database): ProcessService {
  return {
    list: async ({ entry, after, limit, status }) => {
      const { organizationId, scope } = entry;
      const range = { organizationId, after, limit: limit + 1, status };
      const rows = await database.transaction(scope, (tx) => listProcesses(tx, range));
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.number ?? '') : '' };
    },
    inactivate: async ({ caller, organizationId, number }) => {
      const parameters = requireParameters(organizationId, number);
      if (caller.user === null) {
        throw new FarolError('EMAIL_REQUIRED');
      }
      return inactivate(database, caller, parameters);
    },
  };
}
