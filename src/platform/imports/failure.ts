// What went wrong around an import, as a sentence that tells the operator what to do. The database's own words are not
// shown: they can quote rows.
import { DatabaseError } from 'pg';
import { ImportFault } from './fault.ts';

const GOES_ON = 'Run the same command again: it goes on where it stopped. The data served are the old ones.';

const BY_CODE: Readonly<Record<string, string>> = {
  '53100': `The disk of the database is full. Free some space. ${GOES_ON}`,
  '53200': `The database ran out of memory. ${GOES_ON}`,
  '53400': `The database reached one of its own limits (temp_file_limit?). ${GOES_ON}`,
  '57P01': `The database was stopped. ${GOES_ON}`,
  '57P02': `The database crashed. ${GOES_ON}`,
  '57P03': `The database is starting or stopping. ${GOES_ON}`,
  '57014': `Somebody cancelled the import. ${GOES_ON}`,
  '58030': `The database cannot write to its disk. ${GOES_ON}`,
  '42501': 'The database user may not import: name the owner of the tables in FAROL_MIGRATION_URL.',
};
const MISSING_SCHEMA = new Set(['42P01', '3F000', '42704', '22023']);

function describe(error: unknown): string {
  if (error instanceof DatabaseError) {
    const code = error.code ?? 'unknown';
    if (MISSING_SCHEMA.has(code)) {
      return 'The database does not have the newest schema: run "npx farol migrate".';
    }
    return BY_CODE[code] ?? `The database refuses the import (${code}). ${GOES_ON}`;
  }
  const { code, message = '' } = error as { code?: string; message?: string };
  if (
    /connection terminated|not queryable/i.test(message) ||
    (/connection/i.test(message) && /closed|ended|lost/i.test(message)) ||
    code === 'ECONNRESET' ||
    code === 'EPIPE'
  ) {
    return `The connection to the database was lost. ${GOES_ON}`;
  }
  if (
    code === 'ECONNREFUSED' ||
    (code === 'ENOENT' && (error as { syscall?: string }).syscall === 'connect')
  ) {
    return 'The database cannot be reached. "npx farol doctor" says what is wrong.';
  }
  if (code === 'ENOSPC') {
    return `The disk is full. Free some space. ${GOES_ON}`;
  }
  return `Something went wrong while importing: ${message === '' ? 'unknown reason' : message}. ${GOES_ON}`;
}

export function toImportFault(error: unknown): ImportFault {
  return error instanceof ImportFault ? error : new ImportFault('failed', describe(error), { cause: error });
}
