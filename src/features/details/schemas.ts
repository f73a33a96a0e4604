// Wire shapes of what stands behind the numbers of an analysis. `result` and `register` are where known clients look.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });
const Money = Type.String({ description: 'Money; empty when it is not known' });
const Day = Type.Union([Type.String({ format: 'date' }), Type.Null()]);
const Page = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'From 1 on' });
const Size = Type.Integer({ minimum: 1, maximum: 500, description: '100 unless given' });

const ofAnalysis = {
  holderId: Id,
  organizationId: Id,
  userPlanConsumeUniqueId: Id,
  userPlanConsumeAnalyticsId: Id,
};
export const DetailPath = Type.Object(ofAnalysis, closed);
export const DebtorPath = Type.Object(
  {
    ...ofAnalysis,
    userPlanConsumeGovernmentDebtorSummaryId: Type.String({ minLength: 1, maxLength: 64 }),
  },
  closed,
);
export const RelationshipPath = Type.Object(
  { organizationId: Id, document: Type.String({ minLength: 1, maxLength: 40 }) },
  closed,
);

export const LEVELS = ['1st-LEVEL', '2nd-LEVEL', '3rd-LEVEL'] as const;
export type Level = (typeof LEVELS)[number];

export const PageQuery = Type.Object({ page: Type.Optional(Page), size: Type.Optional(Size) });
export const LevelQuery = Type.Object({
  level: Type.Optional(Type.Enum([...LEVELS])),
  page: Type.Optional(Page),
  size: Type.Optional(Size),
});

export const Source = Type.Object(
  {
    source: Text,
    outcome: Type.Enum(['FOUND', 'NOTHING_FOUND', 'NOT_CHECKED', 'SOURCE_FAILED']),
    asOf: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    edition: Text,
  },
  closed,
);
export const paging = { page: Count, size: Count, total: Count };
export const envelope = { success: Flag, reason: Text };

const Tie = Type.Object(
  {
    relation: Type.Enum(['PARTNER', 'COMPANY']),
    kind: Type.Enum(['COMPANY', 'PERSON', 'FOREIGN', 'UNKNOWN']),
    documentNumber: Type.String({ description: 'CNPJ or its root, or masked CPF; empty for foreigners' }),
    name: Text,
    qualification: Text,
    since: Day,
    situation: Type.String({ description: 'Of a company that is held' }),
    via: Type.String({ description: 'Whose partner or company it is' }),
  },
  closed,
);

export const QsaAnswer = Type.Object(
  {
    ...envelope,
    statusQSA: Text,
    level: Type.Enum([...LEVELS]),
    ...paging,
    isWhole: Type.Boolean({ description: 'False where there are more than are told' }),
    sources: Type.Array(Source),
    result: Type.Array(Tie),
  },
  closed,
);

const DebtShape = Type.Object(
  {
    documentNumber: Text,
    name: Text,
    register: Type.Enum(['general', 'social-security', 'severance-fund']),
    inscription: Text,
    debtorKind: Text,
    state: Text,
    situation: Text,
    registeredOn: Day,
    isFiledInCourt: Flag,
    value: Money,
  },
  closed,
);
export const DebtorAnswer = Type.Object(
  {
    ...envelope,
    register: Type.Object(
      {
        userPlanConsumeGovernmentDebtorSummaryId: Text,
        statusDebtor: Text,
        ...paging,
        totalValue: Text,
        totalInCollection: Count,
        valueInCollection: Text,
        isWhole: Flag,
        sources: Type.Array(Source),
        items: Type.Array(DebtShape),
      },
      closed,
    ),
  },
  closed,
);

export const RelationshipAnswer = Type.Object(
  {
    ...envelope,
    register: Type.Object(
      {
        documentNumber: Text,
        documentInfo: Text,
        total: Count,
        isWhole: Flag,
        sources: Type.Array(Source),
        partners: Type.Array(Tie),
        companies: Type.Array(Tie),
      },
      closed,
    ),
  },
  closed,
);

export type TieWire = Static<typeof Tie>;
export type SourceWire = Static<typeof Source>;
export type QsaWire = Static<typeof QsaAnswer>;
export type DebtorWire = Static<typeof DebtorAnswer>;
export type RelationshipWire = Static<typeof RelationshipAnswer>;
