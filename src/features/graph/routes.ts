import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { graphToGexf } from './gexf.ts';
import { GEXF_TYPE, GraphAnswers, GraphPath, GraphQuery } from './schemas.ts';
import type { GraphService } from './service.ts';

const DEFAULT_DEPTH = 2;

/** `today` gives a calendar date. */
export type GraphRoutes = { graphs: GraphService; today: () => string };

export function addGraphRoutes(app: FastifyInstance, { graphs, today }: GraphRoutes): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/holder/:holderId/organization/:organizationId/consumeunique/:userPlanConsumeUniqueId/analytics/:userPlanConsumeAnalyticsId/graph',
    {
      config: {
        access: { kind: 'organization', role: 'viewer', anyFeature: ['MIND_MAP'] },
        errors: [404],
      },
      schema: {
        tags: ['Analysis'],
        summary: 'People, companies and shared court cases around the document of an analysis',
        params: GraphPath,
        querystring: GraphQuery,
        response: { 200: GraphAnswers },
      },
    },
    async (request, reply) => {
      const { userPlanConsumeAnalyticsId: analysisId, userPlanConsumeUniqueId: uniqueId } = request.params;
      const { depth = DEFAULT_DEPTH, format = 'json' } = request.query;
      const [entry, actor] = [entryOf(request), callerOf(request).key];
      const graph = await graphs.draw({ entry, actor, analysisId, uniqueId, depth });
      if (format === 'gexf') {
        reply.header('content-disposition', `attachment; filename="graph-${analysisId}.gexf"`);
        return reply.type(GEXF_TYPE).send(graphToGexf(graph, today()));
      }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(graph));
    },
  );
}
