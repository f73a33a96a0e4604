// Cases and protests of the small population and of the test documents, by document and by number: the lines of the files,
// so that a source that is asked tells the same as the files that were imported. Made when somebody first asks; it takes a moment.
import { parseDay } from '../calendar.ts';
import { addCaseLines } from '../case-files.ts';
import { DEFAULT_SEED, DEFAULT_TODAY, Population, SIZES } from '../population.ts';
import { addProtestLines } from '../protest-file.ts';
import type { ProtestLine } from '../protest-lines.ts';
import type { LineSink } from '../sink.ts';
import type { CaseLine } from '../test-documents/test-document.ts';

/** Lines as they stand in the files: few of them are ever read. */
type Country = {
  cases: Map<string, string[]>;
  protests: Map<string, string[]>;
  /** By number: the line of the licensed file, and DataJud's hits. */
  numbers: Map<string, string>;
  hits: Map<string, string[]>;
};

function collect(take: (line: string) => void): LineSink {
  return { add: take, addInvalid: () => undefined, isFull: false };
}

/** A masked document names nobody, so nobody finds a case by it. */
const DOCUMENT = /"document":"([0-9A-Z]+)"/g;

const NUMBER = /"(?:number|numeroProcesso)":"(\d{20})"/;

function addTo(lines: Map<string, string[]>, key: string, line: string): void {
  const known = lines.get(key);
  if (known === undefined) lines.set(key, [line]);
  else known.push(line);
}

function noteIn(byDocument: Map<string, string[]>, byNumber?: Map<string, string>): LineSink {
  return collect((line) => {
    for (const document of new Set(Array.from(line.matchAll(DOCUMENT), (match) => match[1] ?? ''))) {
      addTo(byDocument, document, line);
    }
    byNumber?.set(NUMBER.exec(line)?.[1] ?? '', line);
  });
}

function makeCountry(): Country {
  const known: Country = { cases: new Map(), protests: new Map(), numbers: new Map(), hits: new Map() };
  const population = new Population(SIZES.small, DEFAULT_SEED, parseDay(DEFAULT_TODAY) ?? 0);
  const cases = noteIn(known.cases, known.numbers);
  const datajud = collect((line) => addTo(known.hits, NUMBER.exec(line)?.[1] ?? '', line));
  // Nothing here is ever full, so both run through at once.
  Array.from(addCaseLines(population, { cases, datajud }));
  Array.from(addProtestLines(population, noteIn(known.protests)));
  return known;
}

let made: Country | null = null;

function country(): Country {
  made ??= makeCountry();
  return made;
}

export function caseLinesOf(document: string): readonly CaseLine[] {
  return (country().cases.get(document) ?? []).map((line) => JSON.parse(line) as CaseLine);
}

export function caseLineOf(number: string): CaseLine | null {
  const line = country().numbers.get(number);
  return line === undefined ? null : (JSON.parse(line) as CaseLine);
}

export function hitLinesOf(number: string): readonly string[] {
  return country().hits.get(number) ?? [];
}

/** Everybody who stands in a case. */
export function litigantsOf(): Iterable<string> {
  return country().cases.keys();
}

export function protestLinesOf(document: string): readonly ProtestLine[] {
  return (country().protests.get(document) ?? []).map((line) => JSON.parse(line) as ProtestLine);
}
