// An import of court cases, whatever the source: lines in, staged rows out. The facts of a case are derived here, from what
// its line says; where that turns out not to be the whole case, the merge derives them again.
import type { Clock } from '../../platform/clock.ts';
import type { ImportDefinition, InputFile, RowSink } from '../../platform/imports/definition.ts';
import { FieldFault } from '../../platform/json-lines/fields.ts';
import { readJsonLines } from '../../platform/json-lines/read-json-lines.ts';
import { derivePartyFacts } from './facts.ts';
import { partyRow, recordRow, removalRow } from './merge-rows.ts';
import { stageOf, stageTablesOf } from './merge-stage.ts';
import { mergeImportedCases, noteImportedCases, prepareCases } from './merge.ts';
import type { CaseIntake, CaseSource, ReportedCase } from './ports.ts';

const DAY_MS = 86_400_000;
/** Arrivals must rise over several runs of a stopped import, hence the clock; no reader does 4,096 lines a millisecond. */
const ARRIVALS_PER_MS = 4096;

class StagingIntake implements CaseIntake {
  readonly latestMs: number;
  /** Of the line at hand. */
  records = 0;
  line = 0;
  #arrival: number;
  readonly #sink: RowSink;
  readonly #stage: ReturnType<typeof stageOf>;

  constructor(source: CaseSource, sink: RowSink, nowMs: number) {
    this.latestMs = nowMs + DAY_MS;
    this.#arrival = nowMs * ARRIVALS_PER_MS;
    this.#sink = sink;
    this.#stage = stageOf(source.name);
  }

  take({ number, updatedAt, records }: ReportedCase): void {
    const arrival = (this.#arrival += 1);
    this.records += 1;
    if (records.length === 0) {
      this.#sink.copyText(this.#stage.removals, removalRow(number, updatedAt, arrival));
      return;
    }
    for (const record of records) this.#sink.copyText(this.#stage.records, recordRow(record, arrival));
    if (records.every(({ parties }) => parties.length === 0)) return;
    for (const party of derivePartyFacts(records)) {
      this.#sink.copyText(this.#stage.parties, `${arrival}\t${partyRow(party)}`);
    }
  }

  warn(reason: string): void {
    this.#sink.warn(this.line, reason);
  }

  setAside(reason: string, original: string): void {
    this.records += 1;
    this.#sink.setAside(this.line, reason, original);
  }
}

function readLineInto(intake: StagingIntake, source: CaseSource, text: string): void {
  try {
    source.readLine(text, intake);
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    intake.setAside(error.message, text);
  }
}

async function endRecords(sink: RowSink, line: number, records: number): Promise<void> {
  // Only once the whole line is in the sink: what is committed up to this line is never read again.
  for (let index = 0; index < records; index += 1) await sink.done(line);
}

async function readCases(
  source: CaseSource,
  nowMs: number,
  input: { file: InputFile; sink: RowSink; skipLines: number },
): Promise<void> {
  const { file, sink, skipLines } = input;
  const intake = new StagingIntake(source, sink, nowMs);
  const end = (line: number): Promise<void> | undefined =>
    intake.records === 1 ? sink.done(line) : endRecords(sink, line, intake.records);
  const begin = (line: number): void => {
    intake.records = 0;
    intake.line = line;
  };
  await readJsonLines(
    file,
    {
      onText: (text, line) => {
        begin(line);
        readLineInto(intake, source, text);
        return end(line);
      },
      onFault: (reason, original, line) => {
        begin(line);
        intake.setAside(reason, original);
        return end(line);
      },
    },
    skipLines,
  );
}

export function defineCaseImport(source: CaseSource, clock: Clock): ImportDefinition {
  return {
    source: source.name,
    description: source.description,
    serves: ['case_records', 'case_parties'],
    stage: stageTablesOf(source.name),
    read: (file, sink, resumeAfterLine) =>
      readCases(source, clock.nowMs(), { file, sink, skipLines: resumeAfterLine }),
    publish: {
      kind: 'merge',
      prepare: prepareCases,
      merge: (tx, run) => mergeImportedCases(tx, run, source),
      note: noteImportedCases,
    },
  };
}
