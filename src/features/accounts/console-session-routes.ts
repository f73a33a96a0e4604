// The browser's session: the same sessions and tokens as everybody's, but the token goes into a cookie and the refresh
// token nowhere. It ends with its access token; whoever goes on working logs in once a day.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { joinScopes } from '../../platform/db/scope.ts';
import { enterOrganization } from '../../platform/http/access.ts';
import { endedCookie, isFromOwnPage, sessionCookie } from '../../platform/http/browser-session.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { ConsoleStart, ConsoleVisit, sessionToWire } from './console-session-schemas.ts';
import { listOrganizationNames } from './console-session-store.ts';
import * as schemas from './schemas.ts';
import { requireUser } from './service.ts';
import type { AccountService } from './service.ts';

/** For our own page alone, and so no part of the published contract. */
const hide = true;
const PATH = '/v1/console/session';

export type ConsoleParts = {
  accounts: AccountService;
  database: Database;
  /** What the log-in page offers to whoever opens it. */
  start: ConsoleStart;
};

function addLogIn(app: FastifyInstance, { accounts, start }: ConsoleParts): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/v1/console/start',
    {
      config: { access: { kind: 'public' } },
      schema: { hide, response: { 200: ConsoleStart } },
    },
    async (_request, reply) => reply.send(start),
  );
  typed.post(
    PATH,
    {
      config: { access: { kind: 'public' }, errors: [401, 403, 429] },
      onRequest: (request, _reply, done) => {
        // Or another site could log a visitor in under an account of its own.
        if (!isFromOwnPage(request)) {
          done(new FarolError('ACCESS_DENIED'));
          return;
        }
        accounts.admitAddress(request.ip).then(() => done(), done);
      },
      schema: { hide, body: schemas.LoginBody, response: { 200: schemas.Done } },
    },
    async (request, reply) => {
      const { token, expiresIn } = await accounts.login({ ...request.body, address: request.ip });
      return reply.header('set-cookie', sessionCookie(token, expiresIn)).send({ success: true });
    },
  );
}

export function addConsoleSessionRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { accounts, database } = parts;
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  addLogIn(app, parts);
  typed.get(
    PATH,
    {
      config: { access: { kind: 'visitor' }, errors: [403] },
      schema: { hide, response: { 200: ConsoleVisit } },
    },
    async (request, reply) => {
      const { caller } = request;
      if (caller === null) {
        return reply.send({ session: null });
      }
      const user = requireUser(caller);
      const ids = [...caller.organizations.keys()];
      const scope = joinScopes(ids.map((id) => enterOrganization(caller, id, 'viewer').scope));
      const names = await database.transaction(scope, (tx) => listOrganizationNames(tx, ids));
      return reply.send({ session: sessionToWire(user, caller.organizations, names) });
    },
  );
  typed.delete(
    PATH,
    {
      config: { access: { kind: 'caller' }, emptyBody: true, errors: [403] },
      schema: { hide, response: { 200: schemas.Done } },
    },
    async (request, reply) => {
      await accounts.logout(requireUser(callerOf(request)));
      return reply.header('set-cookie', endedCookie()).send({ success: true });
    },
  );
}
