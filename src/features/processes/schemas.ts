// Wire shapes of single processes. `sucess` is the contract's own spelling.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { RESULTS } from '../refreshes/index.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Time = Type.String({ format: 'date-time' });
const TimeOrNull = Type.Union([Time, Type.Null()]);
const Day = Type.Union([Type.String({ format: 'date' }), Type.Null()]);
const Term = Type.Object({ code: Type.Integer({ minimum: 0 }), name: Text }, closed);

/** Whatever stands there is judged by the import itself: a bad number is an answer and no fault. */
const NumberText = Type.String({ minLength: 1, maxLength: 100 });

export const ImportPath = Type.Object({ organizationId: Id, processNumber: NumberText }, closed);
export const ImportQuery = Type.Object({
  document: Type.Optional(
    Type.String({ maxLength: 40, description: 'CPF or CNPJ of a radar to link it to' }),
  ),
});

const LastMovement = Type.Object({ code: Type.Integer({ minimum: 0 }), name: Text, at: Time }, closed);

export const ImportAnswer = Type.Object(
  {
    status: Type.Enum(['sucess', 'processing']),
    obs: Text,
    process: Type.Object(
      {
        number: Type.String({ description: '20 digits; empty where it has not so many' }),
        organizationId: Id,
        status: Type.Enum(['ACTIVE', 'INVALID']),
        court: Text,
        class: Term,
        lastMovement: Type.Union([LastMovement, Type.Null()]),
      },
      closed,
    ),
  },
  closed,
);

export const DetailPath = Type.Object({ organizationId: Id, processNumber: NumberText }, closed);
export const DetailQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'How many movements to leave out' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
});

const PartyShape = Type.Object({ name: Text, role: Text }, closed);
const PartyList = Type.Array(PartyShape);
const MovementShape = Type.Object(
  { code: Type.Integer({ minimum: 0 }), name: Text, at: Time, degree: Text },
  closed,
);
const SourceShape = Type.Object(
  {
    source: Text,
    degree: Text,
    unit: Text,
    updatedAt: TimeOrNull,
    fetchedAt: Time,
    ageDays: Type.Integer({ minimum: 0, description: 'Whole days since it was fetched' }),
  },
  closed,
);

export const DetailAnswer = Type.Object(
  {
    processNumber: Text,
    organizationId: Id,
    status: Type.Enum(['ACTIVE', 'INACTIVE']),
    isImported: Type.Boolean(),
    radarIds: Type.Array(Id),
    matchedAt: Time,
    inactivatedAt: TimeOrNull,
    refresh: Type.Object(
      {
        refreshedAt: TimeOrNull,
        result: Type.Union([Type.Enum([...RESULTS]), Type.Null()]),
      },
      closed,
    ),
    isKnown: Type.Boolean({ description: 'False while no source has told of the case' }),
    court: Text,
    class: Term,
    subjects: Type.Array(Term),
    life: Type.Enum(['ACTIVE', 'INACTIVE', '']),
    value: Type.String({ description: 'Money; empty when it is not known' }),
    filedOn: Day,
    parties: Type.Object({ active: PartyList, passive: PartyList, others: PartyList }, closed),
    totalMovements: Type.Integer({ minimum: 0 }),
    movements: Type.Array(MovementShape, { description: 'Newest first' }),
    sources: Type.Array(SourceShape),
  },
  closed,
);
export type DetailWire = Static<typeof DetailAnswer>;
