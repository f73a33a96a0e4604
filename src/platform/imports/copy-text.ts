// PostgreSQL's text form of rows, as COPY reads it.

const SPECIAL = /[\\\t\n\r]/;
const ALL_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value as it stands between two tabs. */
export function copyField(value: string | null): string {
  if (value === null) {
    return '\\N';
  }
  return SPECIAL.test(value) ? value.replaceAll(ALL_SPECIAL, (character) => ESCAPES[character] ?? '') : value;
}

/** Whether nothing made of this text needs escaping. */
export function isPlain(text: string): boolean {
  return !SPECIAL.test(text);
}

/** As `copyRow`, for values that are known to be plain; a look at the whole line is cheaper than one at each field. */
export function plainCopyRow(values: readonly (string | null)[]): string {
  let text = values[0] ?? '\\N';
  for (let index = 1; index < values.length; index += 1) {
    text += `\t${values[index] ?? '\\N'}`;
  }
  return text;
}

export function copyRow(values: readonly (string | null)[]): string {
  let text = copyField(values[0] ?? null);
  for (let index = 1; index < values.length; index += 1) {
    text += `\t${copyField(values[index] ?? null)}`;
  }
  return text;
}
