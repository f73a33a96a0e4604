// Wire shapes of the frozen list.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { DISAGREEMENT_FIELDS } from '../cases/index.ts';
import { CASE_KEYS } from './case-keys.ts';
import { CASE_ORDERS } from './case-queries.ts';
import { SourceShape } from './source-schemas.ts';
import { STATUSES } from './step.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });
const Money = Type.String({ minLength: 1, maxLength: 18, pattern: '^\\d{1,15}(\\.\\d{2})?$' });
const Day = Type.Union([Type.String({ format: 'date' }), Type.Null()]);

export const CasesPath = Type.Object(
  { holderId: Id, organizationId: Id, userPlanConsumeUniqueId: Id, userPlanConsumeAnalyticsId: Id },
  closed,
);
export const CasesQuery = Type.Object({
  key: Type.Optional(Type.Enum([...CASE_KEYS])),
  nature: Type.Optional(Type.Enum(['EXECUTION', 'LABOUR', 'CRIMINAL', 'CIVIL'])),
  life: Type.Optional(Type.Enum(['ACTIVE', 'INACTIVE'])),
  risk: Type.Optional(Type.Enum(['WITH', 'WITHOUT'])),
  court: Type.Optional(
    Type.String({ minLength: 1, maxLength: 10, description: 'Acronym, such as TJSP or TRT2' }),
  ),
  minValue: Type.Optional(Money),
  maxValue: Type.Optional(Money),
  number: Type.Optional(
    Type.String({
      pattern: '^\\d{1,20}$',
      description: 'Digits that the process number holds in this order',
    }),
  ),
  order: Type.Optional(Type.Enum([...CASE_ORDERS])),
  after: Type.Optional(Type.String({ pattern: '^\\d{20}$', description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  format: Type.Optional(Type.Enum(['json', 'csv', 'ndjson'])),
});
export type CasesFilter = Static<typeof CasesQuery>;

const ReasonShape = Type.Object(
  {
    rule: Text,
    weight: Type.Integer(),
    sentence: Type.Object({ 'pt-BR': Text, en: Text }, closed),
    facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  },
  closed,
);

const StatementShape = Type.Object(
  {
    source: Text,
    value: Text,
    asOf: Type.String({ format: 'date-time' }),
    isPredicted: Type.Boolean({ description: "A guess of a machine and nobody's word" }),
  },
  closed,
);

const DisagreementShape = Type.Object(
  { field: Type.Enum([...DISAGREEMENT_FIELDS]), values: Type.Array(StatementShape) },
  closed,
);

const CaseShape = Type.Object(
  {
    processNumber: Text,
    court: Text,
    documents: Type.Array(Text),
    class: Type.Object({ code: Count, name: Text }, closed),
    side: Type.Enum(['DEFENDANT', 'AUTHOR', 'NOT_CLASSIFIED']),
    natures: Type.Array(Type.Enum(['EXECUTION', 'LABOUR', 'CRIMINAL', 'CIVIL'])),
    isActive: Flag,
    hasRisk: Flag,
    keys: Type.Array(Type.Enum([...CASE_KEYS])),
    value: Type.String({ description: 'Money; empty when it is not known' }),
    filedOn: Day,
    movedOn: Day,
    fetchedAt: Type.String({ format: 'date-time' }),
    reasons: Type.Array(ReasonShape),
    disagreements: Type.Array(DisagreementShape, {
      description: 'What sources of the case say differently',
    }),
  },
  closed,
);

export const CasesAnswer = Type.Object(
  {
    success: Flag,
    reason: Text,
    statusIndex: Type.Enum([...STATUSES]),
    rulesVersion: Count,
    total: Count,
    totalWithoutValue: Type.Integer({ minimum: 0, description: 'How many of them have no known value' }),
    sources: Type.Array(SourceShape),
    result: Type.Array(CaseShape),
    next: Type.String({ description: 'The value for the following `after`; empty at the end' }),
  },
  closed,
);

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const NDJSON_TYPE = 'application/x-ndjson';

/** The same path answers in three forms, by `format`; the last two hold the whole list. */
export const CasesAnswers = {
  description: 'Court cases in the order of their numbers',
  content: {
    'application/json': { schema: CasesAnswer },
    [CSV_TYPE]: { schema: Type.String({ description: 'A line of names, then one line for each case' }) },
    [NDJSON_TYPE]: { schema: Type.String({ description: 'One case as above in each line' }) },
  },
};

export type CaseWire = Static<typeof CaseShape>;
