// The import of notary protests: lines in, staged rows out, then merged by their key.
import type { Clock } from '../../platform/clock.ts';
import type {
  ImportDefinition,
  ImportRun,
  ImportTransaction,
  RowSink,
} from '../../platform/imports/definition.ts';
import { FieldFault } from '../../platform/json-lines/fields.ts';
import { readJsonLines } from '../../platform/json-lines/read-json-lines.ts';
import type { Protest, ProtestFileSource } from './ports.ts';
import { analyzeProtests, mergeStagedProtests, PROTEST_COLUMNS, PROTEST_STAGE } from './protest-store.ts';

const DAY_MS = 86_400_000;
/** Arrivals must rise over several runs of a stopped import, hence the clock; no reader does 4,096 lines a millisecond. */
const ARRIVALS_PER_MS = 4096;

function rowOf(protest: Protest, arrival: number): (string | null)[] {
  return [
    String(arrival),
    protest.root,
    protest.key,
    protest.document,
    protest.office,
    protest.city,
    protest.state,
    protest.protestedOn,
    protest.dueOn,
    protest.value,
    protest.kind,
    protest.presenter,
    protest.creditor,
    protest.isLive ? 't' : 'f',
    protest.rest === null ? null : JSON.stringify(protest.rest),
    protest.updatedAt.toISOString(),
  ];
}

export function defineProtestImport(source: ProtestFileSource, clock: Clock): ImportDefinition {
  function takeLine(
    text: string,
    at: { line: number; arrival: number; latestMs: number },
    sink: RowSink,
  ): void {
    try {
      sink.row(PROTEST_STAGE, rowOf(source.mapLine(text, at.latestMs), at.arrival));
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      sink.setAside(at.line, error.message, text);
    }
  }
  return {
    source: source.name,
    description: source.description,
    serves: ['protests'],
    stage: [
      { name: PROTEST_STAGE, columns: PROTEST_COLUMNS.names, shape: { columns: PROTEST_COLUMNS.shape } },
    ],
    read: (file, sink, resumeAfterLine) => {
      const nowMs = clock.nowMs();
      const latestMs = nowMs + DAY_MS;
      return readJsonLines(
        file,
        {
          onText: (text, line) => {
            takeLine(text, { line, arrival: nowMs * ARRIVALS_PER_MS + line, latestMs }, sink);
            return sink.done(line);
          },
          onFault: (reason, original, line) => {
            sink.setAside(line, reason, original);
            return sink.done(line);
          },
        },
        resumeAfterLine,
      );
    },
    publish: {
      kind: 'merge',
      prepare: (tx: ImportTransaction) => analyzeProtests(tx),
      merge: (tx: ImportTransaction, run: ImportRun) => mergeStagedProtests(tx, run),
    },
  };
}
