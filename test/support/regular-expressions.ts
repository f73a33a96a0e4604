// Finds every regular expression in a TypeScript source. It is no parser: it steps over comments, strings and the text of
// templates, and takes a slash for the start of an expression where no division can stand.

export type FoundExpression = { source: string; flags: string; at: number };

const SKIPPED = /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const LITERAL = /\/((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
const BEFORE_LITERAL =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of|void|throw|await|yield))\s*$/;

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

export function findExpressions(text: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  /** For each template that is open: how many braces its present interpolation has open; -1 in its text. */
  const templates: number[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text[index] ?? '';
    const depth = templates.at(-1);
    if (depth === -1) {
      if (character === '`') {
        templates.pop();
      } else if (text.startsWith('${', index)) {
        templates[templates.length - 1] = 0;
        index += 1;
      }
      index += character === '\\' ? 2 : 1;
      continue;
    }
    const skipped = matchAt(SKIPPED, text, index);
    const literal =
      skipped === null && character === '/' && BEFORE_LITERAL.test(text.slice(Math.max(0, index - 40), index))
        ? matchAt(LITERAL, text, index)
        : null;
    if (literal !== null) {
      found.push({ source: literal[1] ?? '', flags: literal[2] ?? '', at: index });
    }
    if (character === '`') {
      templates.push(-1);
    } else if (depth !== undefined && character === '{') {
      templates[templates.length - 1] = depth + 1;
    } else if (depth !== undefined && character === '}') {
      templates[templates.length - 1] = depth - 1;
    }
    index += skipped?.[0].length ?? literal?.[0].length ?? 1;
  }
  return found;
}

/** Expressions that are put together while the program runs, which nobody can judge beforehand. */
export function findComputedExpressions(text: string): string[] {
  return [...text.matchAll(/\bnew RegExp\([^)]*\)|(?<![.\w])RegExp\([^)]*\)/g)].map(([match]) => match);
}
