import { posix } from 'node:path';
import type { SourceFile } from './repository.ts';
// Finds what a source file imports, whichever of the language's forms it uses.
import { lineAt, scanSource } from './source-text.ts';

export type ImportOf = {
  /** The repository path of one of our files, or the name of a package as written. */
  readonly target: string;
  readonly isOurs: boolean;
  /** True for `import type` and `export type`: nothing is left of them at run time. */
  readonly isTypeOnly: boolean;
  readonly line: number;
};

const NAMES = String.raw`\{[\w\s$,]*\}|\*(?:\s*as\s+[\w$]+)?`;
// An inline `type` keyword does not count: under verbatimModuleSyntax the import stays in the running program.
const STATIC = new RegExp(
  String.raw`\b(?:import|export)\s*(type\b(?!\s*(?:from\b|,)))?\s*(?:[\w$]+\s*,?\s*)?(?:${NAMES})?\s*\bfrom\s*(?=['"])|\bimport\s*(?=['"])`,
  'g',
);
const DYNAMIC = /\b(?:import|require|createRequire\([^()]*\))\s*\(\s*/g;

export const COMPUTED_IMPORT = '(computed)';

export function findImports(file: SourceFile): ImportOf[] {
  const { code, literals } = scanSource(file.text);
  const literalAt = new Map(literals.map((literal) => [literal.start, literal]));
  const found: ImportOf[] = [];
  const add = (match: RegExpExecArray, isTypeOnly: boolean): void => {
    const literal = literalAt.get(match.index + match[0].length);
    const specifier = literal?.expressions.length === 0 ? literal.text : COMPUTED_IMPORT;
    found.push({
      ...resolveSpecifier(file.path, specifier),
      isTypeOnly,
      line: lineAt(file.text, match.index),
    });
  };
  for (const match of code.matchAll(STATIC)) add(match, match[1] !== undefined);
  for (const match of code.matchAll(DYNAMIC)) add(match, false);
  return found.toSorted((a, b) => a.line - b.line);
}

function resolveSpecifier(from: string, specifier: string): { target: string; isOurs: boolean } {
  if (!specifier.startsWith('.')) return { target: specifier, isOurs: false };
  return { target: posix.join(posix.dirname(from), specifier), isOurs: true };
}
