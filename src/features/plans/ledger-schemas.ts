// Wire shapes of the ledger and of what was used day by day.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Units = Type.Integer({ minimum: 0 });

export const LedgerPath = Type.Object({ organizationId: Id }, closed);
export const LedgerQuery = Type.Object({
  before: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});
export const UsageQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
});

const Entry = Type.Object(
  {
    id: Id,
    kind: Type.Enum(['grant', 'charge', 'refund']),
    units: Units,
    subject: Type.String({ description: 'What it was for: a word and an id of ours, never a document' }),
    planId: Id,
    planName: Type.String(),
    refundedEntryId: Type.Union([Id, Type.Null()], { description: 'The charge that a refund gives back' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  closed,
);
export const LedgerAnswer = Type.Object(
  {
    entries: Type.Array(Entry),
    next: Type.Union([Id, Type.Null()], { description: 'The value for `before` when there is more' }),
  },
  closed,
);
export type LedgerAnswer = Static<typeof LedgerAnswer>;

const Day = Type.String({ format: 'date' });
export const UsageAnswer = Type.Object(
  {
    from: Day,
    to: Day,
    usage: Type.Array(
      Type.Object(
        {
          day: Type.String({ format: 'date', description: 'Of America/Sao_Paulo' }),
          purpose: Type.String({ description: 'The first word of the subject, such as `analysis`' }),
          charged: Units,
          refunded: Units,
        },
        closed,
      ),
      { description: 'Days on which nothing was used are left out' },
    ),
  },
  closed,
);
export type UsageAnswer = Static<typeof UsageAnswer>;
