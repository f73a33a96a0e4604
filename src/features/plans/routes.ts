import type { FastifyInstance } from 'fastify';
import { entryOf } from '../../platform/http/caller.ts';
import type { BalanceReads } from './queries.ts';
import { BalanceAnswer, BalancePath } from './schemas.ts';

export function addPlanRoutes(app: FastifyInstance, balances: BalanceReads): void {
  app.get(
    '/v1/holder/:holderId/organization/:organizationId/balance',
    {
      config: { access: { kind: 'organization', role: 'viewer' } },
      schema: {
        tags: ['Plans'],
        summary: 'Plans of an organization and what is left of them',
        params: BalancePath,
        response: { 200: BalanceAnswer },
      },
    },
    (request, reply) => {
      balances.read(entryOf(request)).then(
        (answer) => reply.type('application/json; charset=utf-8').send(answer),
        (error: unknown) => reply.send(error),
      );
    },
  );
}
