// Tokens with no person behind them, for one organization. Only their hash is stored; the token itself is shown once.
import type { AuditAction } from '../../audit-actions.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { Create } from '../../platform/effects/creates.ts';
import type { GroupCommit } from '../../platform/effects/group-commit.ts';
import type { KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Role } from '../../platform/http/caller.ts';
import { hashCredential, newCredential } from '../../platform/ids.ts';
import { newTokenToWire } from './schemas.ts';
import * as store from './service-token-store.ts';

/** Tells a service token from an access token at a glance, for us and for scanners that look for leaked secrets. */
export const SERVICE_TOKEN_PREFIX = 'farol_st_';
export const SERVICE_TOKEN = /^farol_st_[\w-]{43}$/;

export type ServiceToken = {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
};

export type NewServiceToken = {
  name: string;
  role: Role;
  days: number | null;
  createdBy: number | null;
  /** Who does it, for the audit: `session …`, `token …` or `operator`. */
  actor: string;
};

function toServiceToken(row: store.ServiceTokenRow): ServiceToken {
  return {
    id: Number(row.id),
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export type WantedToken = NewServiceToken & { readonly organizationId: number };

function auditToken(
  tx: Transaction,
  done: { organizationId: number; actor: string; action: AuditAction; tokenId: number },
): void {
  const { organizationId, actor, action, tokenId } = done;
  recordAudit(tx, [{ organizationId, actor, action, subject: `token ${tokenId}`, documentHash: null }]);
}

async function storeToken(tx: Transaction, wanted: WantedToken): Promise<ServiceToken & { token: string }> {
  const token = `${SERVICE_TOKEN_PREFIX}${newCredential()}`;
  const row = await store.addServiceToken(tx, { ...wanted, tokenHash: hashCredential(token) });
  auditToken(tx, { ...wanted, action: 'token.create', tokenId: Number(row.id) });
  return { ...toServiceToken(row), token };
}

/** For requests: made once for each Idempotency-Key. The kept answer holds the token and is encrypted like all of them. */
export function groupTokenCreates(
  database: Database,
  keyring: Keyring,
): GroupCommit<Create<WantedToken>, KeptAnswer> {
  return groupCreates<WantedToken>({
    database,
    keyring,
    write: async (tx, accepted) => {
      const answers: KeptAnswer[] = [];
      for (const { input } of accepted) {
        answers.push({ status: 200, body: JSON.stringify(newTokenToWire(await storeToken(tx, input))) });
      }
      return answers;
    },
  });
}

export async function createServiceToken(
  database: Database,
  entry: { scope: Scope; organizationId: number },
  wanted: NewServiceToken,
): Promise<ServiceToken & { token: string }> {
  const { organizationId } = entry;
  return database.transaction(entry.scope, (tx) => storeToken(tx, { ...wanted, organizationId }));
}

export async function listServiceTokens(
  database: Database,
  entry: { scope: Scope; organizationId: number },
): Promise<ServiceToken[]> {
  const rows = await database.transaction(entry.scope, (tx) =>
    store.listServiceTokens(tx, entry.organizationId),
  );
  return rows.map(toServiceToken);
}

export async function revokeServiceToken(
  database: Database,
  entry: { scope: Scope; organizationId: number },
  revoked: { tokenId: number; actor: string },
): Promise<void> {
  const { organizationId } = entry;
  await database.transaction(entry.scope, async (tx) => {
    if (!(await store.revokeServiceToken(tx, organizationId, revoked.tokenId))) {
      throw new FarolError('NOT_FOUND', { message: 'Token not found' });
    }
    auditToken(tx, { organizationId, action: 'token.revoke', ...revoked });
  });
}
