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

export async function measureImport(place: Place, imports: Imports): Promise<Pace> {
  const { source, rounds, say } = imports;
  const copyIn = (ready: ReadyMade): Promise<number> =>
    withScratch(place, (scratch) => copyReadyMade(scratch, ready));
  const taken: Round[] = [];
  const first = await takeIn(place, imports, async (scratch, told) => ({
    told,
    ready: await keepReadyMade(place, scratch, imports),
  }));
  const { ready } = first;
  const keep = (round: Round): void => {
    taken.push(round);
    const [ours, bare] = [round.told.seconds, round.copySeconds];
    say(
      `  ${source} round ${taken.length}/${rounds}: ${ready.rows} rows in ${ours.toFixed(1)} s, bare COPY ` +
        `${bare.toFixed(1)} s, ratio ${(bare / ours).toFixed(3)}`,
    );
  };
  keep({ told: first.told, copySeconds: await copyIn(ready) });
  for (let round = 2; round <= rounds; round += 1) {
    const copySeconds = await copyIn(ready);
    keep({ copySeconds, told: await takeIn(place, imports, async (_scratch, told) => told) });
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
