// Structured logs. Fields before prose; never a body, a raw address, a token, a document or an e-mail.
// error = someone must act, warn = it mended itself but look, info = what happened, debug = for finding faults.
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

export function createLog(options: { level: string; process: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: options.level,
      base: { process: options.process, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: safeError },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
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
