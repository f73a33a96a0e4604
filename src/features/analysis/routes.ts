import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import * as activities from './activity-schemas.ts';
import type { CaseExports } from './case-export.ts';
import { addCaseRoutes } from './case-routes.ts';
import type { CaseLists } from './case-service.ts';
import * as consulting from './consult-schemas.ts';
import type { ConsumptionService } from './consumption-service.ts';
import { addDetailRoutes } from './detail-routes.ts';
import type { DetailParts } from './detail-routes.ts';
import * as schemas from './schemas.ts';
import { requireDocument } from './service.ts';
import type { AnalysisService } from './service.ts';

export type AnalysisRoutes = DetailParts & {
  analyses: AnalysisService;
  consumption: ConsumptionService;
  cases: CaseLists;
  exports: CaseExports;
};

const tags = ['Analysis'];
const JSON_TYPE = 'application/json; charset=utf-8';
const OF_ORGANIZATION = '/v1/holder/:holderId/organization/:organizationId';

function addCreate(app: FastifyInstance, analyses: AnalysisService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v2/analytics',
    {
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: ['ANALYTICS'] },
        errors: [402, 409],
      },
      schema: {
        tags,
        summary: 'Analyse a CPF or CNPJ; takes an Idempotency-Key',
        body: schemas.CreateBody,
        response: { 200: schemas.CreatedAnswer },
      },
      // Here and not in the handler: what the body says is judged before the organization is entered.
      preHandler: (request, _reply, done) => {
        requireDocument(request.body.documentNumber, request.body.documentType);
        done();
      },
    },
    async (request, reply) => {
      const entry = entryOf(request);
      const { documentNumber, planId } = request.body;
      const { body } = await analyses.create({
        entry,
        actor: callerOf(request).key,
        document: requireDocument(documentNumber),
        planId,
        idempotency: idempotencyOf(request, entry.organizationId),
      });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
}

function addConsult(app: FastifyInstance, analyses: AnalysisService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v2/analytics/:userPlanConsumeAnalyticsId',
    {
      config: { access: { kind: 'organization', role: 'viewer' }, errors: [404] },
      schema: {
        tags,
        summary: 'Consult an analysis: its states, and totals by risk classification',
        params: consulting.ConsultPath,
        body: consulting.ConsultBody,
        response: { 200: consulting.ConsultAnswer },
      },
    },
    (request, reply) => {
      const analysisId = request.params.userPlanConsumeAnalyticsId;
      const uniqueId = request.body.userPlanConsumeUniqueId;
      const [entry, actor] = [entryOf(request), callerOf(request).key];
      analyses.consult({ entry, actor, analysisId, uniqueId }).then(
        (answer) => reply.type(JSON_TYPE).send(answer as never),
        (error: unknown) => reply.send(error as never),
      );
    },
  );
}

function addConsumption(app: FastifyInstance, consumption: ConsumptionService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    `${OF_ORGANIZATION}/activities`,
    {
      config: { access: { kind: 'organization', role: 'viewer' } },
      schema: {
        tags,
        summary: 'Analyses of an organization and what it has used',
        params: activities.OrganizationPath,
        querystring: activities.ActivityQuery,
        response: { 200: activities.ActivityAnswer },
      },
      preHandler: (request, _reply, done) => {
        const { documentNumber } = request.query;
        if (documentNumber !== undefined) requireDocument(documentNumber);
        done();
      },
    },
    async (request, reply) => {
      const { documentNumber, ...range } = request.query;
      const document = documentNumber === undefined ? null : requireDocument(documentNumber);
      const asked = { entry: entryOf(request), actor: callerOf(request).key };
      const { from, limit, documents } = range;
      const answer = await consumption.listActivities({
        ...asked,
        document,
        ...(from === undefined ? {} : { from }),
        ...(limit === undefined ? {} : { limit }),
        masked: documents === 'masked',
      });
      return reply.type(JSON_TYPE).send(answer as never);
    },
  );
  typed.post(
    `${OF_ORGANIZATION}/partner/process`,
    {
      config: {
        access: { kind: 'organization', role: 'viewer', anyFeature: ['ANALYTICS', 'MONITORING'] },
      },
      schema: {
        tags,
        summary: 'Count the court cases of a CPF or CNPJ',
        params: activities.OrganizationPath,
        body: activities.ProcessBody,
        response: { 200: activities.ProcessAnswer },
      },
      preHandler: (request, _reply, done) => {
        requireDocument(request.body.documentNumber, request.body.documentType);
        done();
      },
    },
    async (request, reply) => {
      const document = requireDocument(request.body.documentNumber);
      const asked = { entry: entryOf(request), actor: callerOf(request).key };
      const answer = await consumption.countProcesses({ ...asked, document });
      return reply.type(JSON_TYPE).send(answer as never);
    },
  );
}

export function addAnalysisRoutes(app: FastifyInstance, parts: AnalysisRoutes): void {
  addCreate(app, parts.analyses);
  addConsult(app, parts.analyses);
  addConsumption(app, parts.consumption);
  addCaseRoutes(app, parts);
  addDetailRoutes(app, parts);
}
