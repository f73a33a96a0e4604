import { createHash } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { IdempotentRequest } from '../../platform/effects/idempotency.ts';
import { BULK_BODY_LIMIT } from '../../platform/http/bulk-bodies.ts';
import {
  hasAtMostLines,
  readArray,
  readCsv,
  readHeader,
  readNdjson,
} from '../../platform/http/bulk-lines.ts';
import type { RawLine } from '../../platform/http/bulk-lines.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { BATCH_LINES } from './jobs.ts';
import { readDocuments } from './rules.ts';
import type { ReadLines } from './rules.ts';
import * as schemas from './schemas.ts';
import type { JsonBody } from './schemas.ts';
import type { BatchService } from './service.ts';

/** So many faults of lines are told with a refusal; the quote tells them all. */
const MOST_DETAILS = 100;

function refuse(message: string): never {
  throw new FarolError('PARAMETER_INVALID', { message });
}

/** Refuses what is wrong as a whole; what is wrong with a line is told of that line. */
function readLines({ body, headers }: FastifyRequest): Iterable<RawLine> {
  // Without any body there is nothing that a schema could refuse.
  if (body === undefined || (typeof body === 'string' && body.trim() === '')) refuse('The list is empty');
  if (typeof body !== 'string') return readArray((body as JsonBody).documents);
  if (!hasAtMostLines(body, BATCH_LINES)) refuse(`A batch has at most ${BATCH_LINES} documents`);
  if (/^application\/x-ndjson/i.test(headers['content-type'] ?? '')) return readNdjson(body);
  const header = readHeader(body, ['document']);
  return readCsv(body, header ?? refuse('A CSV file begins with a header that names document'));
}

function requireDocuments(request: FastifyRequest): ReadLines {
  const lines = readDocuments(readLines(request));
  const { documents, refused } = lines;
  if (documents.length + refused.length > BATCH_LINES) refuse(`A batch has at most ${BATCH_LINES} documents`);
  if (documents.length === 0) {
    const details = refused
      .slice(0, MOST_DETAILS)
      .map(({ line, reason }) => ({ path: `/${line}`, message: reason }));
    throw new FarolError('PARAMETER_INVALID', { message: 'No line holds a document to analyse', details });
  }
  return lines;
}

/** Judged before the organization is entered, and used after: a body of 16 MiB is not read twice. */
const linesRead = new WeakMap<FastifyRequest, ReadLines>();

function linesOf(request: FastifyRequest): ReadLines {
  const lines = linesRead.get(request) ?? requireDocuments(request);
  linesRead.set(request, lines);
  return lines;
}

type Options = { readonly planId: number | null; readonly isDryRun: boolean };
type Query = { planId?: number; dryRun?: 'true' | 'false' };

function optionsOf({ body, query }: { body: unknown; query: Query }): Options {
  if (typeof body === 'string') return { planId: query.planId ?? null, isDryRun: query.dryRun === 'true' };
  const { planId, dryRun = false } = body as JsonBody;
  return { planId: planId ?? null, isDryRun: dryRun };
}

/** The plan may stand in the query, which is no part of what a key is compared by otherwise. */
function nameRequest(
  request: FastifyRequest,
  organizationId: number,
  { planId }: Options,
): IdempotentRequest | null {
  const named = idempotencyOf(request, organizationId);
  if (named === null) return null;
  const fingerprint = createHash('sha256').update(named.fingerprint).update(`plan ${planId}`).digest();
  return { ...named, fingerprint };
}

export function addCreate(app: FastifyInstance, batches: BatchService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/holder/:holderId/organization/:organizationId/batches',
    {
      bodyLimit: BULK_BODY_LIMIT,
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: ['ANALYTICS'] },
        bulk: true,
        errors: [402, 409],
      },
      schema: {
        tags: ['Batches'],
        summary:
          'Analyse many documents, or quote it with dryRun: JSON, CSV or NDJSON; takes an Idempotency-Key',
        params: schemas.OrganizationPath,
        querystring: schemas.CreateQuery,
        body: schemas.CreateBody,
        response: { 200: schemas.CreateAnswer },
      },
      preHandler: (request, _reply, done) => {
        linesOf(request);
        done();
      },
    },
    async (request, reply) => {
      const { organizationId } = request.params;
      const options = optionsOf(request);
      const wanted = {
        entry: entryOf(request),
        actor: callerOf(request).key,
        lines: linesOf(request),
        planId: options.planId,
        idempotency: nameRequest(request, organizationId, options),
      };
      const body = await (options.isDryRun ? batches.quote(wanted) : batches.create(wanted));
      return reply.type('application/json; charset=utf-8').send(body as never);
    },
  );
}
