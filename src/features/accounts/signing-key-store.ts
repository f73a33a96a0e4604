import type { Transaction } from '../../platform/db/database.ts';

export type SigningKeyRow = { id: string; public_key: Buffer; wrapped_private_key: Buffer };

/** Newest first; retired ones neither sign nor verify. */
export function listSigningKeys(tx: Transaction): Promise<SigningKeyRow[]> {
  return tx.query<SigningKeyRow>(
    `select k.id, k.public_key, k.wrapped_private_key
     from signing_keys k
     where k.retired_at is null
     order by k.created_at desc, k.id`,
  );
}

export async function addSigningKey(
  tx: Transaction,
  key: { id: string; publicKey: Buffer; wrapped: Buffer },
): Promise<void> {
  await tx.query(`insert into signing_keys (id, public_key, wrapped_private_key) values ($1, $2, $3)`, [
    key.id,
    key.publicKey,
    key.wrapped,
  ]);
}

export async function hasSigningKey(tx: Transaction): Promise<boolean> {
  return (await tx.query(`select from signing_keys where retired_at is null limit 1`)).length > 0;
}

export type SigningKeyListing = { id: string; created_at: Date; retired_at: Date | null };

export function listAllSigningKeys(tx: Transaction): Promise<SigningKeyListing[]> {
  return tx.query<SigningKeyListing>(
    `select k.id, k.created_at, k.retired_at from signing_keys k order by k.created_at desc, k.id`,
  );
}

/** Every token that a retired key signed is refused at once. */
export async function retireSigningKeysBefore(tx: Transaction, newestId: string): Promise<number> {
  const rows = await tx.query(
    `update signing_keys set retired_at = clock_now() where id <> $1 and retired_at is null returning id`,
    [newestId],
  );
  return rows.length;
}
