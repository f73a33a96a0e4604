// Users and sessions. Service tokens and signing keys have stores of their own.
import type { Transaction } from '../../platform/db/database.ts';
import type { OrganizationAccess } from '../../platform/http/caller.ts';

export type LoginRow = {
  id: string;
  email: string;
  username: string;
  password_hash: string;
  known_address: boolean;
};

/** Disabled users are not found: their log-in looks like anybody's wrong one. */
export async function findLogin(
  tx: Transaction,
  email: string,
  addressHash: Buffer,
): Promise<LoginRow | null> {
  const [row] = await tx.prepared<LoginRow>(
    'find_login',
    `select u.id, u.email, u.username, u.password_hash,
       exists (
         select from known_addresses a where a.user_id = u.id and a.address_hash = $2
       ) as known_address
     from users u
     where u.email = $1 and u.disabled_at is null`,
    [email, addressHash],
  );
  return row ?? null;
}

export async function rememberAddress(tx: Transaction, userId: number, addressHash: Buffer): Promise<void> {
  await tx.query(
    `insert into known_addresses (user_id, address_hash, last_seen_at) values ($1, $2, clock_now())
     on conflict (user_id, address_hash) do update set last_seen_at = excluded.last_seen_at`,
    [userId, addressHash],
  );
}

export type NewSession = {
  id: string;
  userId: number;
  refreshHash: Buffer;
  signingKeyId: string;
  accessSeconds: number;
  refreshSeconds: number;
  /** The hash that the password was compared with. */
  passwordHash: string;
};
export type IssuedTimes = { generation: number; issued_at: Date; token_expires_at: Date };

/**
 * Times are cut to whole seconds, as the token carries them. Null when the password was changed or the user disabled
 * while the given one was being compared.
 */
export async function addSession(tx: Transaction, session: NewSession): Promise<IssuedTimes | null> {
  const [row] = await tx.query<IssuedTimes>(
    `insert into sessions (id, user_id, refresh_hash, signing_key_id, issued_at, token_expires_at, stepped_at,
       created_at, expires_at, last_used_at)
     select $1, $2, $3, $4, t.now, t.now + $5 * interval '1 second', t.now,
       t.now, t.now + $6 * interval '1 second', t.now
     from date_trunc('second', clock_now()) as t (now)
     where exists (
       select from users u where u.id = $2 and u.password_hash = $7 and u.disabled_at is null for no key update
     )
     returning generation, issued_at, token_expires_at`,
    [
      session.id,
      session.userId,
      session.refreshHash,
      session.signingKeyId,
      session.accessSeconds,
      session.refreshSeconds,
      session.passwordHash,
    ],
  );
  return row ?? null;
}

export type LockedSession = IssuedTimes & {
  user_id: string;
  email: string;
  username: string;
  refresh_hash: Buffer;
  signing_key_id: string;
  since_step_ms: number;
};

