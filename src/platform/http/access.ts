// Default deny: every route declares what it needs, and a route that does not fails at start. The checks run in the
// contract's order: 401, 429, then the body (415, 413, 400), then 403 organization, 403 plan.
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { FarolError } from '../../errors.ts';
import { grantScope } from '../db/scope.ts';
import { findCookieToken } from './browser-session.ts';
import { callerOf, operatorOf, ROLES } from './caller.ts';
import type { Authenticator, Caller, Entry, Feature, OrganizationAccess, Role } from './caller.ts';
import type { ErrorShape } from './error-translator.ts';
import { countHeader } from './well-formed.ts';

export type Access =
  | { readonly kind: 'public' }
  /** Signed by us, but perhaps ended: only the refresh, which judges the rest itself. */
  | { readonly kind: 'bearer' }
  | { readonly kind: 'caller' }
  /** A caller, or nobody: the handler looks for itself. */
  | { readonly kind: 'visitor' }
  /** A person who runs the installation; never a service token. */
  | { readonly kind: 'operator' }
  /** `organizationId`, and `holderId` and `planId` where they occur, are taken from the path, else from the body. */
  | { readonly kind: 'organization'; readonly role: Role; readonly anyFeature?: readonly Feature[] };

export type LimitGroup = 'reads' | 'creates' | 'none';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the caller of a request that goes on may still do what its route needs. */
    isStillAllowed(request: FastifyRequest): Promise<boolean>;
  }
  interface FastifyContextConfig {
    access?: Access;
    limit?: LimitGroup;
    /** JSON content type without a body counts as no body. */
    emptyBody?: boolean;
    /** How errors look on this route. */
    errorShape?: ErrorShape;
  }
}

const BEARER = /^bearer ([A-Za-z0-9._~+/-]{1,4096}=*)$/i;

/** The one Authorization header there is. */
function readAuthorization(request: FastifyRequest): string {
  const seen = countHeader(request.raw.rawHeaders, 'authorization');
  const { authorization } = request.headers;
  if (seen === 0 || authorization === undefined) {
    throw new FarolError('CREDENTIALS_MISSING');
  }
  if (seen > 1) {
    throw new FarolError('TOKEN_INVALID');
  }
  return authorization;
}

/** The token of the one well-formed Authorization header. */
export function readBearer(request: FastifyRequest): string {
  const token = BEARER.exec(readAuthorization(request))?.[1];
  if (token === undefined) {
    throw new FarolError('TOKEN_INVALID');
  }
  return token;
}

/** The bearer's, or where there is none that of the console's cookie. */
function readToken(request: FastifyRequest): string {
  const fromCookie = request.headers.authorization === undefined ? findCookieToken(request) : null;
  return fromCookie ?? readBearer(request);
}

/** Every token that is remembered was well formed, so the usual request is not matched against the pattern again. */
function recallCaller(request: FastifyRequest, authenticator: Authenticator): Caller | undefined {
  if (request.headers.authorization === undefined) {
    return authenticator.recall(readToken(request));
  }
  const authorization = readAuthorization(request);
  return authorization.startsWith('Bearer ') ? authenticator.recall(authorization.slice(7)) : undefined;
}

type Ids = { organizationId?: unknown; holderId?: unknown; planId?: unknown };

function idOf(request: FastifyRequest, name: keyof Ids): number | undefined {
  const fromPath = (request.params as Ids)[name];
  const value = fromPath ?? (request.body as Ids | undefined)?.[name];
  return typeof value === 'number' ? value : undefined;
}

/** Made once for each remembered caller and organization, not for each request. */
const entries = new WeakMap<OrganizationAccess, Entry>();

function entryInto(access: OrganizationAccess): Entry {
  const known = entries.get(access);
  if (known !== undefined) {
    return known;
  }
  const entry = { ...access, scope: grantScope([access.organizationId]) };
  entries.set(access, entry);
  return entry;
}

function findAccess(caller: Caller, organizationId: number, role: Role): OrganizationAccess {
  const found = caller.organizations.get(organizationId);
  if (found === undefined || ROLES.indexOf(found.role) < ROLES.indexOf(role)) {
    throw new FarolError('ACCESS_DENIED');
  }
  return found;
}

