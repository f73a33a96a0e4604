import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import * as shapes from './finding-schemas.ts';
import { requireFinding } from './finding-service.ts';
import type { FindingService } from './finding-service.ts';
import { Done, OrganizationPath as params } from './schemas.ts';

const tags = ['Monitoring'];
const JSON_TYPE = 'application/json; charset=utf-8';
const DISMISSED = '/v1/organization/:organizationId/findings/dismissed';
const DEFAULT_LIMIT = 100;

const analyst = { kind: 'organization', role: 'analyst' } as const;

function addList(app: FastifyInstance, findings: FindingService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    DISMISSED,
    {
      config: { access: { kind: 'organization', role: 'viewer' } },
      schema: {
        tags,
        summary: 'Findings that were dismissed',
        params,
        querystring: shapes.DismissedQuery,
        response: { 200: shapes.DismissedAnswer },
      },
    },
    async (request, reply) => {
      const { after = '', limit = DEFAULT_LIMIT } = request.query;
      const { rows, next } = await findings.list({ entry: entryOf(request), after, limit });
      const dismissed = rows.map((row) => ({ finding: row.finding, dismissedAt: row.dismissed_at }));
      return reply.type(JSON_TYPE).send(JSON.stringify({ dismissed, next }) as never);
    },
  );
}

export function addFindingRoutes(app: FastifyInstance, findings: FindingService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  addList(app, findings);
  typed.post(
    DISMISSED,
    {
      config: { access: analyst, errors: [409] },
      schema: {
        tags,
        summary: 'Hear no more of a finding; takes an Idempotency-Key',
        params,
        body: shapes.DismissBody,
        response: { 200: shapes.DismissAnswer },
      },
      preHandler: (request, _reply, done) => {
        requireFinding(request.body.finding);
        done();
      },
    },
    async (request, reply) => {
      const { body } = await findings.dismiss({
        entry: entryOf(request),
        actor: callerOf(request).key,
        finding: request.body.finding,
        idempotency: idempotencyOf(request, request.params.organizationId),
      });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
  typed.delete(
    DISMISSED,
    {
      config: { access: analyst, errors: [404] },
      schema: {
        tags,
        summary: 'Hear of a dismissed finding again',
        params,
        querystring: shapes.TakeBackQuery,
        response: { 200: Done },
      },
      preHandler: (request, _reply, done) => {
        requireFinding(request.query.finding);
        done();
      },
    },
    async (request, reply) => {
      const { finding } = request.query;
      await findings.takeBack({ entry: entryOf(request), actor: callerOf(request).key, finding });
      return reply.send({ success: true });
    },
  );
}
