// Wire shapes of the audit trail.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import type { FindingKind } from './rules.ts';

export type { AuditAction } from '../../audit-actions.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });
const KINDS = [
  'altered',
  'missing',
  'inserted',
  'unlinked',
  'head',
  'replaced',
  'cut',
] as const satisfies readonly FindingKind[];

export const AuditPath = Type.Object({ organizationId: Id }, closed);
export const AuditQuery = Type.Object({
  before: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

const Record = Type.Object(
  {
    number: Id,
    at: Type.String({ format: 'date-time' }),
    actor: Type.String({ description: '`session …`, `token …`, `worker` or `operator`' }),
    actorName: Type.Union([Type.String(), Type.Null()], {
      description: 'Username or name of the token, as long as it is known',
    }),
    action: Type.String(),
    subject: Type.String({ description: 'An id of ours, never a document' }),
  },
  closed,
);
export const AuditAnswer = Type.Object(
  {
    records: Type.Array(Record),
    next: Type.Union([Id, Type.Null()], { description: 'The value for `before` when there is more' }),
  },
  closed,
);
export type AuditAnswer = Static<typeof AuditAnswer>;

export const VerificationAnswer = Type.Object(
  {
    isWhole: Type.Boolean(),
    from: Type.Integer({ minimum: 0, description: 'The number of the first row that was looked at' }),
    rows: Count,
    unnumbered: Type.Integer({ minimum: 0, description: 'Rows that the chain has not reached yet' }),
    head: Type.Object({ number: Count, hash: Type.String() }, closed),
    findings: Type.Array(Type.Object({ kind: Type.Enum([...KINDS]), number: Count, through: Count }, closed)),
  },
  closed,
);
export type VerificationAnswer = Static<typeof VerificationAnswer>;
