// Wire shapes of the refresh plan.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
/** A million cases a day are more than any source answers. */
const MOST_BUDGET = 1_000_000;

export const PlanPath = Type.Object({ organizationId: Id }, closed);

const shared = {
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: '1 is Monday',
  }),
  hours: Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), {
    minItems: 1,
    maxItems: 24,
    uniqueItems: true,
    description: 'Hours of America/Sao_Paulo in which refreshes begin',
  }),
  dailyBudget: Type.Integer({
    minimum: 0,
    maximum: MOST_BUDGET,
    description: 'How many radars and processes are refreshed in one run',
  }),
};

export const PlanBody = Type.Object(shared, closed);

export const PlanAnswer = Type.Object(
  {
    organizationId: Id,
    ...shared,
    run: Type.Object(
      {
        day: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
          description: 'The day of the run that is under way, or that was the last',
        }),
        spent: Type.Integer({ minimum: 0, description: 'How much of the budget it has used' }),
      },
      closed,
    ),
  },
  closed,
);
