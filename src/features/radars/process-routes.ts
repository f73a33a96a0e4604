import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import * as shapes from './process-schemas.ts';
import type { ProcessService } from './process-service.ts';
import { OrganizationPath } from './schemas.ts';

const tags = ['Monitoring'];
const JSON_TYPE = 'application/json; charset=utf-8';
const DEFAULT_LIMIT = 100;

export function addProcessRoutes(app: FastifyInstance, processes: ProcessService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/organization/:organizationId/processes',
    {
      config: { access: { kind: 'organization', role: 'viewer' } },
      schema: {
        tags,
        summary: 'Processes of an organization, in the order of their numbers',
        params: OrganizationPath,
        querystring: shapes.ProcessQuery,
        response: { 200: shapes.ProcessAnswer },
      },
    },
    async (request, reply) => {
      const { after = '', limit = DEFAULT_LIMIT, status = null } = request.query;
      const page = await processes.list({ entry: entryOf(request), after, limit, status });
      return reply.type(JSON_TYPE).send(shapes.processesToWire(page) as never);
    },
  );
  // No schema of the parameters, and no organization declared: it has an order of checks and words of its own.
  app.put<{ Params: { organizationId: string; numberProcess: string } }>(
    '/v1/organization/:organizationId/process/:numberProcess/INACTIVE',
    {
      config: { access: { kind: 'caller' }, errorShape: 'bare', emptyBody: true, errors: [403, 404] },
      schema: {
        tags,
        summary: 'Make a process inactive: nothing more is told of it',
        response: { 200: shapes.InactivationAnswer },
      },
    },
    async (request, reply) => {
      const { organizationId, numberProcess: number } = request.params;
      const done = await processes.inactivate({
        caller: callerOf(request),
        organizationId,
        number,
      });
      return reply.type(JSON_TYPE).send(shapes.inactivationToWire(done));
    },
  );
}
