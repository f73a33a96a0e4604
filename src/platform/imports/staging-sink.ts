import { writeChunk } from './chunk-writer.ts';
import type { ChunkTarget } from './chunk-writer.ts';
// The sink of one run: collects records into chunks and has a full chunk written while the next one fills, so that
// reading and storing keep a processor each.
import { Chunk } from './chunk.ts';
import { copyRow } from './copy-text.ts';
import type { RowSink } from './definition.ts';
import { ImportFault } from './fault.ts';
import type { Progress } from './stage.ts';

/** Large enough that a commit is nothing beside it, small enough that a kill costs a second and memory stays low. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
const MAX_ORIGINAL_CHARACTERS = 4096;
/** Beyond these they are counted but not kept: a wrong file must not fill the disk. */
const MAX_KEPT = 100_000;
const MAX_WARNING_KINDS = 100;
/** From so many on a file most of whose records are set aside is not read to its end. */
const HOPELESS_AFTER = 10_000;

export class StagingSink implements RowSink {
  readonly #target: ChunkTarget;
  readonly #file: { index: number; name: string };
  #chunk = new Chunk();
  #line: number;
  /** What is staged, and what will be when the chunks under way are. */
  #staged: Progress;
  #counted: Progress;
  #sending: Promise<void> = Promise.resolve();
  #fault: unknown = null;

  constructor(target: ChunkTarget, file: { index: number; name: string }, from: Progress) {
    this.#target = target;
    this.#file = file;
    this.#line = from.line;
    this.#staged = from;
    this.#counted = { ...from, file: file.index, warnings: { ...from.warnings } };
  }

  get staged(): Progress {
    return this.#staged;
  }

  get recordsSeen(): number {
    return this.#counted.rowsRead + this.#chunk.records;
  }

  get setAsideSeen(): number {
    return this.#counted.rowsSetAside + this.#chunk.setAsideCount;
  }

  row(table: string, values: readonly (string | null)[]): void {
    this.#chunk.add(table, copyRow(values), this.#line + 1);
  }

  copyText(table: string, text: string): void {
    this.#chunk.add(table, text, this.#line + 1);
  }

  setAside(line: number, reason: string, original: string): void {
    const row = { file: this.#file.name, line, reason, original: original.slice(0, MAX_ORIGINAL_CHARACTERS) };
    this.#chunk.note(row, this.setAsideSeen < MAX_KEPT);
  }

  warn(_line: number, reason: string): void {
    const { warnings } = this.#counted;
    if (warnings[reason] !== undefined || Object.keys(warnings).length < MAX_WARNING_KINDS) {
      warnings[reason] = (warnings[reason] ?? 0) + 1;
    }
  }

  done(line: number): Promise<void> | undefined {
    this.#line = line;
    this.#chunk.lastLine = line;
    this.#chunk.records += 1;
    return this.#chunk.bytes < this.#target.chunkBytes ? undefined : this.#handOver();
  }

  /** After the last line of the file: the next one is begun from its start. */
  async finish(): Promise<Progress> {
    await this.#handOver();
    await this.#sending;
    this.#throwFault();
    this.#counted = { ...this.#counted, file: this.#file.index + 1, line: 0 };
    await this.#send(new Chunk(), this.#counted);
    this.#throwFault();
    return this.#staged;
  }

  /** When reading failed: what is under way must not outlive the connection. */
  async settle(): Promise<void> {
    await this.#sending;
  }

  async #handOver(): Promise<void> {
    await this.#sending;
    this.#throwFault();
    const chunk = this.#chunk;
    this.#chunk = new Chunk();
    const after = {
      ...this.#counted,
      line: Math.max(this.#counted.line, chunk.lastLine),
      rowsRead: this.#counted.rowsRead + chunk.records,
      rowsSetAside: this.#counted.rowsSetAside + chunk.setAsideCount,
    };
    // Warnings of the next chunk must not get into this one's row: they would be counted again after a kill.
    this.#counted = { ...after, warnings: { ...after.warnings } };
    this.#refuseHopeless();
    if (!chunk.isEmpty) {
      this.#sending = this.#send(chunk, after);
    }
  }

  async #send(chunk: Chunk, after: Progress): Promise<void> {
    try {
      this.#staged = await writeChunk(this.#target, chunk, this.#file.name, after);
      const refused = this.#staged.rowsSetAside - after.rowsSetAside;
      if (refused > 0) {
        this.#counted = { ...this.#counted, rowsSetAside: this.#counted.rowsSetAside + refused };
      }
    } catch (error) {
      this.#fault = error;
    }
  }

  #throwFault(): void {
    if (this.#fault !== null) {
      throw this.#fault as Error;
    }
  }

  #refuseHopeless(): void {
    const { rowsRead, rowsSetAside } = this.#counted;
    if (rowsRead >= HOPELESS_AFTER && rowsSetAside * 2 > rowsRead) {
      throw new ImportFault(
        'refused',
        `${rowsSetAside} of the first ${rowsRead} rows cannot be taken, the last ones of them in ${this.#file.name}: this ` +
          'is probably not the file it should be. The data served are the old ones.',
      );
    }
  }
}
