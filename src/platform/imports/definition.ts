// What a source tells the framework about itself. The framework does everything else: lock, files, staging in committed
// chunks, resuming, quarantine, the share that is too much, publishing, the audit row, progress.
//
// One run: `plan` orders the files → `read` is called for each of them and fills the sink → what was staged is verified
// → `publish`. A run that was killed is taken up by the next one with the same files: `read` is called again with the
// number of the last line that is safely staged, and must not hand over anything up to that line.
import type { Readable, Writable } from 'node:stream';
import type { Transaction } from '../db/database.ts';

export type InputFile = {
  /** The innermost name: of the entry in a zip, of the file without `.gz`. */
  readonly name: string;
  /** As it lies on the disk, that is compressed; null for standard input. */
  readonly sizeBytes: number | null;
  /** Decompressed. Fails with an `ImportFault` when the file is damaged. */
  open(): Promise<Readable>;
  /** How much of `sizeBytes` was read so far. */
  consumedBytes(): number;
};

/**
 * Where a reader puts what it read. A record may have any number of rows and set-aside notes; `done` ends it. Only
 * there can a chunk be committed, so a record is staged whole or not at all.
 */
export type RowSink = {
  /** Values in the order of the stage table's columns, as PostgreSQL would print them; null is NULL. */
  row(table: string, values: readonly (string | null)[]): void;
  /** Ready-made COPY text of one row without its newline, for readers that escape by themselves (see `copyField`). */
  copyText(table: string, text: string): void;
  /** The record is not taken. `original` is kept for the operator, cut to a few KiB. */
  setAside(line: number, reason: string, original: string): void;
  /** The record is taken although something is odd about it. Counted by reason, so reasons must be few and constant. */
  warn(line: number, reason: string): void;
  /**
   * A record ends with this line; the number of the last line that belongs to it, counted from 1 in the decompressed
   * file, never falling. To be awaited when it is a promise: that is how a fast reader is slowed down.
   */
  done(line: number): Promise<void> | undefined;
};

export type StageTable = {
  /**
   * In the schema `registry_stage`. For a swap it is the name of the live table it replaces; for a merge any other name
   * that no other source uses.
   */
  readonly name: string;
  /** The columns that rows are given in. */
  readonly columns: readonly string[];
  /** Its columns as SQL, such as `number text collate "C" not null, position int`, or the live table it looks like. */
  readonly shape: { readonly like: string } | { readonly columns: string };
};

/** How many rows (of tables without a key: how many documents) are new, different and gone, by table. */
export type ChangeCounts = Readonly<
  Record<string, { readonly added: number; readonly changed: number; readonly removed: number }>
>;

/** What a publishing transaction may do beside querying. */
export type ImportTransaction = Transaction & {
  copyIn(sql: string): Writable;
  copyOut(sql: string): Readable;
};

/** Whose facts they are. An answer of a connector has no run, and was given to us at `startedAt`. */
export type ChangeOrigin = {
  readonly importId: string | null;
  readonly source: string;
  readonly startedAt: Date;
};

export type ImportRun = ChangeOrigin & {
  readonly importId: string;
  readonly edition: string | null;
};

/**
 * Changed documents and cases that somebody watches, (root, number, kind): root or number may be null, kind is the table
 * that changed. A temporary table of the publishing connection, made empty before `prepare` and `merge`; what a merge
 * notes in it, and what a swap found, is there for the watchers in the publishing transaction. Whoever writes it joins with
 * `pg_temp.watched_roots` (root) or `pg_temp.watched_numbers` (number, is_asked_for), which `openWatching` makes.
 */
export const CHANGES_TABLE = 'pg_temp.import_changes';

export type ChangeWatcher = {
  /** SQL of a relation with one column: the roots of documents whose changes are wanted. */
  readonly watchedRoots: string;
  /** SQL of (number, is_asked_for): cases that are wanted by their number; asked for also when no root leads to them. */
  readonly watchedNumbers: string;
  /** In the publishing transaction. Of a swap, the served tables are still the old ones and the staged ones the new. */
  onChanges(tx: ImportTransaction, origin: ChangeOrigin): Promise<void>;
};

export type SwapTable = {
  readonly name: string;
  /** SQL of what a document is asked by, over the table's columns; null for tables that are about nobody. */
  readonly root: string | null;
};

export type Publish =
  /** A full snapshot: what was staged gets the live tables' indexes, is compared with them and replaces them. */
  | { readonly kind: 'swap'; readonly tables: readonly SwapTable[] }
  /** An increment, merged into the live tables in one transaction. The same file again must change nothing. */
  | {
      readonly kind: 'merge';
      /** Before that transaction and as often as a run is taken up: indexes on the stage, sorting, deriving. */
      prepare?(tx: ImportTransaction, run: ImportRun): Promise<void>;
      merge(tx: ImportTransaction, run: ImportRun): Promise<ChangeCounts>;
      /** After it in the same transaction, and only if there are watchers: what they read beside the table of changes. */
      note?(tx: ImportTransaction, run: ImportRun): Promise<void>;
    };

export type ImportDefinition = {
  /** One word: `receita`. It is what the operator types. */
  readonly source: string;
  readonly description: string;
  /** The live tables it fills, in the schema `registry`; for `farol import --list`. */
  readonly serves: readonly string[];
  readonly stage: readonly StageTable[];
  /** Which files it takes and in which order; throws an `ImportFault` with a sentence for the operator. */
  plan?(files: readonly InputFile[], options: PlanOptions): readonly InputFile[];
  /** What the publisher says the files stand for, such as 2026-10; null when their names do not tell. */
  editionOf?(files: readonly InputFile[]): string | null;
  read(file: InputFile, sink: RowSink, resumeAfterLine: number): Promise<void>;
  readonly publish: Publish;
};

export type PlanOptions = {
  /** The operator says that a set which lacks something is meant. */
  readonly allowIncomplete: boolean;
};
