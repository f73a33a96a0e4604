// The wire shape of what was asked, and what came of it.
import Type from 'typebox';
import type { CheckedSource } from './ports.ts';

const Text = Type.String();

export const SourceShape = Type.Object(
  {
    step: Type.Enum(['cases', 'protests', 'debts', 'partners']),
    source: Text,
    outcome: Type.Enum(['FOUND', 'NOTHING_FOUND', 'NOT_CHECKED', 'SOURCE_FAILED']),
    asOf: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    edition: Text,
  },
  { additionalProperties: false },
);

export function sourceToWire({ step, source, outcome, asOf, edition }: CheckedSource): object {
  return { step, source, outcome, asOf, edition: edition ?? '' };
}
