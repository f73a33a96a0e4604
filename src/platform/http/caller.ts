// Who calls, and what they may do where. Filled from the database by whoever implements `Authenticator`.
import type { FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { Scope } from '../db/scope.ts';

/** Each role may do what the ones before it may. */
export const ROLES = ['viewer', 'analyst', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const FEATURES = ['ANALYTICS', 'MONITORING', 'CNH', 'SCR', 'MIND_MAP', 'CERTIFICATION'] as const;
export type Feature = (typeof FEATURES)[number];

export type OrganizationAccess = {
  readonly organizationId: number;
  readonly holderId: number;
  readonly role: Role;
  readonly plans: readonly { readonly planId: number; readonly features: readonly Feature[] }[];
};

export type Caller = {
  /** `session …` or `token …`: what limits and idempotency keys are counted by, and what the log names. */
  readonly key: string;
  /** Null for service tokens: there is no person behind them. */
  readonly user: {
    readonly id: number;
    readonly email: string;
    readonly username: string;
    readonly sessionId: string;
    /** Of the whole installation; only a command gives this. */
    readonly isOperator: boolean;
  } | null;
  readonly organizations: ReadonlyMap<number, OrganizationAccess>;
};

/** An organization that the caller was let into, with the scope to work in it. */
export type Entry = OrganizationAccess & { readonly scope: Scope };

export type Authenticator = {
  /** The caller if it is remembered, so that the usual request needs no waiting. */
  recall(token: string): Caller | undefined;
  /** Whether we signed the token, even if it has ended since. */
  isOurs(token: string): Promise<boolean>;
  /** Null when the token is not good. */
  identify(token: string): Promise<Caller | null>;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    entry: Entry | null;
    /** The pattern of the route, where a route's own hook has set it. */
    routePattern: string | null;
  }
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) {
    throw new Error('The route does not declare that it needs a caller');
  }
  return request.caller;
}

/** For what belongs to a person: a service token gets the same refusal as a member of another organization. */
export function userOf(request: FastifyRequest): NonNullable<Caller['user']> {
  const { user } = callerOf(request);
  if (user === null) {
    throw new FarolError('ACCESS_DENIED');
  }
  return user;
}

/** Whoever is none gets the same refusal as a member of another organization. */
export function operatorOf(request: FastifyRequest): NonNullable<Caller['user']> {
  const { user } = callerOf(request);
  if (user === null || !user.isOperator) {
    throw new FarolError('ACCESS_DENIED');
  }
  return user;
}

export function entryOf(request: FastifyRequest): Entry {
  if (request.entry === null) {
    throw new Error('The route does not declare that it needs an organization');
  }
  return request.entry;
}
