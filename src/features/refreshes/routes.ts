import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import * as schemas from './schemas.ts';
import type { RefreshPlanService } from './service.ts';

const tags = ['Monitoring'];
const PATH = '/v1/organization/:organizationId/refresh-plan';

export function addRefreshRoutes(app: FastifyInstance, plans: RefreshPlanService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    PATH,
    {
      config: { access: { kind: 'organization', role: 'admin' } },
      schema: {
        tags,
        summary: 'When radars and processes are refreshed from live sources',
        params: schemas.PlanPath,
        response: { 200: schemas.PlanAnswer },
      },
    },
    async (request, reply) => reply.send(await plans.get(entryOf(request))),
  );
  typed.put(
    PATH,
    {
      config: { access: { kind: 'organization', role: 'admin' } },
      schema: {
        tags,
        summary: 'Change when radars and processes are refreshed',
        params: schemas.PlanPath,
        body: schemas.PlanBody,
        response: { 200: schemas.PlanAnswer },
      },
    },
    async (request, reply) => {
      const asked = { entry: entryOf(request), actor: callerOf(request).key };
      return reply.send(await plans.set({ ...asked, plan: request.body }));
    },
  );
}
