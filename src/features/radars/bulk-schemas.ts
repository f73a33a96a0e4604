// Wire shapes of bulk requests.
import Type from 'typebox';

const closed = { additionalProperties: false };
const Count = Type.Integer({ minimum: 0 });

/** What is wrong with one line is told of that line; so nothing is said here of what a line must hold. */
const Items = Type.Unsafe<unknown[]>({
  type: 'array',
  description: 'Objects with name, code and type',
  maxItems: 100_000,
  items: {},
});
const Lines = Type.Unsafe<string>({
  type: 'string',
  description: 'A line for each radar; CSV begins with a header',
});

export const BULK_LINES = 100_000;

export const BulkBody = {
  content: {
    'application/json': { schema: Items },
    'text/csv': { schema: Lines },
    'application/x-ndjson': { schema: Lines },
  },
};

export const BulkAnswer = Type.Object(
  {
    total: Count,
    added: Count,
    renamed: Count,
    refused: Count,
    lines: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ minimum: 1 }),
          result: Type.Enum(['added', 'renamed', 'refused']),
          radarId: Type.Integer({ minimum: 0, description: '0 for a line that was refused' }),
          reason: Type.String({ description: 'Why it was refused; empty otherwise' }),
        },
        closed,
      ),
    ),
  },
  closed,
);
