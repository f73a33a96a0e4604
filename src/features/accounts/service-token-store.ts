import type { Transaction } from '../../platform/db/database.ts';
import type { Role } from '../../platform/http/caller.ts';

export type ServiceTokenRow = {
  id: string;
  name: string;
  role: Role;
  created_at: Date;
  expires_at: Date | null;
};

export async function addServiceToken(
  tx: Transaction,
  token: {
    organizationId: number;
    name: string;
    role: Role;
    tokenHash: Buffer;
    days: number | null;
    createdBy: number | null;
  },
): Promise<ServiceTokenRow> {
  const [row] = await tx.query<ServiceTokenRow>(
    `insert into service_tokens (organization_id, name, role, token_hash, created_by, expires_at)
     values ($1, $2, $3, $4, $5, clock_now() + $6::integer * interval '1 day')
     returning id, name, role, created_at, expires_at`,
    [token.organizationId, token.name, token.role, token.tokenHash, token.createdBy, token.days],
  );
  if (row === undefined) {
    throw new Error('A service token was not stored');
  }
  return row;
}

export function listServiceTokens(tx: Transaction, organizationId: number): Promise<ServiceTokenRow[]> {
  return tx.query<ServiceTokenRow>(
    `select t.id, t.name, t.role, t.created_at, t.expires_at
     from service_tokens t
     where t.organization_id = $1 and t.revoked_at is null
     order by t.id`,
    [organizationId],
  );
}

export type ServiceTokenListing = ServiceTokenRow & { revoked_at: Date | null };

/** For the operator, who also asks what became of a token. */
export function listAllServiceTokens(
  tx: Transaction,
  organizationId: number,
): Promise<ServiceTokenListing[]> {
  return tx.query<ServiceTokenListing>(
    `select t.id, t.name, t.role, t.created_at, t.expires_at, t.revoked_at
     from service_tokens t
     where t.organization_id = $1
     order by t.id`,
    [organizationId],
  );
}

export async function revokeServiceToken(
  tx: Transaction,
  organizationId: number,
  tokenId: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update service_tokens set revoked_at = clock_now()
     where organization_id = $1 and id = $2 and revoked_at is null
     returning id`,
    [organizationId, tokenId],
  );
  return rows.length > 0;
}
