// What was read and is not committed yet: rows by table, and what was set aside.

export type SetAside = { file: string; line: number; reason: string; original: string };

/** Strings are turned into bytes in pieces of this size, so that none of them gets long. */
const PIECE_CHARACTERS = 1 << 16;

class TableRows {
  #text = '';
  readonly #pieces: Buffer[] = [];
  /** The line of the file each row came from, for rows that the database refuses. */
  readonly lines: number[] = [];
  bytes = 0;

  add(text: string, line: number): void {
    this.#text += text;
    this.#text += '\n';
    this.lines.push(line);
    if (this.#text.length >= PIECE_CHARACTERS) {
      this.#seal();
    }
  }

  #seal(): void {
    const piece = Buffer.from(this.#text);
    this.#pieces.push(piece);
    this.bytes += piece.length;
    this.#text = '';
  }

  pieces(): readonly Buffer[] {
    if (this.#text !== '') {
      this.#seal();
    }
    return this.#pieces;
  }
}

export class Chunk {
  readonly tables = new Map<string, TableRows>();
  readonly setAside: SetAside[] = [];
  #setAsideBytes = 0;
  #bytes = 0;
  records = 0;
  setAsideCount = 0;
  /** The last line whose record is in here whole. */
  lastLine = 0;

  add(table: string, text: string, line: number): void {
    let rows = this.tables.get(table);
    if (rows === undefined) {
      rows = new TableRows();
      this.tables.set(table, rows);
    }
    rows.add(text, line);
    this.#bytes += text.length;
  }

  note(row: SetAside, isKept: boolean): void {
    this.setAsideCount += 1;
    if (isKept) {
      this.setAside.push(row);
      this.#setAsideBytes += row.original.length;
    }
  }

  get bytes(): number {
    return this.#bytes + this.#setAsideBytes;
  }

  get isEmpty(): boolean {
    return this.records === 0 && this.setAsideCount === 0 && this.#bytes === 0;
  }
}

export type { TableRows };
