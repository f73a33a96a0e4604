// Tokens with no person behind them, for one organization. Only their hash is stored; the token itself is shown once.
import { FarolError } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Role } from '../../platform/http/caller.ts';
import { hashCredential, newCredential } from '../../platform/ids.ts';
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

export type NewServiceToken = { name: string; role: Role; days: number | null; createdBy: number | null };

function toServiceToken(row: store.ServiceTokenRow): ServiceToken {
  return {
    id: Number(row.id),
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export async function createServiceToken(
  database: Database,
  entry: { scope: Scope; organizationId: number },
  wanted: NewServiceToken,
): Promise<ServiceToken & { token: string }> {
  const token = `${SERVICE_TOKEN_PREFIX}${newCredential()}`;
  const row = await database.transaction(entry.scope, (tx) =>
    store.addServiceToken(tx, {
      ...wanted,
      organizationId: entry.organizationId,
      tokenHash: hashCredential(token),
    }),
  );
  return { ...toServiceToken(row), token };
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
  tokenId: number,
): Promise<void> {
  const revoked = await database.transaction(entry.scope, (tx) =>
    store.revokeServiceToken(tx, entry.organizationId, tokenId),
  );
  if (!revoked) {
    throw new FarolError('NOT_FOUND', { message: 'Token not found' });
  }
}
