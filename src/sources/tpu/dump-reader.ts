// The SGT's MySQL dump: one INSERT a line into sgt_consulta.itens (seen in version 78, 2025-09-11), in latin1.

const INSERT = /^INSERT INTO /i;
const VALUES = 'VALUES';
/** No head of a statement is longer. */
const LONGEST_HEAD = 4096;
/** The columns' order where the statement does not name them. */
const COLUMNS = ['cod_item', 'cod_item_pai', 'tipo_item', 'nome', 'situacao'];

export type DumpRow = ReadonlyMap<string, string | null>;

type Head = { columns: string | null; end: number };

function withoutQuotes(text: string): string {
  return text.replaceAll(/[`"\s]/g, '').toLowerCase();
}

/** By searching, since a pattern for it can be made to take for ever. */
function readHead(text: string): Head | null {
  const head = text.slice(0, LONGEST_HEAD).toUpperCase();
  const valuesAt = head.indexOf(VALUES);
  const [start = ''] = INSERT.exec(head) ?? [];
  if (start === '' || valuesAt === -1) {
    return null;
  }
  const target = text.slice(start.length, valuesAt);
  const open = target.indexOf('(');
  const table = withoutQuotes(open === -1 ? target : target.slice(0, open));
  const columns = open === -1 ? null : target.slice(open + 1, target.lastIndexOf(')'));
  return table.split('.').at(-1) === 'itens' ? { columns, end: valuesAt + VALUES.length } : null;
}

/** Whether a statement that fills the table of items begins here. */
export function isItemInsert(line: string): boolean {
  return readHead(line) !== null;
}

/** The rows of one statement; null when it breaks off in the middle of one. */
export function parseInsert(statement: string): DumpRow[] | null {
  const head = readHead(statement);
  const columns = head?.columns?.split(',').map(withoutQuotes) ?? COLUMNS;
  const tuples = parseTuples(statement, head?.end ?? 0);
  return (
    tuples?.map((values) => new Map(columns.map((name, index) => [name, values[index] ?? null]))) ?? null
  );
}

type Value = { value: string | null; end: number };

function parseTuples(text: string, start: number): (string | null)[][] | null {
  const tuples: (string | null)[][] = [];
  let at = start;
  while (at < text.length) {
    if (text.charAt(at) !== '(') {
      at += 1;
      continue;
    }
    const values: (string | null)[] = [];
    at += 1;
    for (;;) {
      const parsed: Value | null = parseValue(text, at);
      if (parsed === null) {
        return null;
      }
      values.push(parsed.value);
      at = parsed.end + 1;
      if (text.charAt(parsed.end) === ')') {
        break;
      }
    }
    tuples.push(values);
  }
  return tuples;
}

/** `end` is where the comma or the closing parenthesis stands. */
function parseValue(text: string, from: number): Value | null {
  let start = from;
  while (text.charAt(start) === ' ' || text.charAt(start) === '\n') start += 1;
  if (text.charAt(start) !== "'") {
    let end = start;
    while (end < text.length && text.charAt(end) !== ',' && text.charAt(end) !== ')') end += 1;
    const word = text.slice(start, end).trim();
    return end === text.length ? null : { value: word.toUpperCase() === 'NULL' ? null : word, end };
  }
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      value += text.charAt(at + 1);
      at += 1;
    } else if (character === "'" && text.charAt(at + 1) === "'") {
      value += "'";
      at += 1;
    } else if (character === "'") {
      const comma = text.slice(at + 1).search(/[,)]/);
      const isAlone = text.slice(at + 1, at + 1 + comma).trim() === '';
      // Anything else behind a closing quote means that a quote before it is missing, and the name would be another.
      return comma === -1 || !isAlone ? null : { value, end: at + 1 + comma };
    } else {
      value += character;
    }
  }
  return null;
}
