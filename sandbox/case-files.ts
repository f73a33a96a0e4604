// Court cases: the licensed file with parties and values, and DataJud's hits for a part of the same cases and some more.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BadRows, cutOff } from './bad-rows.ts';
import { CaseLines } from './case-lines.ts';
import { DatajudLines } from './datajud-lines.ts';
import { DraftCase } from './draft-case.ts';
import { Litigants } from './litigants.ts';
import type { ManifestFile } from './manifest.ts';
import { manyCasesOf, planManyCases } from './many-cases.ts';
import type { Population } from './population.ts';
import { Random } from './random.ts';
import { openGzipFile, openPlainFile } from './sink.ts';
import type { LineSink } from './sink.ts';
import { TEST_DOCUMENTS } from './test-documents.ts';

const FIXED_CASES = TEST_DOCUMENTS.flatMap(({ cases }) => cases);
/** Of the licensed cases, and again as many that only DataJud knows: one in ten and one in twenty. */
const ALSO_IN_DATAJUD_EVERY = 10;
const ONLY_IN_DATAJUD_EVERY = 20;
const TELL_EVERY = 50_000;

function shortenNumber(line: string): string {
  return line.replace(/"number":"\d/, '"number":"');
}

function loseRecords(line: string): string {
  return `${line.slice(0, line.indexOf(',"records":'))}}\n`;
}

function shortenHitNumber(line: string): string {
  return line.replace(/"numeroProcesso":"\d/, '"numeroProcesso":"');
}

class CaseWriter {
  readonly #draft: DraftCase;
  readonly #lines: CaseLines;
  readonly #hits: DatajudLines;
  readonly #cases: LineSink;
  readonly #datajud: LineSink;
  readonly #badCases = new BadRows([cutOff, shortenNumber, loseRecords]);
  readonly #badHits = new BadRows([cutOff, shortenHitNumber]);

  constructor(population: Population, cases: LineSink, datajud: LineSink) {
    const random = new Random(population.seed, 11);
    this.#draft = new DraftCase(population, random);
    this.#lines = new CaseLines(new Litigants(population, random), random);
    this.#hits = new DatajudLines(new Random(population.seed, 12));
    this.#cases = cases;
    this.#datajud = datajud;
  }

  get isFull(): boolean {
    return this.#cases.isFull || this.#datajud.isFull;
  }

  writeFixed(): void {
    for (const { line } of FIXED_CASES) this.#badCases.add(this.#cases, `${JSON.stringify(line)}\n`);
  }

  writeOneOfMany(index: number): void {
    const { kind, course, fixed } = planManyCases(index);
    this.#draft.draw(index, kind, course);
    this.#badCases.add(this.#cases, this.#lines.line(this.#draft, fixed));
  }

  writeDrawn(index: number): void {
    this.#draft.draw(index);
    this.#badCases.add(this.#cases, this.#lines.line(this.#draft));
    // What is secret never gets to DataJud.
    if (index % ALSO_IN_DATAJUD_EVERY === 0 && this.#draft.secrecy === 0) this.#writeHits();
  }

  writeOnlyInDatajud(index: number): void {
    this.#draft.draw(index);
    this.#writeHits();
  }

  #writeHits(): void {
    for (const line of this.#hits.lines(this.#draft)) this.#badHits.add(this.#datajud, line);
  }
}

type Sinks = { cases: LineSink; datajud: LineSink };

/** Every line of both files, in their order; stops now and then, at how many are done, for whoever must wait for a disk. */
export function* addCaseLines(population: Population, sinks: Sinks): Generator<number> {
  const { cases } = population.size;
  const writer = new CaseWriter(population, sinks.cases, sinks.datajud);
  const many = manyCasesOf(cases);
  const drawnUntil = Math.max(many, cases - FIXED_CASES.length);
  const end = drawnUntil + Math.floor(cases / ONLY_IN_DATAJUD_EVERY);
  writer.writeFixed();
  for (let index = 0; index < end; index += 1) {
    if (index < many) writer.writeOneOfMany(index);
    else if (index < drawnUntil) writer.writeDrawn(index);
    else writer.writeOnlyInDatajud(index);
    if (writer.isFull || index % TELL_EVERY === 0) yield Math.min(index, drawnUntil);
  }
  yield cases;
}

export async function writeCaseFiles(
  population: Population,
  folder: string,
  tell: (done: number) => void,
): Promise<ManifestFile[]> {
  const [casesPath, datajudPath] = ['cases/cases.ndjson.gz', 'datajud/datajud.ndjson'];
  await mkdir(join(folder, 'cases'), { recursive: true });
  await mkdir(join(folder, 'datajud'), { recursive: true });
  const [caseSink, hitSink] = [
    openGzipFile(join(folder, casesPath)),
    openPlainFile(join(folder, datajudPath)),
  ];
  for (const done of addCaseLines(population, { cases: caseSink, datajud: hitSink })) {
    await caseSink.drain();
    await hitSink.drain();
    tell(done);
  }
  return [
    { source: 'cases', path: casesPath, ...(await caseSink.close()) },
    { source: 'datajud', path: datajudPath, ...(await hitSink.close()) },
  ];
}
