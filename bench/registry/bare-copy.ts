// What the database alone can do with the same rows: one COPY a table of ready-made CSV, read by the server itself, into
// the tables as they are served, with their indexes.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { withClient } from '../../src/platform/db/client.ts';
import type { Place, Scratch } from './scratch.ts';

/** How a table's rows are written out so that they stand as in the source's files; they stand so anyway when null. */
export type CopiedTable = { readonly name: string; readonly inOrder: string | null };
export type ReadyMade = {
  readonly folder: string;
  readonly tables: readonly CopiedTable[];
  readonly rows: number;
};

const NUMBER = /"number":"(\d{20})"/;

/** The numbers of the cases in the order of their file. */
async function listNumbers(casesPath: string, listPath: string): Promise<void> {
  const out = createWriteStream(listPath);
  let place = 0;
  for await (const line of createInterface({ input: createReadStream(casesPath).pipe(createGunzip()) })) {
    const number = NUMBER.exec(line)?.[1];
    if (number === undefined) continue;
    place += 1;
    if (!out.write(`${place},${number}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** For `inOrder`: the place of every number in the file, as a table. */
export async function rememberOrder(
  scratch: Scratch,
  { folder }: Pick<Place, 'folder'>,
  casesPath: string,
): Promise<void> {
  const list = join(folder, 'numbers.csv');
  await listNumbers(casesPath, list);
  await chmod(list, 0o644);
  await scratch.query('create unlogged table public.lines (place int, number text collate "C")');
  await scratch.query(`copy public.lines from '${list}' (format csv)`);
  // A line that is bad on purpose names a case that has a good one too.
  await scratch.query(
    'create unlogged table public.places as select min(l.place) as place, l.number from public.lines l group by l.number',
  );
  await scratch.query('analyze public.places');
  await rm(list);
}

export async function writeReadyMade(
  scratch: Scratch,
  place: Place,
  tables: readonly CopiedTable[],
): Promise<ReadyMade> {
  const folder = join(place.folder, 'ready-made');
  await mkdir(folder);
  await chmod(folder, 0o777);
  let rows = 0;
  for (const { name, inOrder } of tables) {
    const what = inOrder === null ? `registry.${name}` : `(${inOrder})`;
    await scratch.query(`copy ${what} to '${join(folder, name)}' (format csv)`);
    const [counted] = await scratch.query<{ count: string }>(`select count(*) from registry.${name}`);
    rows += Number(counted?.count ?? 0);
  }
  return { folder, tables, rows };
}

/** Seconds from the first statement to the last commit on disk. */
export async function copyReadyMade({ url }: Scratch, { folder, tables }: ReadyMade): Promise<number> {
  return withClient(url, 'bench', async (client) => {
    const startedAt = performance.now();
    await client.query('begin');
    for (const { name } of tables) {
      await client.query(`copy registry.${name} from '${join(folder, name)}' (format csv)`);
    }
    await client.query('commit');
    return (performance.now() - startedAt) / 1000;
  });
}
