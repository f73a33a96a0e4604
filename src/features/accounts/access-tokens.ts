// Access tokens: JWTs signed with Ed25519, which is deterministic, so the same claims always give the same token. They
// hold ids only; what the bearer may do is read from the database.
import { SignJWT, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { isSessionId } from './rules.ts';
import type { SigningKeys } from './signing-keys.ts';

const ISSUER = 'farol';
const AUDIENCE = 'farol-api';
const TYPE = 'at+jwt';
const ALGORITHM = 'EdDSA';

export type TokenClaims = {
  readonly userId: number;
  readonly sessionId: string;
  readonly generation: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

export type AccessTokens = {
  sign(claims: TokenClaims, keyId: string): Promise<string>;
  /** Null for anything that is not ours or, unless `expiredByMs` allows it, has ended. */
  verify(token: string, expiredByMs?: number): Promise<TokenClaims | null>;
};

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function readClaims(payload: Record<string, unknown>): TokenClaims | null {
  const { sub, sid, gen, iat, exp } = payload;
  const userId = typeof sub === 'string' ? Number(sub) : Number.NaN;
  const isWhole =
    Number.isSafeInteger(userId) &&
    Number.isSafeInteger(gen) &&
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp);
  if (!isWhole || typeof sid !== 'string' || !isSessionId(sid)) {
    return null;
  }
  return {
    userId,
    sessionId: sid,
    generation: Number(gen),
    issuedAt: new Date(Number(iat) * 1000),
    expiresAt: new Date(Number(exp) * 1000),
  };
}

export function createAccessTokens(keys: SigningKeys, clock: Clock): AccessTokens {
  return {
    sign: (claims, keyId) => {
      const key = keys.find(keyId);
      if (key === undefined) {
        throw new Error('The signing key of a session is gone');
      }
      return new SignJWT({ sid: claims.sessionId, gen: claims.generation })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.id, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(claims.userId))
        .setIssuedAt(seconds(claims.issuedAt))
        .setExpirationTime(seconds(claims.expiresAt))
        .sign(key.privateKey);
    },
    verify: async (token, expiredByMs = 0) => {
      try {
        // The key is chosen among ours by its id alone; addresses or keys that the token itself brings are never read.
        const key = keys.find(decodeProtectedHeader(token).kid ?? '');
        if (key === undefined) {
          return null;
        }
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'sid', 'gen', 'iat', 'exp'],
          currentDate: new Date(clock.nowMs() - expiredByMs),
        });
        return readClaims(payload);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) {
          return null;
        }
        throw error;
      }
    },
  };
}
