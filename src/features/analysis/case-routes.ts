import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import type { CaseExports, LineFormat } from './case-export.ts';
import * as schemas from './case-schemas.ts';
import type { CasesFilter } from './case-schemas.ts';
import { readFilter } from './case-service.ts';
import type { CaseListQuestion, CaseLists } from './case-service.ts';

/** Throws on what no list can be asked for. */
function requireFilter(query: CasesFilter): void {
  readFilter(query);
  const { format = 'json' } = query;
  if (format === 'json') return;
  const given = (['limit', 'order'] as const).find((name) => query[name] !== undefined);
  if (given !== undefined) {
    const message = `does not go with ${format}, which holds the whole list by number`;
    throw new FarolError('PARAMETER_INVALID', { details: [{ path: `/${given}`, message }] });
  }
}

async function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  about: { exports: CaseExports; question: CaseListQuestion; format: LineFormat },
): Promise<FastifyReply> {
  const { exports, question, format } = about;
  const isStillAllowed = (): Promise<boolean> => request.server.isStillAllowed(request);
  const lines = await exports.open({ ...question, format, isStillAllowed });
  // The framework would read all of it to throw it away.
  if (request.method === 'HEAD') lines.destroy();
  return reply
    .headers({
      'content-type': format === 'csv' ? schemas.CSV_TYPE : schemas.NDJSON_TYPE,
      'content-disposition': `attachment; filename="cases-${question.analysisId}.${format}"`,
    })
    .send(lines);
}

export function addCaseRoutes(
  app: FastifyInstance,
  { cases, exports }: { cases: CaseLists; exports: CaseExports },
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/holder/:holderId/organization/:organizationId/consumeunique/:userPlanConsumeUniqueId/analytics/:userPlanConsumeAnalyticsId/cases',
    {
      config: { access: { kind: 'organization', role: 'viewer' }, errors: [404, 409] },
      schema: {
        tags: ['Analysis'],
        summary: 'Court cases of an analysis, each with the reasons for its risk',
        params: schemas.CasesPath,
        querystring: schemas.CasesQuery,
        response: { 200: schemas.CasesAnswers },
      },
      preHandler: (request, _reply, done) => {
        requireFilter(request.query);
        done();
      },
    },
    async (request, reply) => {
      const question = {
        entry: entryOf(request),
        actor: callerOf(request).key,
        analysisId: request.params.userPlanConsumeAnalyticsId,
        uniqueId: request.params.userPlanConsumeUniqueId,
        wanted: request.query,
      };
      const { format = 'json' } = request.query;
      if (format !== 'json') return sendLines(request, reply, { exports, question, format });
      const answer = await cases.list(question);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    },
  );
}
