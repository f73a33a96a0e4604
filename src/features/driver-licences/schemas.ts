// Wire shapes of driver licences.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };

export const STATUSES = ['PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR'] as const;
export type Status = (typeof STATUSES)[number];

/** Punctuation may stand anywhere; the longest path parameter is the bound. */
const CpfAsGiven = Type.String({ minLength: 1, maxLength: 256, format: 'cpf', description: 'CPF' });
const DateOnly = Type.Optional(Type.String({ format: 'date' }));
const Text = Type.Optional(Type.String());
const DateTime = Type.String({ format: 'date-time' });

export const RequestBody = Type.Object({ organizationId: Id, document: CpfAsGiven }, closed);
export const ByRequestPath = Type.Object(
  { organizationId: Id, requestId: Type.String({ description: 'As the answer to the request gave it' }) },
  closed,
);
export const ByDocumentPath = Type.Object({ organizationId: Id, document: CpfAsGiven }, closed);

const Check = Type.Object(
  {
    field: Type.String(),
    sent: Text,
    result: Type.Enum(['MATCH', 'MISMATCH', 'NOT_COMPARED']),
    score: Type.Optional(Type.Number()),
  },
  closed,
);

/** `Cnh` of ports.ts without the CPF; what the source did not tell is left out. */
const Licence = Type.Object(
  {
    basis: Type.Enum(['REPORTED', 'CONFIRMED']),
    name: Text,
    motherName: Text,
    birthDate: DateOnly,
    license: Text,
    formNumber: Text,
    renach: Text,
    category: Text,
    firstLicenseOn: DateOnly,
    issuedOn: DateOnly,
    expiresOn: DateOnly,
    issuerUf: Text,
    situation: Type.Enum([
      'ISSUED',
      'BEING_ISSUED',
      'CANCELLED',
      'SUSPENDED',
      'REVOKED',
      'EXPIRED',
      'NONE',
      'UNKNOWN',
    ]),
    situationText: Text,
    paidDriver: Type.Optional(Type.Boolean()),
    restrictions: Type.Array(Type.String()),
    impediment: Type.Union([Type.Boolean(), Type.Null()], { description: 'null: not told' }),
    checks: Type.Array(Check),
  },
  closed,
);

export const CnhRecord = Type.Object(
  {
    requestId: Type.String(),
    organizationId: Id,
    document: Type.String({ description: 'CPF of the licence holder' }),
    status: Type.Enum([...STATUSES]),
    data: Type.Union([Licence, Type.Null()], { description: 'The licence, once the status is DONE' }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);

export type RecordParts = {
  requestId: string;
  organizationId: number;
  document: string;
  status: Status;
  /** JSON text; empty when there is none. */
  data: string;
  createdAt: string;
  updatedAt: string;
};

const BEFORE_REQUEST_ID = '{"requestId":"';
const REQUEST_ID_LENGTH = 36;

/** Of a record as it was written below, also one that was kept for a repeated request. */
export function requestIdOf(wire: string): string {
  return wire.slice(BEFORE_REQUEST_ID.length, BEFORE_REQUEST_ID.length + REQUEST_ID_LENGTH);
}

/** The answer's own text: the licence is JSON already, and reading it only to write it again would cost every look-up. */
export function recordToWire(parts: RecordParts): string {
  const { requestId, organizationId, document, status, data, createdAt, updatedAt } = parts;
  return `${BEFORE_REQUEST_ID}${requestId}","organizationId":${organizationId},"document":"${document}","status":"${status}","data":${data === '' ? 'null' : data},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`;
}
