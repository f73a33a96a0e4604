// Wire shapes of log-in, refresh, sessions and service tokens.
import Type from 'typebox';
import type { Static } from 'typebox';
import { ROLES } from '../../platform/http/caller.ts';
import type { Role } from '../../platform/http/caller.ts';
import { Name } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const filled = { minLength: 1, maxLength: 320 };
const DateTime = Type.String({ format: 'date-time' });

export const LoginBody = Type.Object(
  { email: Type.String(filled), password: Type.String({ minLength: 1, maxLength: 1024 }) },
  closed,
);

export const LoginAnswer = Type.Object(
  {
    email: Type.String(),
    username: Type.String(),
    token: Type.String(),
    refreshToken: Type.String(),
    expiresIn: Type.Integer({ description: 'Life of the access token in seconds' }),
  },
  closed,
);

export const RefreshBody = Type.Object(
  { email: Type.String(filled), username: Type.String(filled), refreshToken: Type.String(filled) },
  closed,
);

/** Exactly these three: the contract has no place for a new refresh token. */
export const RefreshAnswer = Type.Object(
  { email: Type.String(), username: Type.String(), token: Type.String() },
  closed,
);

export const Done = Type.Object({ success: Type.Boolean() }, closed);

export const PasswordBody = Type.Object(
  {
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    newPassword: Type.String({ minLength: 1, maxLength: 1024 }),
  },
  closed,
);

export const SessionsAnswer = Type.Object(
  {
    sessions: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          createdAt: DateTime,
          lastUsedAt: DateTime,
          expiresAt: DateTime,
          current: Type.Boolean({ description: 'The session of this very request' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const SessionPath = Type.Object({ sessionId: Type.String({ maxLength: 256 }) }, closed);

const RoleName = Type.Enum([...ROLES]);

export const TokenBody = Type.Object(
  {
    name: Name,
    role: Type.Optional(RoleName),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3650, description: 'Days until it ends; never when left out' }),
    ),
  },
  closed,
);

const tokenFields = {
  id: Type.Integer({ format: 'int64' }),
  name: Type.String(),
  role: RoleName,
  createdAt: DateTime,
  expiresAt: Type.Union([DateTime, Type.Null()]),
};

const TokenShape = Type.Object(tokenFields, closed);
export const TokensAnswer = Type.Object({ tokens: Type.Array(TokenShape) }, closed);
export const NewTokenAnswer = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'Shown this once and never again' }) },
  closed,
);

type TokenFacts = { id: number; name: string; role: Role; createdAt: Date; expiresAt: Date | null };

export function tokenToWire({ id, name, role, createdAt, expiresAt }: TokenFacts): Static<typeof TokenShape> {
  return {
    id,
    name,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

export function newTokenToWire(token: TokenFacts & { token: string }): Static<typeof NewTokenAnswer> {
  return { ...tokenToWire(token), token: token.token };
}
