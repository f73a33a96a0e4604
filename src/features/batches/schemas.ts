// Wire shapes of batches.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { BATCH_LINES } from './jobs.ts';
import { BATCH_STATUSES } from './rules.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Line = Type.Integer({ minimum: 1 });
const Time = Type.String({ format: 'date-time' });
const MaybeTime = Type.Union([Time, Type.Null()]);
const Status = Type.Enum([...BATCH_STATUSES]);

export const OrganizationPath = Type.Object({ holderId: Id, organizationId: Id }, closed);
export const BatchPath = Type.Object({ holderId: Id, organizationId: Id, batchId: Id }, closed);

/** What is wrong with one line is told of that line; so nothing is said here of what a line must hold. */
const Documents = Type.Unsafe<unknown[]>({
  type: 'array',
  description: 'CPFs and CNPJs',
  minItems: 1,
  maxItems: BATCH_LINES,
  items: {},
});
const JsonBody = Type.Object(
  { documents: Documents, planId: Type.Optional(Id), dryRun: Type.Optional(Type.Boolean()) },
  closed,
);
export type JsonBody = Static<typeof JsonBody>;
const Lines = Type.Unsafe<string>({
  type: 'string',
  description: 'A line for each document; CSV begins with a header that names the column document',
});
export const CreateBody = {
  content: {
    'application/json': { schema: JsonBody },
    'text/csv': { schema: Lines },
    'application/x-ndjson': { schema: Lines },
  },
};
/** For CSV and NDJSON, which have no place for them; a JSON body has its own. */
export const CreateQuery = Type.Object({
  planId: Type.Optional(Id),
  dryRun: Type.Optional(Type.Enum(['true', 'false'])),
});

const RefusedLines = Type.Array(
  Type.Object(
    { line: Line, reason: Type.String({ description: 'Why there is nothing to analyse' }) },
    closed,
  ),
);
export const BatchQuote = Type.Object(
  {
    dryRun: Type.Literal(true),
    total: Count,
    accepted: Count,
    refused: Count,
    unitsNeeded: Count,
    unitsAvailable: Count,
    totalProcesses: Type.Integer({
      minimum: 0,
      description: 'Court cases of all documents together, as counted now',
    }),
    lines: RefusedLines,
  },
  closed,
);
export const BatchCreated = Type.Object(
  {
    batchId: Id,
    status: Status,
    total: Count,
    accepted: Count,
    refused: Count,
    unitsCharged: Count,
    createdAt: Time,
    lines: RefusedLines,
  },
  closed,
);
export const CreateAnswer = Type.Union([BatchCreated, BatchQuote]);

const head = {
  batchId: Id,
  status: Status,
  total: Type.Integer({ minimum: 1, description: 'Lines that were sent' }),
  accepted: Count,
  refused: Count,
  createdAt: Time,
  startedAt: MaybeTime,
  cancelledAt: MaybeTime,
  endedAt: MaybeTime,
};
export const BatchAnswer = Type.Object(
  {
    ...head,
    documents: Type.Object(
      { waiting: Count, processing: Count, done: Count, error: Count, cancelled: Count },
      closed,
    ),
    unitsCharged: Count,
    unitsGivenBack: Type.Integer({ minimum: 0, description: 'For documents that were cancelled or failed' }),
    spreadsheet: Type.Union([
      Type.Object(
        {
          filename: Text,
          bytes: Count,
          totalProcesses: Type.Integer({ minimum: 0, description: 'Court cases in it' }),
          urlTemp: Type.String({ description: 'Good for 15 minutes' }),
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  closed,
);
export const ListQuery = Type.Object({
  after: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export const ListAnswer = Type.Object(
  {
    batches: Type.Array(Type.Object(head, closed)),
    next: Type.Union([Id, Type.Null()], { description: 'The value for `after` when there is more' }),
  },
  closed,
);