/** Locks the session, so that parallel refreshes are judged one after the other. Only live ones are found. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<LockedSession | null> {
  const [row] = await tx.query<LockedSession>(
    `select s.user_id, u.email, u.username, s.refresh_hash, s.generation, s.issued_at, s.token_expires_at,
       s.signing_key_id, (extract(epoch from clock_now() - s.stepped_at) * 1000)::double precision as since_step_ms
     from sessions s
     join users u on u.id = s.user_id
     where s.id = $1 and s.revoked_at is null and s.expires_at > clock_now() and u.disabled_at is null
     for update of s`,
    [sessionId],
  );
  return row ?? null;
}

export async function stepSession(
  tx: Transaction,
  step: { sessionId: string; signingKeyId: string; accessSeconds: number },
): Promise<IssuedTimes> {
  const [row] = await tx.query<IssuedTimes>(
    `update sessions s
     set generation = s.generation + 1, issued_at = t.now, token_expires_at = t.now + $3 * interval '1 second',
       stepped_at = clock_now(), last_used_at = clock_now(), signing_key_id = $2
     from date_trunc('second', clock_now()) as t (now)
     where s.id = $1
     returning s.generation, s.issued_at, s.token_expires_at`,
    [step.sessionId, step.signingKeyId, step.accessSeconds],
  );
  if (row === undefined) {
    throw new Error('A locked session vanished');
  }
  return row;
}

export async function revokeSession(
  tx: Transaction,
  revoked: { sessionId: string; userId: number; reason: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update sessions set revoked_at = clock_now(), revoked_reason = $3
     where id = $1 and user_id = $2 and revoked_at is null
     returning id`,
    [revoked.sessionId, revoked.userId, revoked.reason],
  );
  return rows.length > 0;
}

export async function revokeAllSessions(tx: Transaction, userId: number, reason: string): Promise<void> {
  await tx.query(
    `update sessions set revoked_at = clock_now(), revoked_reason = $2 where user_id = $1 and revoked_at is null`,
    [userId, reason],
  );
}

export type SessionRow = { id: string; created_at: Date; last_used_at: Date; expires_at: Date };

export function listSessions(tx: Transaction, userId: number): Promise<SessionRow[]> {
  return tx.query<SessionRow>(
    `select s.id, s.created_at, s.last_used_at, s.expires_at
     from sessions s
     where s.user_id = $1 and s.revoked_at is null and s.expires_at > clock_now()
     order by s.created_at desc, s.id
     limit 1000`,
    [userId],
  );
}

export async function findPasswordHash(tx: Transaction, userId: number): Promise<string | null> {
  const [row] = await tx.query<{ password_hash: string }>(
    `select u.password_hash from users u where u.id = $1`,
    [userId],
  );
  return row?.password_hash ?? null;
}

/** Only while the hash is still the one that the present password was compared with. */
export async function replacePasswordHash(
  tx: Transaction,
  userId: number,
  change: { from: string; to: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update users set password_hash = $3, updated_at = clock_now() where id = $1 and password_hash = $2 returning id`,
    [userId, change.from, change.to],
  );
  return rows.length > 0;
}

/** The operator's: whatever the password was. */
export async function changePasswordHash(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await tx.query(`update users set password_hash = $2, updated_at = clock_now() where id = $1`, [
    userId,
    passwordHash,
  ]);
}

export type SessionCallerRow = {
  user_id: string;
  email: string;
  username: string;
  is_operator: boolean;
  organizations: OrganizationAccess[];
};

export async function findSessionCaller(
  tx: Transaction,
  sessionId: string,
): Promise<SessionCallerRow | null> {
  const [row] = await tx.prepared<SessionCallerRow>(
    'find_session_caller',
    `select c.user_id, c.email, c.username, c.is_operator, c.organizations from find_session_caller($1) c`,
    [sessionId],
  );
  return row ?? null;
}

export type TokenCallerRow = {
  token_id: string;
  expires_at: Date | null;
  organizations: OrganizationAccess[];
};

export async function findTokenCaller(tx: Transaction, tokenHash: Buffer): Promise<TokenCallerRow | null> {
  const [row] = await tx.prepared<TokenCallerRow>(
    'find_token_caller',
    `select c.token_id, c.expires_at, c.organizations from find_token_caller($1) c`,
    [tokenHash],
  );
  return row ?? null;
}

/** Ended sessions are kept a while for those who ask what happened; then they go. */
export async function removePastSessions(tx: Transaction): Promise<number> {
  const rows = await tx.query(
    `delete from sessions where expires_at < clock_now() - interval '30 days' returning id`,
  );
  return rows.length;
}

/** An address that was not seen for so long is a stranger again. */
export async function removePastAddresses(tx: Transaction): Promise<number> {
  const rows = await tx.query(
    `delete from known_addresses where last_seen_at < clock_now() - interval '180 days' returning user_id`,
  );
  return rows.length;
}
