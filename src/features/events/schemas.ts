// Wire shapes of the event feed.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });

export const FeedPath = Type.Object({ organizationId: Id }, closed);

export const FeedQuery = Type.Object({
  after: Type.Optional(Position),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  start: Type.Optional(
    Type.Enum(['newest'], { description: 'Of a stream: only what happens from now on; goes before `after`' }),
  ),
});

export const Event = Type.Object(
  {
    id: Id,
    type: Type.String(),
    organizationId: Id,
    createdAt: Type.String({ format: 'date-time' }),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the event tells, by its type',
    }),
  },
  closed,
);

const FeedAnswer = Type.Object(
  { events: Type.Array(Event), next: Type.Integer({ description: 'The value for the following `after`' }) },
  closed,
);

const Stream = Type.String({
  description: 'Server-sent events: `id` is the id, `event` the type and `data` the event as above',
});

/** The same path answers in two forms, by what the caller accepts. */
export const FeedAnswers = {
  description: 'Events after the given one, oldest first',
  content: { 'application/json': { schema: FeedAnswer }, 'text/event-stream': { schema: Stream } },
};
