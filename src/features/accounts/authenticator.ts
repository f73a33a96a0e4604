// From a bearer to a caller. What was found is remembered for seconds and dropped as soon as the database says that
// something about it changed, so the usual request asks nothing and a revocation still works at once.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Authenticator, Caller, OrganizationAccess } from '../../platform/http/caller.ts';
import { hashCredential } from '../../platform/ids.ts';
import type { AccessTokens } from './access-tokens.ts';
import { SERVICE_TOKEN, SERVICE_TOKEN_PREFIX } from './service-tokens.ts';
import * as store from './store.ts';

/** How long a change can go unnoticed when notifications are down; with them it is milliseconds. */
const REMEMBERED_MS = 4000;
const MAX_REMEMBERED = 20_000;

type Remembered = { caller: Caller; untilMs: number };

export type RememberingAuthenticator = Authenticator & {
  /** Takes a notification such as `user 5`; anything not understood forgets everything. */
  forget(notice: string): void;
  forgetAll(): void;
};

function organizationsOf(list: readonly OrganizationAccess[]): Map<number, OrganizationAccess> {
  return new Map(list.map((access) => [access.organizationId, access]));
}

function concerns(caller: Caller, kind: string, id: string): boolean {
  switch (kind) {
    case 'user':
      return caller.user?.id === Number(id);
    case 'session':
      return caller.user?.sessionId === id;
    case 'token':
      return caller.key === `token ${id}`;
    case 'organization':
      return caller.organizations.has(Number(id));
    default:
      return true;
  }
}

type Parts = { database: Database; tokens: AccessTokens; clock: Clock; refreshSeconds: number };
type Found = { caller: Caller; endsAtMs: number };

async function findUser({ database, tokens }: Parts, token: string): Promise<Found | null> {
  const claims = await tokens.verify(token);
  if (claims === null) {
    return null;
  }
  const row = await database.transaction(NO_SCOPE, (tx) => store.findSessionCaller(tx, claims.sessionId));
  if (row === null || Number(row.user_id) !== claims.userId) {
    return null;
  }
  const { email, username, is_operator: isOperator } = row;
  const caller: Caller = {
    key: `session ${claims.sessionId}`,
    user: { id: claims.userId, email, username, sessionId: claims.sessionId, isOperator },
    organizations: organizationsOf(row.organizations),
  };
  return { caller, endsAtMs: claims.expiresAt.getTime() };
}

async function findService({ database }: Parts, token: string): Promise<Found | null> {
  if (!SERVICE_TOKEN.test(token)) {
    return null;
  }
  const row = await database.transaction(NO_SCOPE, (tx) => store.findTokenCaller(tx, hashCredential(token)));
  if (row === null) {
    return null;
  }
  const caller: Caller = {
    key: `token ${row.token_id}`,
    user: null,
    organizations: organizationsOf(row.organizations),
  };
  return { caller, endsAtMs: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY };
}

export function createAuthenticator(parts: Parts): RememberingAuthenticator {
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<Caller | null>>();
  // An answer that was read before a notification came in must not be remembered after it.
  let changes = 0;

  async function find(token: string): Promise<Caller | null> {
    const seenChanges = changes;
    const found = await (token.startsWith(SERVICE_TOKEN_PREFIX) ? findService : findUser)(parts, token);
    if (found === null) {
      return null;
    }
    if (seenChanges === changes) {
      if (remembered.size >= MAX_REMEMBERED) {
        remembered.clear();
      }
      remembered.set(token, {
        caller: found.caller,
        untilMs: Math.min(parts.clock.nowMs() + REMEMBERED_MS, found.endsAtMs),
      });
    }
    return found.caller;
  }

  function forgetAll(): void {
    changes += 1;
    remembered.clear();
  }

  return {
    recall: (token) => {
      const known = remembered.get(token);
      return known !== undefined && known.untilMs > parts.clock.nowMs() ? known.caller : undefined;
    },
    isOurs: async (token) => (await parts.tokens.verify(token, parts.refreshSeconds * 1000)) !== null,
    identify: (token) => {
      const running = underWay.get(token) ?? find(token).finally(() => underWay.delete(token));
      underWay.set(token, running);
      return running;
    },
    forget: (notice) => {
      changes += 1;
      const [kind = '', id = ''] = notice.split(' ');
      for (const [token, { caller }] of remembered) {
        if (concerns(caller, kind, id)) {
          remembered.delete(token);
        }
      }
    },
    forgetAll,
  };
}
