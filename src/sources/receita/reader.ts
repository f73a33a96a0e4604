// Records of the tax registry's files: latin1, `;`, every field in quotes, no header. The files are regular enough to be
// cut at `";"`; what does not come out even is looked at again, since a field may hold a line feed.
import type { InputFile, RowSink } from '../../platform/imports/definition.ts';
import { FAULT_SENTENCES, readLines } from '../../platform/imports/lines.ts';

/** A field with a line feed in it goes on for at most so many lines; beyond that a quote is missing. */
const MAX_JOINED_LINES = 20;

const QUOTE = 34;
const SEMICOLON = 59;

/** The fields, or null when the text is not that many quoted fields. */
export function splitRecord(text: string, count: number): string[] | null {
  const last = text.length - 1;
  if (last < 1 || text.charCodeAt(0) !== QUOTE || text.charCodeAt(last) !== QUOTE) {
    return null;
  }
  return walk(text, last, count) ?? cut(text, count);
}

/** One look at each quote, which is what most of an import's reading time goes into. */
function walk(text: string, last: number, count: number): string[] | null {
  const fields: string[] = [];
  let start = 1;
  let isEscaped = false;
  for (let at = text.indexOf('"', 1); at !== -1; at = text.indexOf('"', at + 1)) {
    const next = text.charCodeAt(at + 1);
    const isEnd = at === last || (next === SEMICOLON && text.charCodeAt(at + 2) === QUOTE);
    if (isEnd) {
      const field = text.slice(start, at);
      fields.push(isEscaped ? field.replaceAll('""', '"') : field);
      isEscaped = false;
      start = at + 3;
      at += 2;
    } else if (next === QUOTE) {
      isEscaped = true;
      at += 1;
    }
  }
  return fields.length === count && start === last + 3 ? fields : null;
}

/** For fields whose own quotes nobody doubled. */
function cut(text: string, count: number): string[] | null {
  const fields = text.slice(1, -1).split('";"');
  return fields.length === count ? fields.map((field) => field.replaceAll('""', '"')) : null;
}

type OnRecord = (fields: string[], line: number, original: string) => void;
type Pending = { text: string; firstLine: number; lines: number };

class RecordReader {
  #pending: Pending | null = null;
  readonly #count: number;
  readonly #sink: RowSink;
  readonly #onRecord: OnRecord;

  constructor(count: number, sink: RowSink, onRecord: OnRecord) {
    this.#count = count;
    this.#sink = sink;
    this.#onRecord = onRecord;
  }

  line(text: string, line: number): Promise<void> | undefined {
    const pending = this.#pending;
    if (pending === null) {
      const fields = splitRecord(text, this.#count);
      if (fields === null) {
        return this.#hold(text, line);
      }
      this.#onRecord(fields, line, text);
      return this.#sink.done(line);
    }
    return this.#continue(pending, text, line);
  }

  /** At the end of the file, or before a line that cannot be read. */
  giveUp(): Promise<void> | undefined {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) {
      return undefined;
    }
    const { firstLine, lines, text } = pending;
    this.#sink.setAside(firstLine, `it is not ${this.#count} quoted fields`, text);
    return this.#sink.done(firstLine + lines - 1);
  }

  /** Not a whole record: perhaps its first line. */
  #hold(text: string, line: number): Promise<void> | undefined {
    if (text.trim() === '' || text === '\u001a') {
      return undefined;
    }
    this.#pending = { text, firstLine: line, lines: 1 };
    // A line that ends like a record or has as many fields as one lacks nothing: it is wrong.
    const isOpen = text.startsWith('"') && !/[^;"]"$/.test(text) && text.split('";"').length <= this.#count;
    return isOpen ? undefined : this.giveUp();
  }

  async #continue(pending: Pending, text: string, line: number): Promise<void> {
    const joined = `${pending.text}\n${text}`;
    // A whole record is never the rest of another: the line before it lacks a quote, and must not take it along.
    const isOnItsOwn = splitRecord(text, this.#count) !== null;
    const together = isOnItsOwn ? null : splitRecord(joined, this.#count);
    if (together !== null) {
      this.#pending = null;
      this.#onRecord(together, pending.firstLine, joined);
      await this.#sink.done(line);
      return;
    }
    if (isOnItsOwn || pending.lines >= MAX_JOINED_LINES || joined.split('";"').length > this.#count) {
      await this.giveUp();
      await this.line(text, line);
      return;
    }
    this.#pending = { text: joined, firstLine: pending.firstLine, lines: pending.lines + 1 };
  }
}

export async function readRecords(
  file: InputFile,
  options: { count: number; sink: RowSink; resumeAfterLine: number },
  onRecord: OnRecord,
): Promise<void> {
  const { count, sink, resumeAfterLine } = options;
  const reader = new RecordReader(count, sink, onRecord);
  await readLines(
    await file.open(),
    {
      onLine: (bytes, line) => reader.line(bytes.toString('latin1'), line),
      onFault: async (fault, start, line) => {
        await reader.giveUp();
        sink.setAside(line, FAULT_SENTENCES[fault], start.toString('latin1'));
        await sink.done(line);
      },
    },
    { skipLines: resumeAfterLine },
  );
  await reader.giveUp();
}
