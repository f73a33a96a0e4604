import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { entryOf } from '../../platform/http/caller.ts';
import { readByRadar, readInbox } from './inbox-queries.ts';
import { ByRadarAnswer, ByRadarQuery, InboxAnswer, InboxQuery } from './inbox-schemas.ts';
import { FeedPath } from './schemas.ts';

const tags = ['Events'];
const config = { access: { kind: 'organization', role: 'viewer' } } as const;
const JSON_TYPE = 'application/json; charset=utf-8';
const DEFAULT_LIMIT = 50;

export function addInboxRoutes(app: FastifyInstance, database: Database): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/v1/organization/:organizationId/events/inbox',
    {
      config,
      schema: {
        tags,
        summary: 'Events as people read them: newest first, filtered, without what was dismissed',
        params: FeedPath,
        querystring: InboxQuery,
        response: { 200: InboxAnswer },
      },
    },
    async (request, reply) => {
      const { before, limit = DEFAULT_LIMIT, kind, severity, radarId, dismissed } = request.query;
      const { organizationId, scope } = entryOf(request);
      const body = await readInbox(database, {
        organizationId,
        scope,
        before: before ?? Number.MAX_SAFE_INTEGER,
        limit,
        kind: kind ?? null,
        severity: severity ?? null,
        radarId: radarId ?? null,
        isDismissedShown: dismissed === 'shown',
      });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
  typed.get(
    '/v1/organization/:organizationId/events/by-radar',
    {
      config,
      schema: {
        tags,
        summary: 'Events of radars: how many on each of the last 30 days, and the last one',
        params: FeedPath,
        querystring: ByRadarQuery,
        response: { 200: ByRadarAnswer },
      },
    },
    async (request, reply) => {
      const { organizationId, scope } = entryOf(request);
      const radarIds = [...new Set(request.query.radarIds.split(',').map(Number))];
      const body = await readByRadar(database, { organizationId, scope, radarIds });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
}
