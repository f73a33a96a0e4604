// An import against the bare COPY of the rows that it ends with; they take turns, each into a database of its own.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyReadyMade, rememberOrder, writeReadyMade } from './bare-copy.ts';
import type { CopiedTable, ReadyMade } from './bare-copy.ts';
import { runImporter } from './import-process.ts';
import type { Imported } from './import-process.ts';
import { withScratch } from './scratch.ts';
import type { Place, Scratch } from './scratch.ts';

export type Imports = {
  readonly source: 'cases' | 'receita';
  /** The folder of the sandbox. */
  readonly population: string;
  readonly rounds: number;
  readonly say: (line: string) => void;
};

export type Pace = {
  readonly rows: number;
  /** One of each a round. */
  readonly imports: readonly Imported[];
  readonly copySeconds: readonly number[];
};

const inFileOrder = (table: string): string =>
  `select t.* from registry.${table} t join public.places p on p.number = t.number order by p.place`;

const TABLES: Readonly<Record<Imports['source'], readonly CopiedTable[]>> = {
  cases: ['case_records', 'case_parties'].map((name) => ({ name, inOrder: inFileOrder(name) })),
  // Published as a snapshot, which is stored as it was read.
  receita: ['companies', 'establishments', 'partners', 'simples_options', 'company_codes'].map((name) => ({
    name,
    inOrder: null,
  })),
};

function inputOf({ population, source }: Pick<Imports, 'population' | 'source'>): string {
  return source === 'cases' ? join(population, 'cases', 'cases.ndjson.gz') : join(population, source);
}

async function keepReadyMade(place: Place, scratch: Scratch, imports: Imports): Promise<ReadyMade> {
  const { source } = imports;
  if (source === 'cases') await rememberOrder(scratch, place, inputOf(imports));
  return writeReadyMade(scratch, place, TABLES[source]);
}

type Round = { readonly told: Imported; readonly copySeconds: number };

function takeIn<T>(
  place: Place,
  imports: Imports,
  look: (scratch: Scratch, told: Imported) => Promise<T>,
): Promise<T> {
  return withScratch(place, async (scratch) =>
    look(scratch, await runImporter(place.folder, scratch.url, imports.source, inputOf(imports))),
  );
}

/**
 * The first import makes what the COPY takes in and is not counted: it pays for the log files of the cluster, which
 * everybody after it reuses.
 */
export async function measureImport(place: Place, imports: Imports): Promise<Pace> {
  const { source, rounds, say } = imports;
  const ready = await takeIn(place, imports, (scratch) => keepReadyMade(place, scratch, imports));
  const taken: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const copySeconds = await withScratch(place, (scratch) => copyReadyMade(scratch, ready));
    const told = await takeIn(place, imports, async (_scratch, each) => each);
    taken.push({ told, copySeconds });
    say(
      `  ${source} round ${round}/${rounds}: ${ready.rows} rows in ${told.seconds.toFixed(1)} s, bare COPY ` +
        `${copySeconds.toFixed(1)} s, ratio ${(copySeconds / told.seconds).toFixed(3)}`,
    );
  }
  await rm(ready.folder, { recursive: true });
  return {
    rows: ready.rows,
    imports: taken.map(({ told }) => told),
    copySeconds: taken.map(({ copySeconds }) => copySeconds),
  };
}

/** Without a COPY beside it: what a row costs in a population of another size. */
export async function measureImportAlone(
  place: Place,
  imports: Imports,
): Promise<{ rows: number; told: Imported }> {
  return takeIn(place, imports, async (scratch, told) => {
    const [row] = await scratch.query<{ rows: string }>(
      `select ${TABLES[imports.source].map(({ name }) => `(select count(*) from registry.${name})`).join(' + ')} as rows`,
    );
    const rows = Number(row?.rows ?? 0);
    imports.say(`  ${imports.source}: ${rows} rows in ${told.seconds.toFixed(1)} s`);
    return { rows, told };
  });
}
