// Arrays as PostgreSQL reads them. The driver quotes and escapes every element; of a batch of creates that was a good part
// of what the process did.

// Whatever has a meaning in an array literal; an element that holds none of it stands as it is.
const NEEDS_QUOTES = /["\\{},\s]|^$|^null$/i;

function elementText(value: string): string {
  return NEEDS_QUOTES.test(value) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : value;
}

export function textArray(values: readonly (string | null)[]): string {
  let text = '{';
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? null;
    text += `${at === 0 ? '' : ','}${value === null ? 'NULL' : elementText(value)}`;
  }
  return `${text}}`;
}

export function numberArray(values: readonly number[]): string {
  return `{${values.join(',')}}`;
}
