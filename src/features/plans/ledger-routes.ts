import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { entryOf } from '../../platform/http/caller.ts';
import * as schemas from './ledger-schemas.ts';
import type { LedgerService } from './ledger-service.ts';

const tags = ['Plans'];
const access = { kind: 'organization', role: 'viewer' } as const;
const DEFAULT_LIMIT = 100;
const DEFAULT_DAYS = 30;

export function addLedgerRoutes(app: FastifyInstance, ledger: LedgerService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/v1/organization/:organizationId/ledger',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Every grant, charge and refund of units, newest first',
        params: schemas.LedgerPath,
        querystring: schemas.LedgerQuery,
        response: { 200: schemas.LedgerAnswer },
      },
    },
    async (request, reply) => {
      const { before = Number.MAX_SAFE_INTEGER, limit = DEFAULT_LIMIT } = request.query;
      return reply.send(await ledger.list(entryOf(request), { before, limit }));
    },
  );
  typed.get(
    '/v1/organization/:organizationId/usage',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Units used and given back, by day and purpose',
        params: schemas.LedgerPath,
        querystring: schemas.UsageQuery,
        response: { 200: schemas.UsageAnswer },
      },
    },
    async (request, reply) =>
      reply.send(await ledger.sumUsage(entryOf(request), request.query.days ?? DEFAULT_DAYS)),
  );
}
