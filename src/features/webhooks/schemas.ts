// Wire shapes of webhooks; those of their deliveries are in delivery-schemas.ts.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import type { EndpointRow } from './store.ts';

const closed = { additionalProperties: false };
const Time = Type.String({ format: 'date-time' });
const TimeOrNull = Type.Union([Time, Type.Null()]);

function eventTypes(pattern: string) {
  return Type.Array(Type.String({ maxLength: 64, pattern }), {
    maxItems: 50,
    uniqueItems: true,
    description: 'Types of events that are sent; empty for all. Those of progress never are',
  });
}

const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'https, port 443 or 8443, of the public internet',
  }),
  description: Type.String({ maxLength: 200, pattern: '^[^\\p{C}]*$' }),
  events: eventTypes('^[a-z]+\\.[a-z]+$'),
  includeDocuments: Type.Boolean({ description: 'Whether what is sent names the documents of radars' }),
};
/** Refused rather than taken and never sent. */
const wantedEvents = eventTypes('^[a-z]+\\.(?!progress$)[a-z]+$');
const Status = Type.Enum(['ENABLED', 'DISABLED']);

export const WebhooksPath = Type.Object({ organizationId: Id }, closed);
export const WebhookPath = Type.Object({ organizationId: Id, webhookId: Id }, closed);

export const WebhookBody = Type.Object(
  {
    url: fields.url,
    description: Type.Optional(fields.description),
    events: Type.Optional(wantedEvents),
    includeDocuments: Type.Optional(fields.includeDocuments),
  },
  closed,
);
export const WebhookChange = Type.Object(
  {
    url: Type.Optional(fields.url),
    description: Type.Optional(fields.description),
    events: Type.Optional(wantedEvents),
    includeDocuments: Type.Optional(fields.includeDocuments),
    status: Type.Optional(Status),
  },
  { ...closed, minProperties: 1 },
);
export type WebhookChange = Static<typeof WebhookChange>;

const webhookFields = {
  id: Id,
  ...fields,
  status: Status,
  disabledReason: Type.Union([Type.Enum(['REQUESTED', 'GONE', 'FAILING']), Type.Null()]),
  disabledAt: TimeOrNull,
  failingSince: Type.Union([Time, Type.Null()], {
    description: 'Since when nothing but failure was seen',
  }),
  previousSecretEndsAt: Type.Union([Time, Type.Null()], {
    description: 'Until when the secret before the present one signs as well',
  }),
  createdAt: Time,
  updatedAt: Time,
};
export const Webhook = Type.Object(webhookFields, closed);
export const WebhooksAnswer = Type.Object({ webhooks: Type.Array(Webhook) }, closed);
export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({ description: 'Signs what is sent; shown this once and never again' }),
  },
  closed,
);
export const Done = Type.Object({ success: Type.Boolean() }, closed);

export const RotationBody = Type.Object(
  {
    keepPreviousHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 168, description: 'How long the old secret signs too; 24 hours' }),
    ),
  },
  closed,
);

export function webhookToWire(row: EndpointRow): Static<typeof Webhook> {
  return {
    id: Number(row.id),
    url: row.url,
    description: row.description,
    events: row.event_types,
    includeDocuments: row.include_documents,
    status: row.status,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    previousSecretEndsAt: row.previous_secret_ends_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
