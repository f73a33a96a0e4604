import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Database } from '../../platform/db/database.ts';
import { readBearer } from '../../platform/http/access.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { Id } from '../../platform/http/shapes.ts';
import * as schemas from './schemas.ts';
import { listServiceTokens, revokeServiceToken } from './service-tokens.ts';
import type { groupTokenCreates } from './service-tokens.ts';
import { requireUser } from './service.ts';
import type { AccountService } from './service.ts';

const tags = ['Accounts'];

type TokenParts = { database: Database; tokenCreates: ReturnType<typeof groupTokenCreates> };

function addLoginRoutes(app: FastifyInstance, accounts: AccountService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.post(
    '/v1/login',
    {
      config: { access: { kind: 'public' }, errors: [401, 429] },
      onRequest: (request, _reply, done) => {
        accounts.admitAddress(request.ip).then(() => done(), done);
      },
      schema: {
        tags,
        summary: 'Log in with e-mail and password',
        body: schemas.LoginBody,
        response: { 200: schemas.LoginAnswer },
      },
    },
    async (request, reply) => reply.send(await accounts.login({ ...request.body, address: request.ip })),
  );
  typed.post(
    '/v1/refreshtoken',
    {
      config: { access: { kind: 'bearer' } },
      schema: {
        tags,
        summary: 'Exchange the refresh token and the newest access token for a new access token',
        body: schemas.RefreshBody,
        response: { 200: schemas.RefreshAnswer },
      },
    },
    async (request, reply) =>
      reply.send(await accounts.refresh({ ...request.body, bearer: readBearer(request) })),
  );
  typed.post(
    '/v1/logout',
    {
      config: { access: { kind: 'caller' }, emptyBody: true, errors: [403] },
      schema: { tags, summary: 'End the session of this token', response: { 200: schemas.Done } },
    },
    async (request, reply) => {
      await accounts.logout(requireUser(callerOf(request)));
      return reply.send({ success: true });
    },
  );
}

function addSessionRoutes(app: FastifyInstance, accounts: AccountService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/v1/sessions',
    {
      config: { access: { kind: 'caller' }, errors: [403] },
      schema: { tags, summary: "List the caller's sessions", response: { 200: schemas.SessionsAnswer } },
    },
    async (request, reply) => {
      const sessions = await accounts.listSessions(requireUser(callerOf(request)));
      return reply.send({
        sessions: sessions.map(({ id, createdAt, lastUsedAt, expiresAt, current }) => ({
          id,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          current,
        })),
      });
    },
  );
  typed.delete(
    '/v1/sessions/:sessionId',
    {
      config: { access: { kind: 'caller' }, emptyBody: true, errors: [403, 404] },
      schema: {
        tags,
        summary: "End one of the caller's sessions",
        params: schemas.SessionPath,
        response: { 200: schemas.Done },
      },
    },
    async (request, reply) => {
      await accounts.endSession(requireUser(callerOf(request)), request.params.sessionId);
      return reply.send({ success: true });
    },
  );
  typed.put(
    '/v1/password',
    {
      config: { access: { kind: 'caller' }, errors: [403] },
      schema: {
        tags,
        summary: 'Change the password; ends every session of the user',
        body: schemas.PasswordBody,
        response: { 200: schemas.Done },
      },
    },
    async (request, reply) => {
      await accounts.changePassword(requireUser(callerOf(request)), request.body);
      return reply.send({ success: true });
    },
  );
}

function addTokenRoutes(app: FastifyInstance, { database, tokenCreates }: TokenParts): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  const access = { kind: 'organization', role: 'admin' } as const;
  const params = Type.Object({ organizationId: Id }, { additionalProperties: false });
  const oneParams = Type.Object({ organizationId: Id, tokenId: Id }, { additionalProperties: false });
  typed.get(
    '/v1/organization/:organizationId/tokens',
    {
      config: { access },
      schema: { tags, summary: 'List service tokens', params, response: { 200: schemas.TokensAnswer } },
    },
    async (request, reply) =>
      reply.send({ tokens: (await listServiceTokens(database, entryOf(request))).map(schemas.tokenToWire) }),
  );
  typed.post(
    '/v1/organization/:organizationId/tokens',
    {
      config: { access, errors: [409] },
      schema: {
        tags,
        summary: 'Make a service token; takes an Idempotency-Key',
        params,
        body: schemas.TokenBody,
        response: { 200: schemas.NewTokenAnswer },
      },
    },
    async (request, reply) => {
      const { name, role = 'analyst', days = null } = request.body;
      const createdBy = callerOf(request).user?.id ?? null;
      const { organizationId, scope } = entryOf(request);
      const { body } = await tokenCreates.submit({
        scope,
        request: idempotencyOf(request, organizationId),
        charge: null,
        input: { organizationId, name, role, days, createdBy, actor: callerOf(request).key },
      });
      return reply.type('application/json; charset=utf-8').send(body as never);
    },
  );
  typed.delete(
    '/v1/organization/:organizationId/tokens/:tokenId',
    {
      config: { access, emptyBody: true, errors: [404] },
      schema: { tags, summary: 'Revoke a service token', params: oneParams, response: { 200: schemas.Done } },
    },
    async (request, reply) => {
      const { tokenId } = request.params;
      await revokeServiceToken(database, entryOf(request), { tokenId, actor: callerOf(request).key });
      return reply.send({ success: true });
    },
  );
}

export function addAccountRoutes(
  app: FastifyInstance,
  parts: TokenParts & { accounts: AccountService },
): void {
  addLoginRoutes(app, parts.accounts);
  addSessionRoutes(app, parts.accounts);
  addTokenRoutes(app, parts);
}
