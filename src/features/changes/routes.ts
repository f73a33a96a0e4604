import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { FarolError } from '../../errors.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { ChangesAnswer, ChangesPath, ChangesQuery } from './schemas.ts';
import type { ChangesService } from './service.ts';

export function addChangesRoutes(app: FastifyInstance, changes: ChangesService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/holder/:holderId/organization/:organizationId/consumeunique/:userPlanConsumeUniqueId/analytics/:userPlanConsumeAnalyticsId/changes',
    {
      config: { access: { kind: 'organization', role: 'viewer' }, errors: [404, 409] },
      schema: {
        tags: ['Analysis'],
        summary: 'What changed since an earlier analysis of the same document',
        params: ChangesPath,
        querystring: ChangesQuery,
        response: { 200: ChangesAnswer },
      },
      preHandler: (request, _reply, done) => {
        if (request.query.since >= request.params.userPlanConsumeAnalyticsId) {
          const details = [{ path: '/since', message: 'must be an earlier analysis' }];
          throw new FarolError('PARAMETER_INVALID', { details });
        }
        done();
      },
    },
    async (request, reply) => {
      const { userPlanConsumeAnalyticsId: analysisId, userPlanConsumeUniqueId: uniqueId } = request.params;
      const [entry, actor] = [entryOf(request), callerOf(request).key];
      const answer = await changes.compare({ entry, actor, analysisId, uniqueId, ...request.query });
      return reply.type('application/json; charset=utf-8').send(answer);
    },
  );
}
