// What commands print: tables for people, a single JSON document for programs; and the codes that scripts can trust.
// Everything goes through commander's own output settings, so whoever runs the program decides where it lands.
import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import { explain } from './exit.ts';

export const EXIT_CODES = { failure: 1, usage: 2, notFound: 3, conflict: 4, unreachable: 69 } as const;

export type Cell = string | number | boolean | Date | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
/** A list becomes a table, a single thing one line for each of its fields; notes never mix with the JSON document. */
export type Answer = { readonly rows: Row | readonly Row[]; readonly notes?: readonly string[] };

/** An accent that is a character of its own takes no column. */
const graphemes = new Intl.Segmenter('en');

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

/** Colours only for a terminal whose owner did not ask for none. */
export function paint(command: Command, style: Style, text: string): string {
  const hasColors = command.configureOutput().getOutHasColors?.() === true;
  return hasColors ? styleText(style, text, { validateStream: false }) : text;
}

export function printJson(command: Command, document: unknown): void {
  command.configureOutput().writeOut?.(`${JSON.stringify(document)}\n`);
}

export function printLines(command: Command, lines: readonly string[]): void {
  command.configureOutput().writeOut?.(lines.map((line) => `${line.trimEnd()}\n`).join(''));
}

export function wantsJson(command: Command): boolean {
  return command.opts<{ json?: boolean }>().json === true;
}

export function printAnswer(command: Command, { rows, notes = [] }: Answer): void {
  if (wantsJson(command)) {
    printJson(command, rows);
  } else {
    printLines(command, isList(rows) ? formatTable(command, rows) : formatFields(command, rows));
  }
  for (const note of notes) {
    command.configureOutput().writeErr?.(`${note}\n`);
  }
}

function isList(rows: Answer['rows']): rows is readonly Row[] {
  return Array.isArray(rows);
}

/** `createdAt` → `created`, `planId` → `plan id`. */
function heading(key: string): string {
  return key
    .replace(/At$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === '') {
    return '-';
  }
  if (cell instanceof Date) {
    return cell.toISOString().slice(0, 10);
  }
  if (typeof cell === 'boolean') {
    return cell ? 'yes' : 'no';
  }
  const text = typeof cell === 'object' ? cell.join(', ') : String(cell);
  // A name stored by other means must not steer the terminal it is shown on.
  return text.replaceAll(/\p{Cc}/gu, '\u{fffd}');
}

function widthOf(text: string): number {
  return Array.from(graphemes.segment(text)).length;
}

export function formatFields(command: Command, row: Row): string[] {
  const width = Math.max(...Object.keys(row).map((key) => widthOf(heading(key))));
  return Object.entries(row).map(
    ([key, cell]) => `${paint(command, 'dim', heading(key).padEnd(width))}  ${formatCell(cell)}`,
  );
}

export function formatTable(command: Command, rows: readonly Row[]): string[] {
  const [first] = rows;
  if (first === undefined) {
    return ['None.'];
  }
  const columns = Object.keys(first).map((key) => {
    const cells = rows.map((row) => formatCell(row[key] ?? null));
    const isNumeric = rows.every((row) => typeof row[key] === 'number');
    const width = Math.max(widthOf(heading(key)), ...cells.map(widthOf));
    const align = (text: string): string => {
      const gap = ' '.repeat(width - widthOf(text));
      return isNumeric ? `${gap}${text}` : `${text}${gap}`;
    };
    return { title: align(heading(key)), cells: cells.map(align) };
  });
  const head = columns.map(({ title }) => title).join('  ');
  const body = rows.map((_row, index) => columns.map(({ cells }) => cells[index] ?? '').join('  '));
  return [paint(command, 'bold', head.trimEnd()), ...body];
}

function throwInsteadOfExiting(command: Command): void {
  command.exitOverride();
  command.commands.forEach(throwInsteadOfExiting);
}

/**
 * Runs the program and resolves to its exit code, with the reason of a failure on stderr. Commander itself would end the
 * process with 1 for wrong usage, which scripts could not tell from a failure.
 */
export async function runProgram(program: Command, argv: readonly string[]): Promise<number> {
  throwInsteadOfExiting(program);
  try {
    await program.parseAsync([...argv]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    }
    const { sentence, exitCode } = explain(error);
    program.configureOutput().writeErr?.(`${sentence}\n`);
    return exitCode;
  }
}
