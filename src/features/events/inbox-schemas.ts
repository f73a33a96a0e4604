// Wire shapes of what people read of the events: newest first, and how many there were of each radar.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { INBOX_KINDS, SEVERITIES } from './inbox-rules.ts';
import { Event } from './schemas.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });

export const InboxQuery = Type.Object({
  before: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`next` of the page before; from the newest unless told',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  kind: Type.Optional(Type.Enum([...INBOX_KINDS], { description: 'What stands before the dot of the type' })),
  severity: Type.Optional(Type.Enum([...SEVERITIES])),
  radarId: Type.Optional(Id),
  dismissed: Type.Optional(
    Type.Enum(['left-out', 'shown'], { description: 'Events of dismissed findings; left out unless told' }),
  ),
});
export type InboxWish = Static<typeof InboxQuery>;

const InboxEvent = Type.Object(
  { ...Event.properties, isDismissed: Type.Boolean({ description: 'Its finding was dismissed' }) },
  closed,
);

export const InboxAnswer = Type.Object(
  {
    events: Type.Array(InboxEvent),
    radars: Type.Array(Type.Object({ id: Id, name: Type.String() }, closed), {
      description: 'The names of those that the events are about',
    }),
    next: Type.Integer({
      minimum: 0,
      description:
        'The value for the following `before`; 0 at the end. A page may have fewer than asked for.',
    }),
  },
  closed,
);

export const ByRadarQuery = Type.Object({
  radarIds: Type.String({
    pattern: String.raw`^[1-9]\d{0,15}(?:,[1-9]\d{0,15}){0,99}$`,
    maxLength: 1700,
    description: 'Up to 100 ids with commas between them',
  }),
});

const RadarActivity = Type.Object(
  {
    radarId: Id,
    total: Count,
    perDay: Type.Array(Count, { description: 'One for each of `days`' }),
    last: Type.Union([
      Type.Object(
        {
          id: Id,
          type: Type.String(),
          createdAt: Type.String({ format: 'date-time' }),
          severity: Type.Enum([...SEVERITIES, '']),
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  closed,
);

export const ByRadarAnswer = Type.Object(
  {
    days: Type.Array(Type.String({ format: 'date' }), {
      description: 'The last 30 days in America/Sao_Paulo, today last',
    }),
    isWhole: Type.Boolean({ description: 'False when there were more events than are looked through' }),
    radars: Type.Array(RadarActivity),
  },
  closed,
);
