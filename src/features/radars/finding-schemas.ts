// Wire shapes of dismissed findings.
import Type from 'typebox';

const closed = { additionalProperties: false };
const Finding = Type.String({ minLength: 1, maxLength: 256, description: '`finding` of an event' });
const Dismissed = Type.Object(
  { finding: Type.String(), dismissedAt: Type.String({ format: 'date-time' }) },
  closed,
);

export const DismissBody = Type.Object({ finding: Finding }, closed);
export const DismissAnswer = Dismissed;
export const TakeBackQuery = Type.Object({ finding: Finding });
export const DismissedQuery = Type.Object({
  after: Type.Optional(Type.String({ maxLength: 256, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
export const DismissedAnswer = Type.Object(
  {
    dismissed: Type.Array(Dismissed),
    next: Type.String({ description: 'The value for the following `after`; empty at the end' }),
  },
  closed,
);
