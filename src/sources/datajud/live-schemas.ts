// An answer of DataJud's search (Elasticsearch, seen 2025 and 2026), as far as it decides what the answer is worth. What a
// hit holds is the mapper's, which reads files of hits as well.
import Type from 'typebox';
import type { Static } from 'typebox';

const MOST_HITS = 10_000;

const Hit = Type.Object(
  { _source: Type.Object({ numeroProcesso: Type.Unknown() }, { additionalProperties: true }) },
  { additionalProperties: true },
);

export const SearchAnswer = Type.Object({
  timed_out: Type.Optional(Type.Boolean()),
  _shards: Type.Optional(Type.Object({ failed: Type.Optional(Type.Integer({ minimum: 0 })) })),
  hits: Type.Object({
    // A number before Elasticsearch 7.
    total: Type.Union([Type.Integer({ minimum: 0 }), Type.Object({ value: Type.Integer({ minimum: 0 }) })]),
    hits: Type.Array(Hit, { maxItems: MOST_HITS }),
  }),
});
export type SearchAnswerBody = Static<typeof SearchAnswer>;
