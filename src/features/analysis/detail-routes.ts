import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { documentType } from '../../documents/document.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import * as activities from './activity-schemas.ts';
import { CasesPath } from './case-schemas.ts';
import { OverviewAnswer } from './overview-schemas.ts';
import type { Overviews } from './overview-service.ts';
import type { Reveals } from './reveal-service.ts';

export type DetailParts = { overviews: Overviews; reveals: Reveals };

const tags = ['Analysis'];
const OF_DOCUMENT =
  '/v1/holder/:holderId/organization/:organizationId/consumeunique/:userPlanConsumeUniqueId';
const config = { access: { kind: 'organization', role: 'viewer' }, errors: [404] } as const;

export function addDetailRoutes(app: FastifyInstance, { overviews, reveals }: DetailParts): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    `${OF_DOCUMENT}/analytics/:userPlanConsumeAnalyticsId/overview`,
    {
      config,
      schema: {
        tags,
        summary: 'An analysis at a glance: reasons, years, courts, debts, protests, partners',
        params: CasesPath,
        response: { 200: OverviewAnswer },
      },
    },
    async (request, reply) => {
      const answer = await overviews.read({
        entry: entryOf(request),
        actor: callerOf(request).key,
        analysisId: request.params.userPlanConsumeAnalyticsId,
        uniqueId: request.params.userPlanConsumeUniqueId,
      });
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer) as never);
    },
  );
  typed.post(
    `${OF_DOCUMENT}/reveal`,
    {
      config: { ...config, emptyBody: true },
      schema: {
        tags,
        summary: 'Show the document of a masked line; that it was shown is on record',
        params: activities.RevealPath,
        response: { 200: activities.RevealAnswer },
      },
    },
    async (request, reply) => {
      const { document } = await reveals.reveal({
        entry: entryOf(request),
        actor: callerOf(request).key,
        uniqueId: request.params.userPlanConsumeUniqueId,
      });
      return reply.send({ documentType: documentType(document), documentNumber: document });
    },
  );
}
