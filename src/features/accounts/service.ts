// Log-in, refresh, log-out, sessions and passwords.
import { timingSafeEqual } from 'node:crypto';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { hashCredential, newCredential, newId } from '../../platform/ids.ts';
import { foldAddress } from '../../platform/limits/address.ts';
import { overLimit } from '../../platform/limits/over-limit.ts';
import type { NamedPolicy, RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Log } from '../../platform/log.ts';
import type { AccessTokens, TokenClaims } from './access-tokens.ts';
import { requireGoodPassword } from './passwords.ts';
import type { Passwords } from './passwords.ts';
import { foldName, isSessionId, judgeRefresh } from './rules.ts';
import type { SigningKeys } from './signing-keys.ts';
import * as store from './store.ts';

export type AccountParts = {
  database: Database;
  keyring: Keyring;
  keys: SigningKeys;
  tokens: AccessTokens;
  passwords: Passwords;
  log: Log;
  /** Drops what this node remembers; the others hear of it from the database a moment later. */
  forget: (notice: string) => void;
  lifetimes: { accessSeconds: number; refreshSeconds: number };
  /** Null when limits are switched off. */
  loginLimit: { limiter: RateLimiter; policy: NamedPolicy } | null;
};

type User = NonNullable<Caller['user']>;

export type LoginAnswer = {
  email: string;
  username: string;
  token: string;
  refreshToken: string;
  expiresIn: number;
};
export type RefreshAnswer = { email: string; username: string; token: string };
export type Session = { id: string; createdAt: Date; lastUsedAt: Date; expiresAt: Date; current: boolean };
export type AccountService = {
  /** Counts a log-in from an address; asked before the body is read. */
  admitAddress(address: string): Promise<void>;
  login(given: { email: string; password: string; address: string }): Promise<LoginAnswer>;
  refresh(given: RefreshRequest): Promise<RefreshAnswer>;
  changePassword(user: User, given: { password: string; newPassword: string }): Promise<void>;
  logout(user: User): Promise<void>;
  listSessions(user: User): Promise<Session[]>;
  endSession(user: User, sessionId: string): Promise<void>;
};

async function countLogin(parts: AccountParts, key: string): Promise<void> {
  if (parts.loginLimit !== null) {
    const { limiter, policy } = parts.loginLimit;
    const verdict = await limiter.take(key, policy);
    if (!verdict.allowed) {
      throw overLimit(policy, verdict);
    }
  }
}

/**
 * Strangers share one limit for an e-mail, so guessing is slow however many addresses it comes from; an address from
 * which the user has logged in before has a limit of its own, so nobody can lock the owner out by guessing.
 */
async function login(
  parts: AccountParts,
  given: { email: string; password: string; address: string },
): Promise<LoginAnswer> {
  const email = foldName(given.email);
  const addressHash = parts.keyring.keyedHash('address', foldAddress(given.address));
  const emailKey = parts.keyring.keyedHash('email', email).toString('base64url');
  const addressKey = addressHash.toString('base64url');
  const user = await parts.database.transaction(NO_SCOPE, (tx) => store.findLogin(tx, email, addressHash));
  await countLogin(
    parts,
    user?.known_address === true ? `email ${emailKey} ${addressKey}` : `email ${emailKey}`,
  );
  const matches = await parts.passwords.matches(given.password, user?.password_hash ?? null);
  if (user === null || !matches) {
    throw new FarolError('LOGIN_REFUSED');
  }
  return startSession(parts, user, addressHash);
}

async function startSession(
  parts: AccountParts,
  user: store.LoginRow,
  addressHash: Buffer,
): Promise<LoginAnswer> {
  const userId = Number(user.id);
  const refreshToken = newCredential();
  const sessionId = newId();
  const signingKeyId = parts.keys.current().id;
  const issued = await parts.database.transaction(NO_SCOPE, async (tx) => {
    await store.rememberAddress(tx, userId, addressHash);
    return store.addSession(tx, {
      id: sessionId,
      userId,
      passwordHash: user.password_hash,
      refreshHash: hashCredential(refreshToken),
      signingKeyId,
      ...parts.lifetimes,
    });
  });
  if (issued === null) {
    throw new FarolError('LOGIN_REFUSED');
  }
  const token = await parts.tokens.sign(toClaims(userId, sessionId, issued), signingKeyId);
  return {
    email: user.email,
    username: user.username,
    token,
    refreshToken,
    expiresIn: parts.lifetimes.accessSeconds,
  };
}

function toClaims(userId: number, sessionId: string, issued: store.IssuedTimes): TokenClaims {
  const { generation, issued_at: issuedAt, token_expires_at: expiresAt } = issued;
  return { userId, sessionId, generation, issuedAt, expiresAt };
}

