// Where SQL may stand, and how it may be put together.
import { isTestCode } from './places.ts';
import { hasRole } from './repository.ts';
import type { Literal, ScannedSource } from './source-text.ts';

const OBJECT =
  '(?:unlogged |temp |temporary |unique |materialized |constraint )*(?:table|index|view|function|procedure|role|database|schema|extension|type|domain|policy|trigger|sequence|publication|system)';

// Tight enough that a sentence such as "Create a user" or "Select the plan" is no SQL.
const STATEMENTS: readonly RegExp[] = [
  /^select\s[\s\S]*\bfrom\s+[\w"($]/,
  /^select\s+(?:distinct\s+)?(?:[\w.]+\s*\(|\d|\$|')/,
  /^insert\s+into\s/,
  /^update\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?\w+)?\s+set\s/,
  /^delete\s+from\s/,
  /^merge\s+into\s/,
  /^with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s*)?\(/,
  new RegExp(`^(?:create(?: or replace)?|alter|drop) ${OBJECT}\\s+(?!for\\b|of\\b|is\\b)\\S`),
  /^comment\s+on\s+\w+\s+\S+\s+is\b/,
  /^truncate\s+(?:table\s+)?[\w."$]/,
  /^copy\s+\S+\s*(?:\([^)]*\)\s*)?(?:from|to)\s/,
  /^lock\s+table\s/,
  /^(?:grant|revoke)\s[\s\S]*\bon\s[\s\S]*\b(?:to|from)\s/,
  /^set\s+(?:local|session|constraints|transaction|role)\s/,
  /^(?:un)?listen\s+\S+$/,
  /^values\s*\(/,
  /^(?:begin|commit|rollback|start transaction|savepoint \w+)\b[\w\s]*;?$/,
];

export function isSql(text: string): boolean {
  const statement = text.replace(/^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '').toLowerCase();
  return STATEMENTS.some((pattern) => pattern.test(statement));
}

export function mayHoldSql(path: string): boolean {
  const isPlace = /^(?:src\/platform|bench)\//.test(path);
  return isPlace || isTestCode(path) || hasRole(path, 'store', 'queries');
}

const MODULE_CONSTANT = /^[A-Z][A-Z0-9_]*$/;
// Statements such as CREATE ROLE take no parameters; there the driver's own quoting is the only safe way.
const QUOTED_BY_DRIVER = /^(?:\w+\.)?escape(?:Identifier|Literal)\([^;]*\)$/;

/** The expressions that a query text is built from and that are neither constants nor quoted by the driver. */
export function findUnsafeParts(path: string, source: ScannedSource, literal: Literal): string[] {
  const mayQuote = path.startsWith('src/platform/');
  const isSafe = (part: string): boolean =>
    MODULE_CONSTANT.test(part) || (mayQuote && QUOTED_BY_DRIVER.test(part));
  const added = /^\s*\+\s*([^\s,;)]*)/.exec(source.code.slice(literal.end))?.[1];
  const parts =
    added === undefined || /^['"`]/.test(added) ? literal.expressions : [...literal.expressions, added];
  return parts.filter((part) => !isSafe(part));
}
