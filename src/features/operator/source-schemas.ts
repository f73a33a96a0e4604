// Wire shapes of sources and imports.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: 'date-time' });
const TimeOrNull = Type.Union([Time, Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const NextOrNull = Type.Union([Id, Type.Null()]);

const Live = Type.Object(
  {
    capability: Type.String(),
    name: Type.String(),
    publisher: Type.String(),
    host: Type.String(),
    state: Type.Enum(['IN_USE', 'READY', 'INCOMPLETE']),
    missing: Type.Array(Type.String(), { description: 'Settings that are still to be filled in' }),
    breaker: Type.Union([Type.Enum(['closed', 'half-open', 'open']), Type.Null()], {
      description: 'As the worker told last; null when none has',
    }),
    lastSuccessAt: TimeOrNull,
    toldAt: TimeOrNull,
  },
  closed,
);
const Imported = Type.Object(
  {
    source: Type.String(),
    description: Type.String(),
    importedAt: TimeOrNull,
    edition: TextOrNull,
    rows: Type.Integer({ minimum: 0, description: 'As the database estimates them' }),
    sizeBytes: Count,
    lastState: TextOrNull,
    lastAt: TimeOrNull,
  },
  closed,
);
export const SourcesAnswer = Type.Object({ live: Type.Array(Live), imported: Type.Array(Imported) }, closed);
export type SourcesAnswer = Static<typeof SourcesAnswer>;

export const ImportsQuery = Type.Object({
  before: Type.Optional(Id),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});
const Import = Type.Object(
  {
    importId: Id,
    source: Type.String(),
    state: Type.Enum(['running', 'done', 'refused', 'failed']),
    edition: TextOrNull,
    startedAt: Time,
    endedAt: TimeOrNull,
    rowsRead: Count,
    rowsSetAside: Count,
    timesResumed: Count,
    reason: TextOrNull,
  },
  closed,
);
export const ImportsAnswer = Type.Object({ imports: Type.Array(Import), next: NextOrNull }, closed);
export type ImportsAnswer = Static<typeof ImportsAnswer>;

export const ImportPath = Type.Object({ importId: Id }, closed);
export const QuarantineAnswer = Type.Object(
  {
    reasons: Type.Array(Type.Object({ reason: Type.String(), rows: Count }, closed)),
    rows: Type.Array(Type.Object({ file: Type.String(), line: Count, reason: Type.String() }, closed), {
      description: 'The first 200, without the line itself, which is about people',
    }),
  },
  closed,
);
export type QuarantineAnswer = Static<typeof QuarantineAnswer>;
