import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { documentType } from '../../documents/document.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import * as activities from './activity-schemas.ts';
import { CasesPath } from './case-schemas.ts';
import { OverviewAnswer } from './overview-schemas.ts';
import type { Overviews } from './overview-service.ts';
import { PDF_TYPE, ReportAnswer, ReportQuery } from './printed-schemas.ts';
import type { PrintedReports } from './printed-service.ts';
import type { Reveals } from './reveal-service.ts';

export type DetailParts = { overviews: Overviews; prints: PrintedReports; reveals: Reveals };

const tags = ['Analysis'];
const OF_DOCUMENT =
  '/v1/holder/:holderId/organization/:organizationId/consumeunique/:userPlanConsumeUniqueId';
const config = { access: { kind: 'organization', role: 'viewer' }, errors: [404] } as const;

function addReport(app: FastifyInstance, prints: PrintedReports): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    `${OF_DOCUMENT}/analytics/:userPlanConsumeAnalyticsId/report`,
    {
      config: { ...config, errors: [404, 409] },
      schema: {
        tags,
        summary: 'An analysis on two pages, to be read by those who decide',
        params: CasesPath,
        querystring: ReportQuery,
        response: { 200: ReportAnswer },
      },
    },
    async (request, reply) => {
      const analysisId = request.params.userPlanConsumeAnalyticsId;
      const bytes = await prints.print({
        entry: entryOf(request),
        actor: callerOf(request).key,
        analysisId,
        uniqueId: request.params.userPlanConsumeUniqueId,
      });
      const disposition = `attachment; filename="report-${analysisId}.pdf"`;
      return reply
        .header('content-disposition', disposition)
        .type(PDF_TYPE)
        .send(bytes as never);
    },
  );
}

export function addDetailRoutes(app: FastifyInstance, { overviews, prints, reveals }: DetailParts): void {
  addReport(app, prints);
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
