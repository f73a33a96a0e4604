import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import * as schemas from './schemas.ts';
import type { AuditService } from './service.ts';

const tags = ['Audit'];
const PATH = '/v1/organization/:organizationId/audit';
const access = { kind: 'organization', role: 'admin' } as const;
const DEFAULT_LIMIT = 100;

export function addAuditRoutes(app: FastifyInstance, audit: AuditService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    PATH,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Who did what in an organization, newest first',
        params: schemas.AuditPath,
        querystring: schemas.AuditQuery,
        response: { 200: schemas.AuditAnswer },
      },
    },
    async (request, reply) => {
      const { before = Number.MAX_SAFE_INTEGER, limit = DEFAULT_LIMIT } = request.query;
      const doing = { entry: entryOf(request), actor: callerOf(request).key };
      return reply.send(await audit.list(doing, { before, limit }));
    },
  );
  typed.get(
    `${PATH}/verification`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Recompute the chain of the newest rows and tell what does not fit',
        params: schemas.AuditPath,
        response: { 200: schemas.VerificationAnswer },
      },
    },
    async (request, reply) => reply.send(await audit.verify(entryOf(request))),
  );
}
