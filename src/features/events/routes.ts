import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { entryOf } from '../../platform/http/caller.ts';
import { addInboxRoutes } from './inbox-routes.ts';
import { addMarkRoutes } from './mark-routes.ts';
import type { EventPoint, EventReads } from './queries.ts';
import { buildFeed, startOfStream, wantsStream } from './rules.ts';
import { FeedAnswers, FeedPath, FeedQuery } from './schemas.ts';
import type { EventStreams } from './streams.ts';

const DEFAULT_LIMIT = 100;

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { streams, after }: { streams: EventStreams; after: number },
): FastifyReply {
  const lastEventId = request.headers['last-event-id'];
  const start = startOfStream(typeof lastEventId === 'string' ? lastEventId : undefined, after);
  if (start === null) {
    throw new FarolError('PARAMETER_INVALID', {
      details: [{ path: '/Last-Event-ID', message: 'must be the id of an event' }],
    });
  }
  const { organizationId, scope } = entryOf(request);
  const body = streams.open({
    organizationId,
    scope,
    after: start,
    isStillAllowed: () => request.server.isStillAllowed(request),
  });
  request.server.becomeLongLived(request, reply);
  // The connection serves nothing after the stream, and closing it lets the server stop at once.
  return reply
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', connection: 'close' })
    .send(body);
}

type EventParts = {
  database: Database;
  reads: EventReads;
  streams: EventStreams;
  newest: (entry: Pick<EventPoint, 'organizationId' | 'scope'>) => Promise<number>;
};

export function addEventRoutes(app: FastifyInstance, parts: EventParts): void {
  const { reads, streams, newest } = parts;
  addInboxRoutes(app, parts.database);
  addMarkRoutes(app, parts.database);
  app.addHook('preClose', () => streams.close());
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/organization/:organizationId/events',
    {
      config: { access: { kind: 'organization', role: 'viewer' } },
      schema: {
        tags: ['Events'],
        summary: 'Follow the events of an organization',
        params: FeedPath,
        querystring: FeedQuery,
        response: { 200: FeedAnswers },
      },
    },
    async (request, reply) => {
      const { after = 0, limit = DEFAULT_LIMIT, start } = request.query;
      if (request.method === 'GET' && wantsStream(request.headers.accept)) {
        const from = start === 'newest' ? await newest(entryOf(request)) : after;
        return sendStream(request, reply, { streams, after: from });
      }
      const { organizationId, scope } = entryOf(request);
      const events = await reads.read({ organizationId, scope, after, limit });
      return reply.type('application/json; charset=utf-8').send(buildFeed(events, after));
    },
  );
}
