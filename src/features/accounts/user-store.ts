// Users, as the operator's commands change them.
import type { Transaction } from '../../platform/db/database.ts';

export type UserRow = {
  id: string;
  email: string;
  username: string;
  is_operator: boolean;
  is_demo: boolean;
  created_at: Date;
  disabled_at: Date | null;
};

export async function createUser(
  tx: Transaction,
  user: { email: string; username: string; passwordHash: string; isOperator: boolean; isDemo: boolean },
): Promise<UserRow> {
  const [row] = await tx.query<UserRow>(
    `insert into users (email, username, password_hash, is_operator, is_demo) values ($1, $2, $3, $4, $5)
     returning id, email, username, is_operator, is_demo, created_at, disabled_at`,
    [user.email, user.username, user.passwordHash, user.isOperator, user.isDemo],
  );
  if (row === undefined) {
    throw new Error('A user was not stored');
  }
  return row;
}

export function listUsers(tx: Transaction): Promise<UserRow[]> {
  return tx.query<UserRow>(
    `select u.id, u.email, u.username, u.is_operator, u.is_demo, u.created_at, u.disabled_at from users u order by u.id`,
  );
}

export async function findUser(tx: Transaction, userId: number): Promise<UserRow | null> {
  const [row] = await tx.query<UserRow>(
    `select u.id, u.email, u.username, u.is_operator, u.is_demo, u.created_at, u.disabled_at from users u
     where u.id = $1`,
    [userId],
  );
  return row ?? null;
}

/** The e-mail must be folded as it is stored. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  const [row] = await tx.query<UserRow>(
    `select u.id, u.email, u.username, u.is_operator, u.is_demo, u.created_at, u.disabled_at from users u
     where u.email = $1`,
    [email],
  );
  return row ?? null;
}

/** Leaves what is null as it is. */
export async function changeUser(
  tx: Transaction,
  userId: number,
  change: {
    email: string | null;
    username: string | null;
    isOperator: boolean | null;
    disabled: boolean | null;
  },
): Promise<UserRow | null> {
  const [row] = await tx.query<UserRow>(
    `update users
     set email = coalesce($2, email), username = coalesce($3, username), is_operator = coalesce($4, is_operator),
       updated_at = clock_now(),
       disabled_at = case $5::boolean when true then coalesce(disabled_at, clock_now()) when false then null
         else disabled_at end,
       disabled_reason = case when $5::boolean is null then disabled_reason end
     where id = $1
     returning id, email, username, is_operator, is_demo, created_at, disabled_at`,
    [userId, change.email, change.username, change.isOperator, change.disabled],
  );
  return row ?? null;
}

export async function hasEnabledDemoUsers(tx: Transaction): Promise<boolean> {
  return (await tx.query(`select from users where is_demo and disabled_at is null limit 1`)).length > 0;
}

const NOT_PRIVATE = 'demo users are for a private machine';

/** Demo users have a published password: outside a private machine they are shut out, and let in again on one. */
export async function shutDemoUsersOut(tx: Transaction, shutOut: boolean): Promise<number> {
  const rows = await tx.query(
    `update users
     set disabled_at = case when $1 then clock_now() end, disabled_reason = case when $1 then $2 end
     where is_demo and case when $1 then disabled_at is null else disabled_reason = $2 end
     returning id`,
    [shutOut, NOT_PRIVATE],
  );
  return rows.length;
}
