import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { entryOf, userOf } from '../../platform/http/caller.ts';
import { MarksAnswer, MarksBody } from './mark-schemas.ts';
import { createEventMarks } from './mark-service.ts';
import { FeedPath } from './schemas.ts';

const tags = ['Events'];
const config = { access: { kind: 'organization', role: 'viewer' } } as const;
const MARKS = '/v1/organization/:organizationId/events/marks';

export function addMarkRoutes(app: FastifyInstance, database: Database): void {
  const marks = createEventMarks(database);
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    MARKS,
    {
      config,
      schema: {
        tags,
        summary: 'What the user has read of the events',
        params: FeedPath,
        response: { 200: MarksAnswer },
      },
    },
    async (request, reply) => reply.send(await marks.read(entryOf(request), userOf(request).id)),
  );
  typed.patch(
    MARKS,
    {
      config,
      schema: {
        tags,
        summary: 'Mark events as read, for the user alone',
        params: FeedPath,
        body: MarksBody,
        response: { 200: MarksAnswer },
      },
    },
    async (request, reply) => reply.send(await marks.add(entryOf(request), userOf(request).id, request.body)),
  );
}
