// Wire shapes of making an analysis. Names are the contract's own.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { STATUSES } from './step.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const StatusText = Type.Enum([...STATUSES]);
export const DocumentType = Type.Enum(['CPF', 'CNPJ']);
/** Punctuation may stand anywhere. */
export const DocumentAsGiven = Type.String({ minLength: 1, maxLength: 256, description: 'CPF or CNPJ' });

export const CreateBody = Type.Object(
  {
    holderId: Id,
    organizationId: Id,
    planId: Id,
    documentType: DocumentType,
    documentNumber: DocumentAsGiven,
  },
  closed,
);

export const CreatedAnswer = Type.Object(
  {
    result: Type.Object(
      {
        documentInfo: Text,
        documentNumber: Text,
        statusIndex: StatusText,
        statusProtest: StatusText,
        statusReport: StatusText,
        status: StatusText,
        typePlan: Text,
        lastUserPlanConsumeAnalytics: Id,
        userPlanConsumeUniqueId: Id,
        userPlanConsumeAnalyticsId: Id,
        totalProcessesEstimated: Count,
        createdAt: Type.String({ format: 'date-time' }),
      },
      closed,
    ),
    status: StatusText,
  },
  closed,
);
