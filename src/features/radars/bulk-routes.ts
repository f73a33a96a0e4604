import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import { BULK_BODY_LIMIT } from '../../platform/http/bulk-bodies.ts';
import { hasAtMostLines } from '../../platform/http/bulk-lines.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { readArray, readCsv, readHeader, readNdjson } from './bulk-lines.ts';
import type { BulkLine } from './bulk-lines.ts';
import { BULK_LINES, BulkAnswer, BulkBody } from './bulk-schemas.ts';
import type { BulkService } from './bulk-service.ts';
import { OrganizationPath } from './schemas.ts';

function refuse(message: string): never {
  throw new FarolError('PARAMETER_INVALID', { message });
}

/** Refuses what is wrong as a whole; what is wrong with a line is told of that line. */
function readLines({ body, headers }: FastifyRequest): Iterable<BulkLine> {
  if (Array.isArray(body)) return readArray(body);
  const text = typeof body === 'string' ? body : '';
  if (text.trim() === '') refuse('The list is empty');
  if (!hasAtMostLines(text, BULK_LINES)) refuse(`A list has at most ${BULK_LINES} lines`);
  if (/^application\/x-ndjson/i.test(headers['content-type'] ?? '')) return readNdjson(text);
  const header =
    readHeader(text) ?? refuse('The first line of a CSV file names the columns name, code and type');
  return readCsv(text, header);
}

export function addBulkRoutes(app: FastifyInstance, bulk: BulkService): void {
  app.post<{ Params: { organizationId: number } }>(
    '/v1/organization/:organizationId/radars/bulk',
    {
      bodyLimit: BULK_BODY_LIMIT,
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: ['MONITORING'] },
        bulk: true,
        errors: [409],
      },
      schema: {
        tags: ['Monitoring'],
        summary:
          'Watch many documents: JSON, CSV or NDJSON; every line is reported; takes an Idempotency-Key',
        params: OrganizationPath,
        body: BulkBody,
        response: { 200: BulkAnswer },
      },
      preHandler: (request, _reply, done) => {
        readLines(request);
        done();
      },
    },
    async (request, reply) => {
      const body = await bulk.add({
        entry: entryOf(request),
        actor: callerOf(request).key,
        lines: readLines(request),
        idempotency: idempotencyOf(request, request.params.organizationId),
      });
      return reply.type('application/json; charset=utf-8').send(body);
    },
  );
}
