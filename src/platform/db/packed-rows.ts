// Many rows as one text, for lists of tens of thousands: the driver makes an object of every row and a string of every
// column, which takes longer than the database needs to find them. Only for columns that cannot hold the two signs, such
// as numbers, dates, codes and JSON.
const FIELD = '\u001F';
const ROW = '\n';

/** An expression of SQL for one row; null and the empty text are both read back as the empty text. */
export function packedRow(columns: readonly string[]): string {
  return `concat_ws(E'\\x1F', ${columns.map((column) => `coalesce((${column})::text, '')`).join(', ')})`;
}

/** An aggregate of rows; `order` is the order that they have anyway. */
export function packedRows(row: string, order: string): string {
  return `string_agg(${row}, E'\\n' order by ${order})`;
}

/** One by one: pieces of rows that are no longer looked at are garbage before it has to be carried about. */
export function* unpackRows(text: string | null | undefined): Generator<string[]> {
  if (text === null || text === undefined || text === '') return;
  let start = 0;
  for (let end = text.indexOf(ROW); end !== -1; end = text.indexOf(ROW, start)) {
    yield text.slice(start, end).split(FIELD);
    start = end + 1;
  }
  yield text.slice(start).split(FIELD);
}

/** A parameter for `unpackedRows`; null becomes null. */
export function packRows(rows: Iterable<readonly (string | number | null)[]>): string {
  let text = '';
  for (const row of rows) text += text === '' ? row.join(FIELD) : ROW + row.join(FIELD);
  return text;
}

/** A source of rows with a text array `f`, of what packRows made. Without `offset 0` each use of `f` would split the line anew. */
export function unpackedRows(parameter: string): string {
  return `(
    select string_to_array(line, E'\\x1F', '') as f from string_to_table(${parameter}::text, E'\\n') as line offset 0
  ) as packed`;
}
