// How a command ends when it cannot do its work: a sentence for people, a code for scripts, never a stack.
import { ConfigFault } from '../config.ts';
import { FarolError } from '../errors.ts';
import { KeyFault } from '../platform/crypto/keyring.ts';
import { MigrationFault } from '../platform/db/migrator.ts';
import { AlreadyRunningError, CONFIGURATION_FAULT_EXIT_CODE } from '../platform/supervisor/index.ts';

/** A reason that is a whole sentence for people. */
export class CommandFault extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const UNREACHABLE_EXIT_CODE = 69;

function portSentence(error: { address?: string; port?: number }): string {
  const next = (error.port ?? 8080) + 1;
  return (
    `Port ${error.port} on ${error.address} is taken by another program. Stop that one, or choose another port: ` +
    `FAROL_PORT=${next} npm start (FAROL_METRICS_PORT for the metrics listener; 0 turns it off).`
  );
}

export function explain(error: unknown): { sentence: string; exitCode: number } {
  if (error instanceof ConfigFault || error instanceof KeyFault) {
    return { sentence: error.message, exitCode: CONFIGURATION_FAULT_EXIT_CODE };
  }
  if (error instanceof CommandFault) {
    return { sentence: error.message, exitCode: error.exitCode };
  }
  if (error instanceof MigrationFault || error instanceof AlreadyRunningError) {
    return { sentence: error.message, exitCode: CONFIGURATION_FAULT_EXIT_CODE };
  }
  if (error instanceof FarolError && error.code === 'UNAVAILABLE') {
    return {
      sentence: 'The database does not answer. Is it running? "npx farol doctor" tells more.',
      exitCode: UNREACHABLE_EXIT_CODE,
    };
  }
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE') {
    return {
      sentence: portSentence(error as { address?: string; port?: number }),
      exitCode: CONFIGURATION_FAULT_EXIT_CODE,
    };
  }
  if (code === 'EACCES' && (error as { syscall?: string }).syscall === 'listen') {
    return {
      sentence: 'The port may not be opened by this user: choose one above 1023 with FAROL_PORT.',
      exitCode: CONFIGURATION_FAULT_EXIT_CODE,
    };
  }
  const isSocketGone = code === 'ENOENT' && (error as { syscall?: string }).syscall === 'connect';
  if (code === 'ECONNREFUSED' || isSocketGone || code === '28P01' || code === '3D000') {
    return {
      sentence: `The database cannot be reached (${code}). "npx farol doctor" says what is wrong.`,
      exitCode: UNREACHABLE_EXIT_CODE,
    };
  }
  return { sentence: message ?? 'Something went wrong.', exitCode: 1 };
}

export function exitWith(error: unknown): never {
  const { sentence, exitCode } = explain(error);
  process.stderr.write(`${sentence}\n`);
  process.exit(exitCode);
}
