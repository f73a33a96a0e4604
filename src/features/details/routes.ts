import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { requireDocument } from '../analysis/index.ts';
import type { SnapshotQuestion } from '../analysis/index.ts';
import { ActivityAnswer, HistoryAnswer } from './registry-schemas.ts';
import type { Relationships } from './relationships.ts';
import * as schemas from './schemas.ts';
import type { DetailService } from './service.ts';

export type DetailRoutes = { details: DetailService; relationships: Relationships };

const tags = ['Analysis'];
const OF_ANALYSIS =
  '/v1/holder/:holderId/organization/:organizationId/consumeunique/:userPlanConsumeUniqueId/analytics/:userPlanConsumeAnalyticsId';
const READ = { access: { kind: 'organization', role: 'viewer' }, errors: [404] } as const;

type OfAnalysis = { userPlanConsumeUniqueId: number; userPlanConsumeAnalyticsId: number };

function questionOf(request: FastifyRequest, params: OfAnalysis): SnapshotQuestion {
  const { userPlanConsumeAnalyticsId: analysisId, userPlanConsumeUniqueId: uniqueId } = params;
  return { entry: entryOf(request), actor: callerOf(request).key, analysisId, uniqueId };
}

function addLists(app: FastifyInstance, details: DetailService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    `${OF_ANALYSIS}/qsa`,
    {
      config: READ,
      schema: {
        tags,
        summary: 'Partners of the company and companies of the document, by level',
        params: schemas.DetailPath,
        querystring: schemas.LevelQuery,
        response: { 200: schemas.QsaAnswer },
      },
    },
    (request) => details.listPartners({ ...questionOf(request, request.params), ...request.query }),
  );
  typed.get(
    `${OF_ANALYSIS}/debtor/:userPlanConsumeGovernmentDebtorSummaryId/detail`,
    {
      config: READ,
      schema: {
        tags,
        summary: 'Government debts that the analysis found',
        params: schemas.DebtorPath,
        querystring: schemas.PageQuery,
        response: { 200: schemas.DebtorAnswer },
      },
    },
    (request) => {
      const { userPlanConsumeGovernmentDebtorSummaryId: summaryId } = request.params;
      const question = { ...questionOf(request, request.params), ...request.query, summaryId };
      return details.listDebts(question);
    },
  );
}

function addRegistry(app: FastifyInstance, details: DetailService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    `${OF_ANALYSIS}/history-rfb/detail`,
    {
      config: READ,
      schema: {
        tags,
        summary: 'What the tax registry dates of the company, and how analyses saw it',
        params: schemas.DetailPath,
        querystring: schemas.PageQuery,
        response: { 200: HistoryAnswer },
      },
    },
    (request) => details.listHistory({ ...questionOf(request, request.params), ...request.query }),
  );
  typed.get(
    `${OF_ANALYSIS}/activity-indicator/detail`,
    {
      config: READ,
      schema: {
        tags,
        summary: 'The estimated turnover and what it was estimated from',
        params: schemas.DetailPath,
        response: { 200: ActivityAnswer },
      },
    },
    (request) => details.readActivity(questionOf(request, request.params)),
  );
}

function addRelationships(app: FastifyInstance, relationships: Relationships): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/organizations/:organizationId/qsa/:document',
    {
      config: {
        access: { kind: 'organization', role: 'viewer', anyFeature: ['ANALYTICS', 'MONITORING'] },
        emptyBody: true,
      },
      schema: {
        tags,
        summary: 'Partners and companies of a CPF or CNPJ; charges nothing',
        params: schemas.RelationshipPath,
        response: { 200: schemas.RelationshipAnswer },
      },
      preHandler: (request, _reply, done) => {
        requireDocument(request.params.document);
        done();
      },
    },
    (request) => {
      const document = requireDocument(request.params.document);
      const asked = { entry: entryOf(request), actor: callerOf(request).key, document };
      return relationships.read(asked);
    },
  );
}

export function addDetailRoutes(app: FastifyInstance, parts: DetailRoutes): void {
  addLists(app, parts.details);
  addRegistry(app, parts.details);
  addRelationships(app, parts.relationships);
}
