// Wire shapes of the months that are kept of a document.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { Money, Month } from './schemas.ts';

const closed = { additionalProperties: false };

export const HistoryQuery = Type.Object({ organizationId: Type.Optional(Id) });

const HistoryMonth = Type.Object(
  {
    referenceMonth: Month,
    activePortfolio: Money,
    overdue: Money,
    overdueOver90Days: Money,
    loss: Money,
    creditLimits: Money,
    totalResponsibility: Money,
  },
  closed,
);
export type HistoryMonth = Static<typeof HistoryMonth>;

export const HistoryAnswer = Type.Object(
  { document: Type.String(), months: Type.Array(HistoryMonth, { description: 'Oldest first' }) },
  closed,
);
export type HistoryAnswer = Static<typeof HistoryAnswer>;
