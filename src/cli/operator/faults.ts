// Failures of the operator's commands as sentences with a code. A database error's own text is never shown: it can quote
// statements and the key values of other people's rows.
import { DatabaseError } from 'pg';
import { FarolError } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { CommandFault } from '../exit.ts';
import { EXIT_CODES } from '../output.ts';

const CONFLICTS: Readonly<Record<string, string>> = {
  users_email_unique: 'Another user has this e-mail already.',
  users_username_unique: 'Another user has this username already.',
};
const OWN_CODES: Partial<Record<ErrorCode, number>> = {
  PARAMETER_INVALID: EXIT_CODES.usage,
  NOT_FOUND: EXIT_CODES.notFound,
  CONFLICT: EXIT_CODES.conflict,
};
const NOT_MIGRATED = 'The database does not have the newest schema: run "npx farol migrate".';
/** Undefined table, column, function or schema; and, on connecting, a role that migrating would have made. */
const MISSING_SCHEMA = new Set(['42P01', '42703', '42883', '3F000', '22023']);

export function wrongUsage(sentence: string): CommandFault {
  return new CommandFault(sentence, EXIT_CODES.usage);
}

export function notFound(sentence: string): CommandFault {
  return new CommandFault(sentence, EXIT_CODES.notFound);
}

export function conflict(sentence: string): CommandFault {
  return new CommandFault(sentence, EXIT_CODES.conflict);
}

/** What a store did not find, as a failure that names it. */
export function found<T>(value: T | null, what: string): T {
  if (value === null) {
    throw notFound(`There is no ${what}.`);
  }
  return value;
}

export function toCommandFault(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    return describeRefusal(error);
  }
  if (error instanceof FarolError) {
    const exitCode = OWN_CODES[error.code];
    return exitCode === undefined ? error : new CommandFault(`${error.message}.`, exitCode);
  }
  return error;
}

function describeRefusal({ code = 'unknown', constraint = '' }: DatabaseError): CommandFault {
  if (code === '23505') {
    return conflict(CONFLICTS[constraint] ?? 'There is such a thing already.');
  }
  if (code === '23503') {
    return notFound('Something that the command names does not exist.');
  }
  if (code.startsWith('28') || code === '3D000') {
    return new CommandFault(
      `The database refuses the connection (${code}). "npx farol doctor" says what is wrong.`,
      EXIT_CODES.unreachable,
    );
  }
  if (MISSING_SCHEMA.has(code)) {
    return new CommandFault(NOT_MIGRATED);
  }
  if (code === '42501') {
    return new CommandFault(
      'The database user may not act as the operator: name the owner of the tables in FAROL_MIGRATION_URL.',
    );
  }
  return new CommandFault(`The database refuses the command (${code}). "npx farol doctor" tells more.`);
}
