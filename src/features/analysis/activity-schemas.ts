// Wire shapes of consumption records: in the list of activities and in the count of a document's processes. The spellings
// `sucess` and `daypausemonitor` are the contract's own.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { DocumentAsGiven, DocumentType } from './schemas.ts';
import { STATUSES } from './step.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });
const StatusText = Type.Enum([...STATUSES]);
const DateTime = Type.String({ format: 'date-time' });
const MaybeDateTime = Type.Union([DateTime, Type.Null()]);

export const OrganizationPath = Type.Object({ holderId: Id, organizationId: Id }, closed);
export const ActivityQuery = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  documentNumber: Type.Optional(DocumentAsGiven),
  documents: Type.Optional(
    Type.Enum(['whole', 'masked'], {
      description: 'A masked one is shown by asking for it, which is on record',
    }),
  ),
});
export const RevealPath = Type.Object(
  { holderId: Id, organizationId: Id, userPlanConsumeUniqueId: Id },
  closed,
);
export const RevealAnswer = Type.Object({ documentType: Text, documentNumber: Text }, closed);
export const ProcessBody = Type.Object(
  { documentType: DocumentType, documentNumber: DocumentAsGiven },
  closed,
);

const NestedAnalysis = Type.Object(
  {
    userPlanConsumeProtestSummaryId: Text,
    bucketName: Text,
    userPlanConsumeGovernmentDebtorSummaryId: Text,
    statusIndex: StatusText,
    statusProtest: StatusText,
    filenameFull: Text,
    statusDebtor: StatusText,
    statusReport: StatusText,
    typePlan: Text,
    createdAt: DateTime,
    folder: Text,
    statusQSA: StatusText,
    status: StatusText,
    filename: Text,
    hasMindMap: Flag,
    hasCertification: Flag,
    lastUserPlanConsumeAnalytics: Id,
    userPlanConsumeUniqueId: Id,
    userPlanConsumeAnalyticsId: Id,
    faturamentoEstimado: Count,
    importantTerms: Type.Array(Text),
  },
  closed,
);

const ofRecord = {
  accessPauseMonitor: Flag,
  documentInfo: Text,
  documentType: Text,
  documentNumber: Text,
  consume: Count,
  typePlan: Text,
  userPlanConsumeUniqueId: Count,
  createdAt: MaybeDateTime,
  deletedAt: MaybeDateTime,
  planChangedAt: MaybeDateTime,
  dtAvailablePause: MaybeDateTime,
  updatedAt: MaybeDateTime,
  typeSearch: Text,
};

export const ActivityAnswer = Type.Object(
  {
    sucess: Flag,
    reason: Text,
    total: Count,
    from: Count,
    to: Count,
    limit: Count,
    result: Type.Array(
      Type.Object(
        {
          ...ofRecord,
          createdAtDate: Type.Integer({ description: 'Epoch milliseconds' }),
          rfBaseStatus: Text,
          daypausemonitor: Count,
          latestTotalAnalyzed: Count,
          latestTotalRisk: Count,
          userPlanConsumeAnalytics: Type.Array(NestedAnalysis),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const ProcessAnswer = Type.Object(
  {
    success: Flag,
    reason: Text,
    total: Count,
    result: Type.Array(Type.Object({ ...ofRecord, dayPauseMonitor: Count }, closed)),
  },
  closed,
);
