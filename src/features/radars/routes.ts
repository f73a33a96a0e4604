import type { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { requirePlace } from './list-service.ts';
import type { RadarLists } from './list-service.ts';
import { FAULT_TEXTS, readRadar } from './rules.ts';
import type { Order, WantedRadar } from './rules.ts';
import * as schemas from './schemas.ts';
import type { RadarService } from './service.ts';

const tags = ['Monitoring'];
const JSON_TYPE = 'application/json; charset=utf-8';
const LIST_PATH = '/v2/organizations/:organizationId/radars';
const RADARS = '/v1/organization/:organizationId/radars';
const viewer = { kind: 'organization', role: 'viewer' } as const;
const monitoring = { kind: 'organization', role: 'analyst', anyFeature: ['MONITORING'] } as const;

function requireRadar(body: unknown): WantedRadar {
  const radar = readRadar(body);
  if ('fault' in radar) {
    const details = [{ path: `/${radar.fault}`, message: FAULT_TEXTS[radar.fault] }];
    const code = radar.fault === 'code' || radar.fault === 'type' ? 'DOCUMENT_INVALID' : 'PARAMETER_INVALID';
    throw new FarolError(code, { details });
  }
  return radar;
}

const askedOf = (request: FastifyRequest) => ({ entry: entryOf(request), actor: callerOf(request).key });

/** The framework would read all of a stream to throw it away. */
function forMethod(request: FastifyRequest, body: string | Readable): string | Readable {
  if (request.method === 'HEAD' && typeof body !== 'string') body.destroy();
  return body;
}

function addCreate(app: FastifyInstance, radars: RadarService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/organization/:organizationId/radar',
    {
      config: { access: monitoring, errors: [402, 409] },
      schema: {
        tags,
        summary: 'Watch a CPF or CNPJ, or rename its radar; takes an Idempotency-Key',
        params: schemas.OrganizationPath,
        body: schemas.AddBody,
        response: { 200: schemas.AddAnswer },
      },
      // Here and not in the handler: what the body says is judged before the organization is entered.
      preHandler: (request, _reply, done) => {
        requireRadar(request.body);
        done();
      },
    },
    async (request, reply) => {
      const radar = requireRadar(request.body);
      const idempotency = idempotencyOf(request, request.params.organizationId);
      const { body } = await radars.add({ ...askedOf(request), radar, idempotency });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
}

function addList(app: FastifyInstance, lists: RadarLists): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    LIST_PATH,
    {
      config: { access: viewer },
      schema: {
        tags,
        summary: 'Radars of an organization: all of them, or pages with a Link header',
        params: schemas.OrganizationPath,
        querystring: schemas.ListQuery,
        response: { 200: schemas.ListAnswer },
      },
      preHandler: (request, _reply, done) => {
        if (request.query.after !== undefined) requirePlace(request.query.after);
        done();
      },
    },
    async (request, reply) => {
      const { limit, after = null, documents } = request.query;
      const isMasked = documents === 'masked';
      const order = (request.query.order ?? 'DESC').toUpperCase() as Order;
      const asked = { ...askedOf(request), order, after, isMasked };
      if (limit === undefined) {
        return reply.type(JSON_TYPE).send(forMethod(request, await lists.stream(asked)) as never);
      }
      const { body, next } = await lists.page({ ...asked, limit });
      if (next !== null) {
        const path = LIST_PATH.replace(':organizationId', String(request.params.organizationId));
        const query = `order=${order}&limit=${limit}${isMasked ? '&documents=masked' : ''}&after=${next}`;
        reply.header('link', `<${path}?${query}>; rel="next"`);
      }
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
}

function addExport(app: FastifyInstance, lists: RadarLists): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    `${RADARS}/export`,
    {
      config: { access: viewer },
      schema: {
        tags,
        summary: 'All radars of an organization as a file',
        params: schemas.OrganizationPath,
        querystring: schemas.ExportQuery,
        response: { 200: schemas.ExportAnswer },
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const body = forMethod(request, await lists.export({ ...askedOf(request), format }));
      const filename = `radars-${request.params.organizationId}.${format}`;
      return reply
        .type(schemas.EXPORT_TYPES[format])
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(body as never);
    },
  );
}

export function addListRoutes(
  app: FastifyInstance,
  parts: { radars: RadarService; lists: RadarLists },
): void {
  addCreate(app, parts.radars);
  addList(app, parts.lists);
  addExport(app, parts.lists);
}
