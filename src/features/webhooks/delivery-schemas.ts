// Wire shapes of deliveries: the log, tests, and what is sent once more.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import type { DeliveryRow } from './delivery-store.ts';
import { messageIdOf } from './payload.ts';
import { TRY_FAULTS } from './rules.ts';

const closed = { additionalProperties: false };
const Time = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });
const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$' });

export const TestAnswer = Type.Object({ deliveryId: Id, messageId: Type.String() }, closed);

/** One event, or a stretch of time: which fields go together is judged by `readReplay`. */
export const ReplayBody = Type.Object(
  {
    eventId: Type.Optional(Id),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    status: Type.Optional(Type.Enum(['DELIVERED', 'EXHAUSTED'])),
    after: Type.Optional(Count),
  },
  closed,
);
export type ReplayBody = Static<typeof ReplayBody>;
export const ReplayAnswer = Type.Object(
  {
    queued: Count,
    next: Type.Union([Count, Type.Null()], { description: 'The value for `after` when there is more' }),
  },
  closed,
);

const DeliveryState = Type.Enum(['PENDING', 'DELIVERED', 'EXHAUSTED']);
export const DeliveriesQuery = Type.Object({
  after: Type.Optional(Count),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  status: Type.Optional(DeliveryState),
  order: Type.Optional(
    Type.Enum(['ASC', 'DESC'], { description: 'By age, oldest first unless told; `after` goes on in it' }),
  ),
});
const Try = Type.Object(
  {
    at: Time,
    url: Type.String(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the answer, when there was one' }),
    fault: Type.Union([Type.Enum([...TRY_FAULTS]), Type.Null()]),
    durationMs: Count,
  },
  closed,
);
const Delivery = Type.Object(
  {
    id: Id,
    messageId: Type.String({ description: 'The header `webhook-id`, the same at every try' }),
    event: Type.Object(
      {
        id: Type.Union([Id, Type.Null()], { description: 'Null for a test' }),
        type: Type.String(),
        createdAt: Time,
        data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      },
      closed,
    ),
    status: DeliveryState,
    nextTryAt: Type.Union([Time, Type.Null()]),
    tries: Type.Array(Try, { description: 'The latest 30, oldest first' }),
    queuedAt: Time,
  },
  closed,
);
export const DeliveriesAnswer = Type.Object({ deliveries: Type.Array(Delivery), next: Count }, closed);

export function deliveryToWire(endpointId: number, row: DeliveryRow): Static<typeof Delivery> {
  return {
    id: Number(row.id),
    messageId: messageIdOf({
      endpointId: String(endpointId),
      eventNumber: row.event_number,
      deliveryId: row.id,
    }),
    event: {
      id: row.event_number === null ? null : Number(row.event_number),
      type: row.event_type,
      createdAt: row.event_at.toISOString(),
      data: row.data,
    },
    status: row.status,
    nextTryAt: row.status === 'PENDING' ? row.due_at.toISOString() : null,
    tries: row.history.map(({ at, url, status, fault, durationMs }) => ({
      at,
      url,
      status: status ?? null,
      fault: (fault as (typeof TRY_FAULTS)[number] | undefined) ?? null,
      durationMs,
    })),
    queuedAt: row.queued_at.toISOString(),
  };
}
