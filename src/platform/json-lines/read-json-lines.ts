// Lines of text out of a file of JSON lines: what is no UTF-8, too long or holds NUL is told apart, empty lines are none.
import { isUtf8 } from 'node:buffer';
import type { InputFile } from '../imports/definition.ts';
import { FAULT_SENTENCES, readLines } from '../imports/lines.ts';

export type JsonLineReader = {
  onText(text: string, line: number): Promise<void> | undefined;
  /** A line that is no text. */
  onFault(reason: string, original: string, line: number): Promise<void> | undefined;
};

/**
 * Between two pieces of a file nothing else runs, and a socket takes no more than its buffer of some 200 KB at a time. Small
 * pauses keep the database fed while the next lines are read; without them it waits about half of the time.
 */
const LINES_BETWEEN_PAUSES = 32;

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Bytes that are no UTF-8 become this mark; it may also stand in the file as itself. */
function isBroken(text: string, bytes: Buffer): boolean {
  return text.includes('\uFFFD') && !isUtf8(bytes);
}

export async function readJsonLines(
  file: InputFile,
  reader: JsonLineReader,
  skipLines: number,
): Promise<void> {
  await readLines(
    await file.open(),
    {
      onLine: (bytes, line) => {
        if (bytes.length === 0) return undefined;
        const text = bytes.toString();
        if (!isBroken(text, bytes)) {
          const waiting = reader.onText(text, line);
          return waiting === undefined && line % LINES_BETWEEN_PAUSES === 0 ? pause() : waiting;
        }
        return reader.onFault('the line is no UTF-8', bytes.toString('latin1'), line);
      },
      onFault: (fault, start, line) => reader.onFault(FAULT_SENTENCES[fault], start.toString('latin1'), line),
    },
    { skipLines },
  );
}
