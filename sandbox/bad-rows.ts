// Rows that every importer must set aside. They are spread evenly, and few enough that an import is not refused for them.
import type { LineSink } from './sink.ts';

const FIRST_AFTER = 200;
const EVERY = 400;

/** Adds a row and, when its turn has come, a bad one made from it; the ways of being bad take turns. */
export class BadRows {
  readonly #ways: readonly ((line: string) => string)[];
  #added = 0;
  #bad = 0;

  constructor(ways: readonly ((line: string) => string)[]) {
    this.#ways = ways;
  }

  add(sink: LineSink, line: string): void {
    sink.add(line);
    this.#added += 1;
    if (this.#added % EVERY !== FIRST_AFTER) return;
    const spoil = this.#ways[this.#bad % this.#ways.length] as (line: string) => string;
    this.#bad += 1;
    sink.addInvalid(spoil(line));
  }
}

/** Of quoted fields: the last one is missing. */
export function loseLastColumn(line: string): string {
  return `${line.trimEnd().split('";"').slice(0, -1).join('";"')}"\n`;
}

/** Of quoted fields: one too many. */
export function gainColumn(line: string): string {
  return `${line.trimEnd()};"SOBRA"\n`;
}

/** JSON that ends in the middle of the line. */
export function cutOff(line: string): string {
  return `${line.slice(0, Math.floor(line.length / 2)).trimEnd()}\n`;
}
