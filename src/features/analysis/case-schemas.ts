// Wire shapes of the frozen list.
import Type from 'typebox';
import type { Static } from 'typebox';
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { Id } from '../../platform/http/shapes.ts';
import { CASE_KEYS, listKeys } from './case-keys.ts';
import type { ListedCase } from './case-queries.ts';
import type { FrozenCase } from './frozen-case.ts';
import type { CheckedSource } from './ports.ts';
import { findRule } from './rules.ts';
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
  after: Type.Optional(Type.String({ pattern: '^\\d{20}$', description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
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
  },
  closed,
);

const SourceShape = Type.Object(
  {
    step: Type.Enum(['cases', 'protests', 'debts', 'partners']),
    source: Text,
    outcome: Type.Enum(['FOUND', 'NOTHING_FOUND', 'NOT_CHECKED', 'SOURCE_FAILED']),
    asOf: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    edition: Text,
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

type NatureName = 'EXECUTION' | 'LABOUR' | 'CRIMINAL' | 'CIVIL';

function naturesToWire({
  execution,
  labour,
  criminal,
}: FrozenCase['classification']['natures']): NatureName[] {
  const natures: NatureName[] = [];
  if (execution) natures.push('EXECUTION');
  if (labour) natures.push('LABOUR');
  if (criminal) natures.push('CRIMINAL');
  return natures.length === 0 ? ['CIVIL'] : natures;
}

/** By the rules of the analysis's own day: what was said then is explained as it was meant then. */
function reasonsToWire(reasons: FrozenCase['classification']['reasons'], rulesVersion: number) {
  return reasons.map(({ rule, facts }) => {
    const known = findRule(rulesVersion, rule);
    const sentence = { 'pt-BR': known?.ptBr ?? '', en: known?.en ?? '' };
    return { rule, weight: known?.weight ?? 0, sentence, facts };
  });
}

export function sourceToWire({ step, source, outcome, asOf, edition }: CheckedSource): object {
  return { step, source, outcome, asOf, edition: edition ?? '' };
}

export function caseToWire(
  row: ListedCase,
  frozen: FrozenCase,
  rulesVersion: number,
): Static<typeof CaseShape> {
  const { known, classification } = frozen;
  return {
    processNumber: known.number,
    court: findCourt(known.number as CaseNumber)?.acronym ?? '',
    documents: known.documents,
    class: { code: known.classCode ?? 0, name: row.class_name ?? '' },
    side: classification.side,
    natures: naturesToWire(classification.natures),
    isActive: classification.isActive,
    hasRisk: classification.reasons.length > 0,
    keys: listKeys(row.keys),
    value: known.value ?? '',
    filedOn: known.filedOn,
    movedOn: known.movedOn,
    fetchedAt: known.fetchedAt.toISOString(),
    reasons: reasonsToWire(classification.reasons, rulesVersion),
  };
}
