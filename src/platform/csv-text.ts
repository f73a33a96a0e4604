// Lines of CSV as RFC 4180 has them. What stands in a cell was written by strangers: no program that opens the file takes
// it for a formula.

/** What programs turn into a formula; the wide forms too, which some of them fold. */
const FORMULA_START = /^[\s\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Neither a spreadsheet nor a database takes it. */
const NUL = /\0/g;

export type CsvValue = string | number | boolean | null;

function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replace(NUL, '\uFFFD');
  // An apostrophe is what spreadsheets themselves mark text with.
  const guarded = FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** What a cell said before `csvLine` guarded it. A text that itself begins like a guarded one cannot be told from one. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}
