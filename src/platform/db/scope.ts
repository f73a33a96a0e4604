// Which organizations a piece of work may touch. Row-level security reads the same set inside the database.
// Only the access check and the operator's commands may make one that is not empty: a house rule of tools/ sees to it
// that nobody else names `grantScope`.

declare const granted: unique symbol;

/** The set of organizations whose access was checked. */
export type Scope = { readonly organizationIds: readonly number[]; readonly [granted]: true };

function makeScope(organizationIds: readonly number[]): Scope {
  return Object.freeze({ organizationIds }) as Scope;
}

/** For work that belongs to no organization: log-in, sessions, keys. */
export const NO_SCOPE: Scope = makeScope([]);

export function grantScope(organizationIds: readonly number[]): Scope {
  if (!organizationIds.every((id) => Number.isSafeInteger(id) && id > 0)) {
    throw new TypeError('A scope is made of organization ids');
  }
  return makeScope([...new Set(organizationIds)]);
}

export function joinScopes(scopes: readonly Scope[]): Scope {
  return makeScope([...new Set(scopes.flatMap((scope) => scope.organizationIds))]);
}

/** The text form that `farol.scope()` reads back as an array. */
export function scopeSetting(scope: Scope): string {
  return `{${scope.organizationIds.join(',')}}`;
}
