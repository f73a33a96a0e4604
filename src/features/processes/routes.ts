import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import * as schemas from './schemas.ts';
import type { ProcessService } from './service.ts';

const tags = ['Monitoring'];
const JSON_TYPE = 'application/json; charset=utf-8';
const DEFAULT_LIMIT = 50;

/** Existing clients send the parameter with nothing in it. */
function readDocument(text: string | undefined): Document | null {
  if (text === undefined || text === '') {
    return null;
  }
  const document = parseDocument(text);
  if (isFault(document)) {
    throw new FarolError('DOCUMENT_INVALID');
  }
  return document;
}

function requireNumber(text: string): CaseNumber {
  const number = parseCaseNumber(text);
  if (isFault(number)) {
    const details = [{ path: '/processNumber', message: 'must have 20 digits' }];
    throw new FarolError('PARAMETER_INVALID', { details });
  }
  return number;
}

function addImport(app: FastifyInstance, processes: ProcessService, path: string): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    path,
    {
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: ['MONITORING'] },
        emptyBody: true,
        errors: [402, 409],
      },
      schema: {
        tags,
        summary: 'Watch one process by its number; takes an Idempotency-Key',
        params: schemas.ImportPath,
        querystring: schemas.ImportQuery,
        response: { 200: schemas.ImportAnswer },
      },
      // Here and not in the handler: what the query says is judged before the organization is entered.
      preHandler: (request, _reply, done) => {
        readDocument(request.query.document);
        done();
      },
    },
    async (request, reply) => {
      const entry = entryOf(request);
      const { body } = await processes.watch({
        entry,
        actor: callerOf(request).key,
        number: request.params.processNumber,
        document: readDocument(request.query.document),
        idempotency: idempotencyOf(request, entry.organizationId),
      });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
}

export function addProcessRoutes(app: FastifyInstance, processes: ProcessService): void {
  addImport(app, processes, '/v2/importProcess/:organizationId/:processNumber');
  addImport(app, processes, '/v2/importProcess/:organizationId/:processNumber/');
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/process/:organizationId/:processNumber',
    {
      config: { access: { kind: 'organization', role: 'viewer' }, errors: [404] },
      schema: {
        tags,
        summary: 'One process of the organization in detail',
        params: schemas.DetailPath,
        querystring: schemas.DetailQuery,
        response: { 200: schemas.DetailAnswer },
      },
      preHandler: (request, _reply, done) => {
        requireNumber(request.params.processNumber);
        done();
      },
    },
    async (request, reply) => {
      const { from = 0, limit = DEFAULT_LIMIT } = request.query;
      const answer = await processes.get({
        entry: entryOf(request),
        actor: callerOf(request).key,
        number: requireNumber(request.params.processNumber),
        range: { from, limit },
      });
      return reply.send(answer);
    },
  );
}
