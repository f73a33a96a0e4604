import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operatorOf } from '../../platform/http/caller.ts';
import { addOperatorJobRoutes } from './job-routes.ts';
import type { OperatorJobs } from './job-service.ts';
import * as schemas from './schemas.ts';
import type { Looking, OperatorService } from './service.ts';
import * as sources from './source-schemas.ts';

const tags = ['Operator'];
const access = { kind: 'operator' } as const;
const DEFAULT_TENANTS = 100;
const DEFAULT_IMPORTS = 50;

function lookingOf(request: FastifyRequest): Looking {
  return { userId: operatorOf(request).id };
}

function addTenantRoutes(app: FastifyInstance, operator: OperatorService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/v1/operator/tenants',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Organizations with their plans and units',
        querystring: schemas.TenantsQuery,
        response: { 200: schemas.TenantsAnswer },
      },
    },
    async (request, reply) => {
      const { after = 0, limit = DEFAULT_TENANTS } = request.query;
      return reply.send(await operator.listTenants(lookingOf(request), { after, limit }));
    },
  );
  typed.get(
    '/v1/operator/plans',
    {
      config: { access },
      schema: { tags, summary: 'Plans and how they are used', response: { 200: schemas.PlansAnswer } },
    },
    async (request, reply) => reply.send(await operator.listPlans(lookingOf(request))),
  );
  typed.get(
    '/v1/operator/system',
    {
      // Every look is on record and shows in the next one, so HEAD could not tell what GET would.
      exposeHeadRoute: false,
      config: { access },
      schema: {
        tags,
        summary: 'Version, what the doctor finds, and what operators did last',
        response: { 200: schemas.SystemAnswer },
      },
    },
    async (request, reply) => reply.send(await operator.describeSystem(lookingOf(request))),
  );
}

function addSourceRoutes(app: FastifyInstance, operator: OperatorService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/v1/operator/sources',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Sources with their health and the age of what they brought',
        response: { 200: sources.SourcesAnswer },
      },
    },
    async (request, reply) => reply.send(await operator.listSources(lookingOf(request))),
  );
  typed.get(
    '/v1/operator/imports',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Imports, newest first',
        querystring: sources.ImportsQuery,
        response: { 200: sources.ImportsAnswer },
      },
    },
    async (request, reply) => {
      const { before = Number.MAX_SAFE_INTEGER, limit = DEFAULT_IMPORTS } = request.query;
      return reply.send(await operator.listImports(lookingOf(request), { before, limit }));
    },
  );
  typed.get(
    '/v1/operator/imports/:importId/quarantine',
    {
      config: { access, errors: [404] },
      schema: {
        tags,
        summary: 'What an import set aside, and why',
        params: sources.ImportPath,
        response: { 200: sources.QuarantineAnswer },
      },
    },
    async (request, reply) =>
      reply.send(await operator.readQuarantine(lookingOf(request), request.params.importId)),
  );
}

export function addOperatorRoutes(
  app: FastifyInstance,
  { operator, jobs }: { operator: OperatorService; jobs: OperatorJobs },
): void {
  addTenantRoutes(app, operator);
  addSourceRoutes(app, operator);
  addOperatorJobRoutes(app, { jobs, lookingOf });
}
