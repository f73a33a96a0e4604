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

export function unpackRows(text: string | null | undefined): string[][] {
  return (text ?? '') === '' ? [] : (text ?? '').split(ROW).map((row) => row.split(FIELD));
}

/** A parameter for `unpackedRows`; null becomes null. */
export function packRows(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => row.join(FIELD)).join(ROW);
}

/** A source of rows with a text array `f`, of what packRows made. Without `offset 0` each use of `f` would split the line anew. */
export function unpackedRows(parameter: string): string {
  return `(
    select string_to_array(line, E'\\x1F', '') as f from string_to_table(${parameter}::text, E'\\n') as line offset 0
  ) as packed`;
}
