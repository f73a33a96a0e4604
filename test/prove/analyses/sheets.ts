// Spreadsheets as a caller gets them: downloaded from their signed addresses, and counted.
import { readParts } from '../../support/workbook-reading.ts';
import type { World } from '../world.ts';

export const OF_SHEETS = ['urlTempFull', 'urlTemp'] as const;
export type SheetRows = { full: number; risk: number };

/** The second sheet has the cases; above them stands the header. */
const CASES_SHEET = 'xl/worksheets/sheet2.xml';
/** An empty table says in a row of its own why it is empty. */
const NUMBERED_ROW = /<row[^>]*><c[^>]*>(?:<is><t[^>]*>|<v>)\d{7}-\d{2}\./g;

async function countRows(world: World, address: string): Promise<number> {
  // Signed for the configured public address, which nobody listens at here.
  const { pathname, search } = new URL(address);
  const answer = await fetch(`${world.addresses()[0] ?? ''}${pathname}${search}`);
  if (!answer.ok) throw new Error(`A spreadsheet was answered with ${answer.status}`);
  const parts = await readParts(Buffer.from(await answer.arrayBuffer()));
  return parts.get(CASES_SHEET)?.match(NUMBERED_ROW)?.length ?? 0;
}

export async function readRowCounts(
  world: World,
  { urlTempFull, urlTemp }: Record<(typeof OF_SHEETS)[number], string>,
): Promise<SheetRows> {
  return { full: await countRows(world, urlTempFull), risk: await countRows(world, urlTemp) };
}
