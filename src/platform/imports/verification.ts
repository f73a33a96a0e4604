// Whether what was read may be served: a publisher's slip must not empty what is.
import type { ImportDefinition, ImportTransaction } from './definition.ts';
import { ImportFault } from './fault.ts';
import { sql } from './sql-words.ts';
import type { Progress } from './stage.ts';

export function verifyRead(source: string, { rowsRead, rowsSetAside }: Progress, maxPercent: number): void {
  if (rowsRead === 0) {
    throw new ImportFault(
      'refused',
      `There is not a single row in these files of ${source}. The data served are the old ones; look whether the download ` +
        'is whole.',
    );
  }
  if (rowsSetAside * 100 > rowsRead * maxPercent) {
    const percent = ((rowsSetAside * 100) / rowsRead).toFixed(2);
    throw new ImportFault(
      'refused',
      `${rowsSetAside} of ${rowsRead} rows (${percent} %) cannot be taken, which is more than ${maxPercent} %. The data served ` +
        'are the old ones. Look at the reasons in registry.quarantine; if the files are right all the same, run it again ' +
        'with a higher --max-set-aside.',
    );
  }
}

/** A snapshot that would empty a table which is served is a file that came down empty, not a country without companies. */
export async function verifyNothingVanishes(
  tx: ImportTransaction,
  { publish }: ImportDefinition,
): Promise<void> {
  for (const { name } of publish.kind === 'swap' ? publish.tables : []) {
    const [staged] = await tx.query(sql('select from %T limit 1', name));
    const [served] = await tx.query(sql('select from %R limit 1', name));
    if (staged === undefined && served !== undefined) {
      throw new ImportFault(
        'refused',
        `These files would leave nothing in ${name}. The data served are the old ones. Look for an empty file; if it is meant, ` +
          'say --incomplete.',
      );
    }
  }
}
