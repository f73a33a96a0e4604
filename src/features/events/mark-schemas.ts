// Wire shapes of what a user has read of the events.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { MOST_READ_IDS } from './mark-rules.ts';

const closed = { additionalProperties: false };
const UpTo = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const MarksBody = Type.Object(
  {
    readUpTo: Type.Optional(UpTo),
    readIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_READ_IDS })),
  },
  { ...closed, minProperties: 1 },
);

export const MarksAnswer = Type.Object(
  {
    readUpTo: Type.Integer({ minimum: 0, description: 'This event and all before it were read' }),
    readIds: Type.Array(Id, { description: `Single ones above it, the newest ${MOST_READ_IDS} at most` }),
  },
  closed,
);
