// Cases and protests of the small population and of the test documents, by document: the lines of the files, so that a
// source that is asked tells the same as the files that were imported. Made when somebody first asks; it takes a moment.
import { parseDay } from '../calendar.ts';
import { addCaseLines } from '../case-files.ts';
import { DEFAULT_SEED, DEFAULT_TODAY, Population, SIZES } from '../population.ts';
import { addProtestLines } from '../protest-file.ts';
import type { ProtestLine } from '../protest-lines.ts';
import type { LineSink } from '../sink.ts';
import type { CaseLine } from '../test-documents/test-document.ts';

type Country = { cases: Map<string, CaseLine[]>; protests: Map<string, ProtestLine[]> };

function collect(take: (line: string) => void): LineSink {
  return { add: take, addInvalid: () => undefined, isFull: false };
}

function note<T>(known: Map<string, T[]>, document: string, line: T): void {
  const lines = known.get(document);
  if (lines === undefined) known.set(document, [line]);
  else lines.push(line);
}

/** A masked document names nobody, so nobody finds a case by it. */
function documentsOf({ records }: CaseLine): Set<string> {
  const documents = records.flatMap(({ parties }) => parties.flatMap(({ document }) => document ?? []));
  return new Set(documents.filter((document) => !document.startsWith('*')));
}

function makeCountry(): Country {
  const country: Country = { cases: new Map(), protests: new Map() };
  const population = new Population(SIZES.small, DEFAULT_SEED, parseDay(DEFAULT_TODAY) ?? 0);
  const cases = collect((text) => {
    const line = JSON.parse(text) as CaseLine;
    for (const document of documentsOf(line)) note(country.cases, document, line);
  });
  const protests = collect((text) => {
    const line = JSON.parse(text) as ProtestLine;
    note(country.protests, line.document, line);
  });
  // Nothing here is ever full, so both run through at once.
  Array.from(addCaseLines(population, { cases, datajud: collect(() => undefined) }));
  Array.from(addProtestLines(population, protests));
  return country;
}

let made: Country | null = null;

function country(): Country {
  made ??= makeCountry();
  return made;
}

export function caseLinesOf(document: string): readonly CaseLine[] {
  return country().cases.get(document) ?? [];
}

export function protestLinesOf(document: string): readonly ProtestLine[] {
  return country().protests.get(document) ?? [];
}