type RefreshRequest = { bearer: string; email: string; username: string; refreshToken: string };

function isOwner(session: store.LockedSession, given: RefreshRequest, userId: number): boolean {
  const isSecret = timingSafeEqual(session.refresh_hash, hashCredential(given.refreshToken));
  const isUser = session.email === foldName(given.email) && session.username === foldName(given.username);
  return isSecret && isUser && Number(session.user_id) === userId;
}

/** Every refusal looks the same, so that nobody learns which part was wrong. */
async function refresh(parts: AccountParts, given: RefreshRequest): Promise<RefreshAnswer> {
  const claims = await parts.tokens.verify(given.bearer, parts.lifetimes.refreshSeconds * 1000);
  if (claims === null) {
    throw new FarolError('TOKEN_INVALID');
  }
  const { sessionId, userId } = claims;
  const settled = await parts.database.transaction(NO_SCOPE, async (tx) => {
    const session = await store.lockSession(tx, sessionId);
    if (session === null || !isOwner(session, given, userId)) {
      return null;
    }
    const verdict = judgeRefresh({
      newestGeneration: session.generation,
      presentedGeneration: claims.generation,
      sinceStepMs: session.since_step_ms,
    });
    if (verdict === 'reuse') {
      await store.revokeSession(tx, { sessionId, userId, reason: 'reuse' });
      parts.log.warn({ sessionId, userId }, 'an old bearer was used to refresh; the session is revoked');
      return null;
    }
    const signingKeyId = verdict === 'step' ? parts.keys.current().id : session.signing_key_id;
    const issued =
      verdict === 'step'
        ? await store.stepSession(tx, {
            sessionId,
            signingKeyId,
            accessSeconds: parts.lifetimes.accessSeconds,
          })
        : session;
    return { email: session.email, username: session.username, issued, signingKeyId };
  });
  if (settled === null) {
    throw new FarolError('TOKEN_INVALID');
  }
  const token = await parts.tokens.sign(toClaims(userId, sessionId, settled.issued), settled.signingKeyId);
  return { email: settled.email, username: settled.username, token };
}

function wrongPassword(): FarolError {
  return new FarolError('PARAMETER_INVALID', {
    message: 'The present password is wrong',
    details: [{ path: '/password', message: 'is wrong' }],
  });
}

async function changePassword(
  parts: AccountParts,
  user: User,
  given: { password: string; newPassword: string },
): Promise<void> {
  await countLogin(parts, `password ${user.id}`);
  const stored = await parts.database.transaction(NO_SCOPE, (tx) => store.findPasswordHash(tx, user.id));
  if (stored === null || !(await parts.passwords.matches(given.password, stored))) {
    throw wrongPassword();
  }
  await requireGoodPassword(given.newPassword, [user.email, user.username]);
  const passwordHash = await parts.passwords.hash(given.newPassword);
  await parts.database.transaction(NO_SCOPE, async (tx) => {
    if (!(await store.replacePasswordHash(tx, user.id, { from: stored, to: passwordHash }))) {
      // It was changed by somebody else meanwhile, and what they set stands.
      throw wrongPassword();
    }
    await store.revokeAllSessions(tx, user.id, 'password changed');
  });
  parts.forget(`user ${user.id}`);
}

export function requireUser(caller: Caller): User {
  if (caller.user === null) {
    throw new FarolError('ACCESS_DENIED');
  }
  return caller.user;
}

export function createAccountService(parts: AccountParts): AccountService {
  const inSession = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    parts.database.transaction(NO_SCOPE, work);
  return {
    admitAddress: (address) =>
      countLogin(
        parts,
        `address ${parts.keyring.keyedHash('address', foldAddress(address)).toString('base64url')}`,
      ),
    login: (given) => login(parts, given),
    refresh: (given) => refresh(parts, given),
    changePassword: (user, given) => changePassword(parts, user, given),
    logout: async (user) => {
      await inSession((tx) =>
        store.revokeSession(tx, { sessionId: user.sessionId, userId: user.id, reason: 'log-out' }),
      );
      parts.forget(`session ${user.sessionId}`);
    },
    listSessions: async (user) =>
      (await inSession((tx) => store.listSessions(tx, user.id))).map((row) => ({
        id: row.id,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at,
        current: row.id === user.sessionId,
      })),
    endSession: async (user, sessionId) => {
      const found =
        isSessionId(sessionId) &&
        (await inSession((tx) =>
          store.revokeSession(tx, { sessionId, userId: user.id, reason: 'ended by the user' }),
        ));
      if (!found) {
        throw new FarolError('NOT_FOUND', { message: 'Session not found' });
      }
      parts.forget(`session ${sessionId}`);
    },
  };
}
