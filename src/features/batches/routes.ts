import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { addCreate } from './create-routes.ts';
import * as told from './result-schemas.ts';
import type { BatchResults, LineFormat, ResultQuestion } from './result-service.ts';
import * as schemas from './schemas.ts';
import type { BatchService } from './service.ts';

const tags = ['Batches'];
const JSON_TYPE = 'application/json; charset=utf-8';
const BATCHES = '/v1/holder/:holderId/organization/:organizationId/batches';
const viewer = { kind: 'organization', role: 'viewer' } as const;
const analyst = { kind: 'organization', role: 'analyst' } as const;

export type BatchRoutes = { batches: BatchService; results: BatchResults };

const askedOf = (request: FastifyRequest) => ({ entry: entryOf(request), actor: callerOf(request).key });

function addReads(app: FastifyInstance, batches: BatchService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    BATCHES,
    {
      config: { access: viewer },
      schema: {
        tags,
        summary: 'Batches of an organization, the newest first',
        params: schemas.OrganizationPath,
        querystring: schemas.ListQuery,
        response: { 200: schemas.ListAnswer },
      },
    },
    async (request, reply) => {
      const { after = null, limit } = request.query;
      const range = { after, ...(limit === undefined ? {} : { limit }) };
      return reply.type(JSON_TYPE).send((await batches.list({ ...askedOf(request), ...range })) as never);
    },
  );
  typed.get(
    `${BATCHES}/:batchId`,
    {
      config: { access: viewer, errors: [404] },
      schema: {
        tags,
        summary: 'How far a batch has come, and its combined spreadsheet when it has ended',
        params: schemas.BatchPath,
        response: { 200: schemas.BatchAnswer },
      },
    },
    async (request, reply) => {
      const { batchId } = request.params;
      return reply.type(JSON_TYPE).send((await batches.get({ ...askedOf(request), batchId })) as never);
    },
  );
}

function addCancel(app: FastifyInstance, batches: BatchService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    `${BATCHES}/:batchId/cancel`,
    {
      config: { access: analyst, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Cancel a batch: what has not run is given back, what is running comes to its end',
        params: schemas.BatchPath,
        response: { 200: schemas.BatchAnswer },
      },
    },
    async (request, reply) => {
      const { batchId } = request.params;
      return reply.type(JSON_TYPE).send((await batches.cancel({ ...askedOf(request), batchId })) as never);
    },
  );
}

async function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  about: { results: BatchResults; question: ResultQuestion; format: LineFormat },
): Promise<FastifyReply> {
  const { results, question, format } = about;
  const lines = await results.lines(question, format, () => request.server.isStillAllowed(request));
  // The framework would read all of it to throw it away.
  if (request.method === 'HEAD') lines.destroy();
  return reply
    .headers({
      'content-type': format === 'csv' ? told.CSV_TYPE : told.NDJSON_TYPE,
      'content-disposition': `attachment; filename="batch-${question.batchId}.${format}"`,
    })
    .send(lines);
}

function requirePage({ format = 'json', limit }: { format?: string; limit?: number }): void {
  if (format !== 'json' && limit !== undefined) {
    const details = [{ path: '/limit', message: `does not go with ${format}, which holds all lines` }];
    throw new FarolError('PARAMETER_INVALID', { details });
  }
}

function addResults(app: FastifyInstance, results: BatchResults): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    `${BATCHES}/:batchId/results`,
    {
      config: { access: viewer, errors: [404] },
      schema: {
        tags,
        summary: 'What came of each document so far, by line',
        params: schemas.BatchPath,
        querystring: told.ResultsQuery,
        response: { 200: told.ResultsAnswers },
      },
      preHandler: (request, _reply, done) => {
        requirePage(request.query);
        done();
      },
    },
    async (request, reply) => {
      const { format = 'json', ...range } = request.query;
      const question = { ...askedOf(request), batchId: request.params.batchId, ...range };
      if (format !== 'json') return sendLines(request, reply, { results, question, format });
      return reply.type(JSON_TYPE).send(await results.page(question));
    },
  );
}

export function addBatchRoutes(app: FastifyInstance, { batches, results }: BatchRoutes): void {
  addCreate(app, batches);
  addReads(app, batches);
  addResults(app, results);
  addCancel(app, batches);
}