/** For routes with an order of checks of their own: they declare `caller` and come here when it is time. */
export function enterOrganization(caller: Caller, organizationId: number, role: Role): Entry {
  return entryInto(findAccess(caller, organizationId, role));
}

function enter(caller: Caller, request: FastifyRequest, access: Access & { kind: 'organization' }): Entry {
  const found = findAccess(caller, idOf(request, 'organizationId') ?? 0, access.role);
  const holderId = idOf(request, 'holderId');
  if (holderId !== undefined && holderId !== found.holderId) {
    throw new FarolError('ACCESS_DENIED');
  }
  if (access.anyFeature !== undefined) {
    const wanted = access.anyFeature;
    const planId = idOf(request, 'planId');
    const plans = planId === undefined ? found.plans : found.plans.filter((plan) => plan.planId === planId);
    if (!plans.some((plan) => plan.features.some((feature) => wanted.includes(feature)))) {
      throw new FarolError('PLAN_NOT_ALLOWED');
    }
  }
  return entryInto(found);
}

function guardRoute(route: RouteOptions, authenticator: Authenticator): void {
  const access = route.config?.access;
  if (access === undefined) {
    throw new Error(`${String(route.method)} ${route.url} does not declare what access it needs`);
  }
  if (access.kind === 'public') {
    return;
  }
  if (access.kind === 'bearer') {
    const vouch: NonNullable<Exclude<RouteOptions['onRequest'], unknown[]>> = (request, _reply, done) => {
      authenticator.isOurs(readBearer(request)).then((isOurs) => {
        done(isOurs ? undefined : new FarolError('TOKEN_INVALID'));
      }, done);
    };
    route.onRequest = [vouch, ...[route.onRequest ?? []].flat()];
    return;
  }
  const mayBeNobody = access.kind === 'visitor';
  const authenticate: NonNullable<Exclude<RouteOptions['onRequest'], unknown[]>> = (
    request,
    _reply,
    done,
  ) => {
    request.routePattern = route.url;
    if (mayBeNobody && request.headers.authorization === undefined && findCookieToken(request) === null) {
      done();
      return;
    }
    const remembered = recallCaller(request, authenticator);
    if (remembered !== undefined) {
      request.caller = remembered;
      done();
      return;
    }
    authenticator.identify(readToken(request)).then((caller) => {
      request.caller = caller;
      done(caller === null && !mayBeNobody ? new FarolError('TOKEN_INVALID') : undefined);
    }, done);
  };
  route.onRequest = [authenticate, ...[route.onRequest ?? []].flat()];
  if (access.kind === 'organization') {
    enterBeforeHandling(route, access);
  }
  if (access.kind === 'operator') {
    requireOperatorBeforeHandling(route);
  }
}

function requireOperatorBeforeHandling(route: RouteOptions): void {
  const { handler } = route;
  route.handler = function requireAndHandle(request, reply): unknown {
    operatorOf(request);
    return handler.call(this, request, reply);
  };
}

/** Around the handler rather than in a hook: everything is validated by then, and a hook costs a microsecond. */
function enterBeforeHandling(route: RouteOptions, access: Access & { kind: 'organization' }): void {
  const { handler } = route;
  route.handler = function enterAndHandle(request, reply): unknown {
    request.entry = enter(callerOf(request), request, access);
    return handler.call(this, request, reply);
  };
}

/** Asks anew what was checked when the request came in, for answers that outlast that moment. */
async function isStillAllowed(request: FastifyRequest, authenticator: Authenticator): Promise<boolean> {
  const { access } = request.routeOptions.config;
  const token = readToken(request);
  const caller = authenticator.recall(token) ?? (await authenticator.identify(token));
  if (caller === null || access?.kind !== 'organization') {
    return caller !== null;
  }
  try {
    enter(caller, request, access);
    return true;
  } catch (error) {
    if (error instanceof FarolError) {
      return false;
    }
    throw error;
  }
}

export function declareAccess(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorate('isStillAllowed', (request) => isStillAllowed(request, authenticator));
  app.decorateRequest('caller', null);
  app.decorateRequest('entry', null);
  app.addHook('onRoute', (route) => guardRoute(route, authenticator));
}
