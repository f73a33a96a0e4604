// Wire shapes of the credit register; the contract's own spellings live here.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id, Name } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
export const Money = Type.String({ pattern: '^-?\\d+\\.\\d{2}$', description: 'Reais, with two digits' });
export const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$' });
const Count = Type.Integer({ minimum: 0 });
/** Longer than any document with punctuation; what it holds is judged by its check digits. */
const DocumentText = Type.String({ minLength: 1, maxLength: 64 });

export const IndicatorsPath = Type.Object(
  { document: Type.String({ maxLength: 256, description: 'CPF or CNPJ, with or without punctuation' }) },
  closed,
);
export const IndicatorsQuery = Type.Object({ organizationId: Type.Optional(Id), planId: Type.Optional(Id) });

const BucketLine = Type.Object(
  {
    code: Type.String({ description: 'Maturity code of Doc. 3040, annex 1' }),
    group: Type.Enum(['CREDIT_LIMIT', 'TO_BE_RELEASED', 'TO_FALL_DUE', 'OVERDUE', 'LOSS']),
    description: Type.String(),
    value: Money,
  },
  closed,
);
const ModalityLine = Type.Object(
  {
    modality: Type.String({ description: 'Four digits of Doc. 3040, annex 3' }),
    description: Type.String(),
    isInPortfolio: Type.Boolean({ description: 'Modalities 01 to 13' }),
    toFallDue: Money,
    overdue: Money,
    overdueOver90Days: Money,
    loss: Money,
    creditLimits: Money,
    toBeReleased: Money,
  },
  closed,
);
const Indicators = Type.Object(
  {
    toFallDue: Money,
    overdue: Money,
    overdueOver90Days: Money,
    loss: Money,
    activePortfolio: Money,
    totalResponsibility: Money,
    creditLimits: Money,
    toBeReleased: Money,
    institutions: Count,
    operations: Type.Integer({ minimum: 0, description: '0 where the source does not tell' }),
    relationshipSince: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    documentsProcessedPercent: Type.Number(),
    volumeProcessedPercent: Type.Number(),
    byBucket: Type.Array(BucketLine),
    byModality: Type.Array(ModalityLine),
  },
  closed,
);

export const IndicatorsAnswer = Type.Object(
  {
    status: Type.Enum(['SUCCESS']),
    message: Type.String(),
    source: Type.Enum(['live', 'cache']),
    document: Type.String(),
    referenceMonth: Month,
    indicators: Indicators,
  },
  closed,
);
export const ProcessingAnswer = Type.Object(
  { status: Type.Enum(['PROCESSING']), message: Type.String() },
  closed,
);

const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$' });
const ExpiresAt = Type.Optional(
  Type.String({ ...Instant, description: 'When it ends; without one it is good until it is revoked' }),
);
const Visible = Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' });
const Signer = Type.Object(
  { name: Name, document: DocumentText, email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })) },
  closed,
);
const OwnProof = Type.Object(
  {
    organizationId: Id,
    document: DocumentText,
    mode: Type.Enum(['OWN_PROOF']),
    textHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the text that was signed' }),
    signedAt: Instant,
    expiresAt: ExpiresAt,
    signers: Type.Array(Signer, { minItems: 1, maxItems: 10 }),
    ip: Type.Optional(Type.String({ minLength: 2, maxLength: 45, pattern: '^[0-9A-Fa-f:.]+$' })),
    sessionId: Type.Optional(Visible),
    documentRef: Type.Optional(Visible),
  },
  closed,
);
const LinkedItem = Type.Object(
  {
    organizationId: Id,
    document: DocumentText,
    mode: Type.Enum(['LINKED_ITEM']),
    itemId: Type.String({ minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' }),
    expiresAt: ExpiresAt,
  },
  closed,
);

export const ConsentBody = Type.Union([OwnProof, LinkedItem]);
export type ConsentBody = Static<typeof ConsentBody>;

const Mode = Type.Enum(['OWN_PROOF', 'LINKED_ITEM']);
const Time = Type.String({ format: 'date-time' });

export const ConsentAnswer = Type.Object(
  {
    consentId: Type.String(),
    organizationId: Id,
    document: Type.String(),
    mode: Mode,
    createdAt: Time,
    expiresAt: Type.Union([Time, Type.Null()]),
  },
  closed,
);

export const ConsentPath = Type.Object(
  { consentId: Type.String({ description: 'As the answer to the recording gave it' }) },
  closed,
);
export const ConsentQuery = Type.Object({ organizationId: Type.Optional(Id) });
export const RevokedAnswer = Type.Object(
  {
    consentId: Type.String(),
    organizationId: Id,
    mode: Mode,
    createdAt: Time,
    expiresAt: Type.Union([Time, Type.Null()]),
    revokedAt: Time,
  },
  closed,
);
export type RevokedAnswer = Static<typeof RevokedAnswer>;
