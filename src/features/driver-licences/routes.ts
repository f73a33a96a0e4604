import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { servePartOfApi } from '../../platform/http/openapi-part.ts';
import * as schemas from './schemas.ts';
import type { LicenceService } from './service.ts';

const tags = ['Driver licences'];
const PREFIX = '/v1/cnh';
const JSON_TYPE = 'application/json; charset=utf-8';

function addRequestRoute(app: FastifyInstance, licences: LicenceService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    PREFIX,
    {
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: ['CNH'] },
        errors: [402, 409],
      },
      schema: {
        tags,
        summary: 'Request the driver licence of a CPF; takes an Idempotency-Key',
        body: schemas.RequestBody,
        response: { 201: schemas.CnhRecord },
      },
    },
    async (request, reply) => {
      const entry = entryOf(request);
      const { organizationId } = entry;
      const { body } = await licences.request({
        entry,
        actor: callerOf(request).key,
        document: request.body.document,
        idempotency: idempotencyOf(request, organizationId),
      });
      // A repeated request is answered with the id of the first one.
      const requestId = schemas.requestIdOf(body);
      return reply
        .code(201)
        .header('location', `${PREFIX}/organizations/${organizationId}/request/${requestId}`)
        .type(JSON_TYPE)
        .send(body as never);
    },
  );
}

export function addLicenceRoutes(app: FastifyInstance, licences: LicenceService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  const config = { access: { kind: 'organization', role: 'viewer' }, errors: [404] } as const;
  const response = { 200: schemas.CnhRecord };
  addRequestRoute(app, licences);
  typed.get(
    `${PREFIX}/organizations/:organizationId/request/:requestId`,
    {
      config,
      schema: {
        tags,
        summary: 'Driver licence by the identifier of its request',
        params: schemas.ByRequestPath,
        response,
      },
    },
    (request, reply) => {
      const { requestId } = request.params;
      licences.getByRequest({ entry: entryOf(request), actor: callerOf(request).key, requestId }).then(
        (record) => reply.type(JSON_TYPE).send(record as never),
        (error: unknown) => reply.send(error as never),
      );
    },
  );
  typed.get(
    `${PREFIX}/organizations/:organizationId/document/:document`,
    {
      config,
      schema: {
        tags,
        summary: 'Latest driver licence of a CPF',
        params: schemas.ByDocumentPath,
        response,
      },
    },
    (request, reply) => {
      const { document } = request.params;
      licences.getLatest({ entry: entryOf(request), actor: callerOf(request).key, document }).then(
        (record) => reply.type(JSON_TYPE).send(record as never),
        (error: unknown) => reply.send(error as never),
      );
    },
  );
  servePartOfApi(app, '/openapi/cnh.json', PREFIX);
}
