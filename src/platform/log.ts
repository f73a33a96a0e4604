// Structured logs. Fields before prose; never a body, a raw address, a token, a document or an e-mail.
// error = someone must act, warn = it mended itself but look, info = what happened, debug = for finding faults.
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { machineMs } from './clock.ts';

export type Log = Logger;

export function createLog(options: { level: string; process: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: options.level,
      base: { process: options.process, pid: process.pid },
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: safeError },
    },
    destination ?? (standardOutput ??= writeByTurns()),
  );
}

// Lines that come together mostly have the same millisecond, and writing it out is dear.
let lastMs = 0;
let lastTime = '';

function timeOfLine(): string {
  const nowMs = machineMs();
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastTime = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return lastTime;
}

/**
 * For the one line that every request writes: its fields as JSON text, put together by whoever knows that nothing in them
 * needs escaping, and that the level is written. The log itself asks JSON about each key and value: of the licences
 * requested that is two in a hundred (2026-11).
 */
export type LineWriter = (level: 'debug' | 'info', fields: string, message: string) => void;

type Written = {
  readonly [pino.symbols.streamSym]: DestinationStream;
  /** What every line of it begins with, as text. */
  readonly [pino.symbols.chindingsSym]: string;
};

export function openLines(log: Log): LineWriter {
  const { [pino.symbols.streamSym]: stream, [pino.symbols.chindingsSym]: bound } = log as unknown as Written;
  return (level, fields, message) => {
    stream.write(`{"level":"${level}"${timeOfLine()}${bound},${fields},"msg":"${message}"}\n`);
  };
}

/** One for the process, however many logs share it. */
let standardOutput: DestinationStream | undefined;

const LONGEST_WRITE = 8192;

/**
 * The lines of one turn of the event loop leave in one write: a system call for each took a tenth of the creates
 * (2026-11). Killed, a process takes the lines of its last turn with it; ended in any other way, none. They are gathered
 * here because the destination's own flush waits for the disk, in the thread that answers requests.
 */
function writeByTurns(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  let lines = '';
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    if (lines !== '') {
      output.write(lines);
      lines = '';
    }
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      lines += line;
      if (lines.length >= LONGEST_WRITE) {
        flush();
      } else if (!isDue) {
        isDue = true;
        setImmediate(flush);
      }
    },
  };
}

/**
 * An error's text can quote input, and a database error's `detail` prints key values (a CPF among them), so only the
 * stack frames, the name and the database's own code are kept.
 */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { name: typeof error };
  }
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    frames: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  };
}
