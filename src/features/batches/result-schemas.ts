// Wire shapes of what came of the documents of a batch.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { SUMMARY_KEYS } from '../analysis/index.ts';
import { BATCH_STATUSES, DOCUMENT_STATUSES } from './rules.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Line = Type.Integer({ minimum: 1 });
const Status = Type.Enum([...BATCH_STATUSES]);
const DocumentStatusText = Type.Enum([...DOCUMENT_STATUSES]);

export const ResultsQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'A line' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  status: Type.Optional(DocumentStatusText),
  format: Type.Optional(Type.Enum(['json', 'csv', 'ndjson'])),
  documents: Type.Optional(
    Type.Enum(['whole', 'masked'], {
      description: 'A masked one is shown by asking for that of its analysis, which is on record',
    }),
  ),
});
const SummaryLine = Type.Object({ vltotalProcess: Text, totalProcess: Count }, closed);
const Result = Type.Object(
  {
    line: Line,
    document: Text,
    documentInfo: Type.String({ description: 'The name as best known' }),
    status: DocumentStatusText,
    reason: Type.String({ description: 'Why it failed; empty otherwise' }),
    userPlanConsumeUniqueId: Type.Integer({ minimum: 0, description: '0 until its turn has come' }),
    userPlanConsumeAnalyticsId: Type.Integer({ minimum: 0, description: '0 until its turn has come' }),
    statusProtest: Text,
    statusDebtor: Text,
    statusQSA: Text,
    summary: Type.Union([
      Type.Object(Object.fromEntries(SUMMARY_KEYS.map((key) => [key, SummaryLine])), closed),
      Type.Null(),
    ]),
  },
  closed,
);
export const ResultsAnswer = Type.Object(
  {
    batchId: Id,
    status: Status,
    results: Type.Array(Result),
    next: Type.Union([Line, Type.Null()], { description: 'The value for `after` when there is more' }),
  },
  closed,
);
export const CSV_TYPE = 'text/csv; charset=utf-8';
export const NDJSON_TYPE = 'application/x-ndjson';

/** The same path answers in three forms, by `format`; the last two hold all lines. */
export const ResultsAnswers = {
  description: 'Documents in the order of their lines',
  content: {
    'application/json': { schema: ResultsAnswer },
    [CSV_TYPE]: { schema: Type.String({ description: 'A line of names, then one line for each document' }) },
    [NDJSON_TYPE]: { schema: Type.String({ description: 'One document as above in each line' }) },
  },
};
