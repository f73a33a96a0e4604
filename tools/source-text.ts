// Divides TypeScript source into code, comments and literals, so that a check on text neither trips over a comment
// nor over a string. It is no parser: TypeScript 7 has no API for other programs.

export type Literal = {
  readonly kind: 'string' | 'template';
  readonly start: number;
  /** The index behind the closing quote. */
  readonly end: number;
  /** The content; in a template every interpolation reads `${}`. */
  readonly text: string;
  readonly expressions: readonly string[];
};

export type Comment = { readonly start: number; readonly text: string };

export type ScannedSource = {
  /** As long as the source, with the contents of comments, literals and regular expressions blanked out. */
  readonly code: string;
  readonly literals: readonly Literal[];
  readonly comments: readonly Comment[];
};

type Scan = {
  readonly source: string;
  readonly code: string[];
  readonly literals: Literal[];
  readonly comments: Comment[];
};

// After one of these a slash begins a regular expression; after a name, a number, `)` or `]` it divides.
const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield))\s*$/;
const REGEX = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const STRING = /(['"])(?:[^\\\n]|\\[\s\S])*?\1/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y;

export function scanSource(source: string): ScannedSource {
  const scan: Scan = { source, code: source.split(''), literals: [], comments: [] };
  scanCode(scan, 0, false);
  return { code: scan.code.join(''), literals: scan.literals, comments: scan.comments };
}

export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

/** Returns the index behind the code: the end of the source, or the brace that closes an interpolation. */
function scanCode(scan: Scan, from: number, inInterpolation: boolean): number {
  let index = from;
  let depth = 0;
  while (index < scan.source.length) {
    const character = scan.source[index];
    if (inInterpolation && character === '}' && depth === 0) return index;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    index = character === '`' ? scanTemplate(scan, index) : scanToken(scan, index);
  }
  return index;
}

/** Steps over one comment, string, regular expression or plain character. */
function scanToken(scan: Scan, index: number): number {
  const character = scan.source[index];
  if (character === '/') {
    const comment = matchAt(LINE_COMMENT, scan.source, index) ?? matchAt(BLOCK_COMMENT, scan.source, index);
    if (comment !== null) {
      scan.comments.push({ start: index, text: comment });
      return blank(scan, index, index + comment.length);
    }
    const before = scan.code.slice(Math.max(0, index - 40), index).join('');
    const regex = BEFORE_REGEX.test(before) ? matchAt(REGEX, scan.source, index) : null;
    if (regex !== null) return blank(scan, index + 1, index + regex.length);
  }
  if (character === "'" || character === '"') {
    const text = matchAt(STRING, scan.source, index);
    if (text !== null) {
      const end = index + text.length;
      scan.literals.push({ kind: 'string', start: index, end, text: text.slice(1, -1), expressions: [] });
      blank(scan, index + 1, end - 1);
      return end;
    }
  }
  return index + 1;
}

function scanTemplate(scan: Scan, start: number): number {
  const expressions: string[] = [];
  let text = '';
  let index = start + 1;
  let blankFrom = index;
  while (index < scan.source.length && scan.source[index] !== '`') {
    if (scan.source.startsWith('${', index)) {
      blank(scan, blankFrom, index);
      const close = scanCode(scan, index + 2, true);
      expressions.push(scan.source.slice(index + 2, close).trim());
      text += '${}';
      index = close + 1;
      blankFrom = index;
    } else {
      const length = scan.source[index] === '\\' ? 2 : 1;
      text += scan.source.slice(index, index + length);
      index += length;
    }
  }
  blank(scan, blankFrom, Math.min(index, scan.source.length));
  scan.literals.push({ kind: 'template', start, end: index + 1, text, expressions });
  return index + 1;
}

function matchAt(pattern: RegExp, source: string, index: number): string | null {
  pattern.lastIndex = index;
  return pattern.exec(source)?.[0] ?? null;
}

/** Keeps line breaks, so that line numbers stay true. */
function blank(scan: Scan, from: number, to: number): number {
  for (let index = from; index < to; index += 1) {
    if (scan.code[index] !== '\n') scan.code[index] = ' ';
  }
  return to;
}
