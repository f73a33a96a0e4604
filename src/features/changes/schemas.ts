// Wire shapes of what changed between two analyses.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { SUMMARY_KEYS } from '../analysis/index.ts';
import { CASE_CHANGES } from './case-changes.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });
const Money = Type.String({ description: 'Money; empty when it is not known' });
const Day = Type.Union([Type.String({ format: 'date' }), Type.Null()]);
const Compared = Type.Enum(['COMPARED', 'NOT_CHECKED', 'TOO_MANY']);

export const ChangesPath = Type.Object(
  { holderId: Id, organizationId: Id, userPlanConsumeUniqueId: Id, userPlanConsumeAnalyticsId: Id },
  closed,
);
export const ChangesQuery = Type.Object({
  since: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'An earlier analysis of the same document',
  }),
  after: Type.Optional(Type.String({ pattern: '^\\d{20}$', description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

const Moment = Type.Object(
  { userPlanConsumeAnalyticsId: Id, createdAt: Type.String({ format: 'date-time' }), rulesVersion: Count },
  closed,
);
const Sum = Type.Object({ count: Count, value: Money }, closed);
const ReasonShape = Type.Object(
  {
    rule: Text,
    direction: Type.Enum(['better', 'worse']),
    sentence: Type.Object({ 'pt-BR': Text, en: Text }, closed),
    count: Count,
    value: Money,
  },
  closed,
);
const Line = Type.Object({ vltotalProcess: Text, totalProcess: Count }, closed);
const Metric = Type.Object({ metric: Type.Enum([...SUMMARY_KEYS]), before: Line, after: Line }, closed);

const State = Type.Object(
  {
    side: Type.Enum(['DEFENDANT', 'AUTHOR', 'NOT_CLASSIFIED']),
    isActive: Flag,
    hasRisk: Flag,
    value: Money,
  },
  closed,
);
const CaseShape = Type.Object(
  {
    processNumber: Text,
    court: Text,
    classCode: Count,
    changes: Type.Array(Type.Enum([...CASE_CHANGES])),
    before: Type.Union([State, Type.Null()]),
    after: State,
  },
  closed,
);
const Cases = Type.Object(
  {
    appeared: Count,
    closed: Count,
    reopened: Count,
    sideChanged: Count,
    valueChanged: Count,
    riskBegan: Count,
    riskEnded: Count,
    result: Type.Array(CaseShape),
    next: Type.String({ description: 'The value for the following `after`; empty at the end' }),
  },
  closed,
);

const Debt = Type.Object(
  {
    documentNumber: Text,
    register: Text,
    inscription: Text,
    state: Text,
    situation: Text,
    registeredOn: Day,
    value: Money,
  },
  closed,
);
const Protest = Type.Object(
  { documentNumber: Text, office: Text, city: Text, state: Text, protestedOn: Day, dueOn: Day, value: Money },
  closed,
);
const Partner = Type.Object(
  { kind: Text, name: Text, documentNumber: Text, qualification: Text, since: Day },
  closed,
);
const Company = Type.Object(
  { root: Text, name: Text, situation: Text, qualification: Text, since: Day },
  closed,
);
const changesOf = <T extends Type.TSchema>(item: T) =>
  Type.Object(
    {
      compared: Compared,
      in: Type.Array(item),
      out: Type.Array(item),
      changed: Type.Array(Type.Object({ before: item, after: item }, closed)),
    },
    closed,
  );

export const ChangesAnswer = Type.Object(
  {
    success: Flag,
    reason: Text,
    before: Moment,
    after: Moment,
    verdict: Type.Enum(['stable', 'better', 'worse']),
    verdictVersion: Count,
    reasons: Type.Array(ReasonShape),
    metrics: Type.Array(Metric),
    cases: Cases,
    debts: changesOf(Debt),
    protests: Type.Object({ compared: Compared, in: Type.Array(Protest), out: Sum }, closed),
    partners: changesOf(Partner),
    companies: changesOf(Company),
    registry: Type.Object(
      {
        compared: Compared,
        before: Text,
        after: Text,
        changed: Type.Array(Type.Object({ field: Text, before: Text, after: Text }, closed)),
      },
      closed,
    ),
  },
  closed,
);

export type ChangesWire = Static<typeof ChangesAnswer>;
