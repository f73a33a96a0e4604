// The registry's figures: imports against the bare COPY of the same rows, and reads of dossiers. Only in the full run, since
// they take minutes; `--import-cases` and `--radars` make them smaller, and `--import-scale 5` adds an import of so many
// times as much.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSandbox } from '../../sandbox/generate.ts';
import { conclude } from '../measure-figure.ts';
import type { FigureResult } from '../measure-figure.ts';
import { measureDossiers } from './dossiers.ts';
import { measureImport, measureImportAlone } from './import-pace.ts';
import type { Pace } from './import-pace.ts';
import type { Imported } from './import-process.ts';
import { measureMatching } from './matching.ts';
import type { Place } from './scratch.ts';

export const REGISTRY_PARTS = ['import-cases', 'import-receita', 'matching', 'dossiers'] as const;
export type RegistryPart = (typeof REGISTRY_PARTS)[number];

export type RegistryWish = {
  readonly parts: readonly RegistryPart[];
  readonly cases: number;
  /** The larger number of them; the smaller is a hundredth. */
  readonly radars: number;
  readonly rounds: number;
  /** Null leaves the larger import out. */
  readonly scale: number | null;
};

type Around = { readonly place: Place; readonly wish: RegistryWish; readonly say: (line: string) => void };

/** The country of the sandbox in any size, with so many companies that their import takes as long as it should. */
async function withPopulation<T>(
  { place, say }: Around,
  cases: number,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(place.folder, 'population');
  const size = { people: Math.ceil(cases * 0.4), companies: Math.ceil(cases * 0.3), cases };
  say(`  writing a population with ${cases.toLocaleString('en')} cases`);
  try {
    await generateSandbox({ size, folder });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describePace(id: string, name: string, { rows, imports, copySeconds }: Pace): FigureResult[] {
  const seconds = imports.map((told) => told.seconds);
  const title = `${name}, ${rows.toLocaleString('en')} rows`;
  const perSecond = (taken: readonly number[]): number[] => taken.map((each) => rows / each);
  const ratios = seconds.map((each, round) => (copySeconds[round] ?? Number.NaN) / each);
  const memory = imports.map(({ peakMemoryMb }) => peakMemoryMb);
  return [
    conclude({ id, title, unit: 'rows/s', limit: null, values: perSecond(seconds) }),
    conclude({ id, title: 'bare COPY of them', unit: 'rows/s', limit: null, values: perSecond(copySeconds) }),
    conclude({ id, title: `${name}, to a bare COPY`, unit: '×', limit: { atLeast: 0.6 }, values: ratios }),
    conclude({ id, title: `${name}, most memory`, unit: 'MB', limit: { atMost: 400 }, values: memory }),
  ];
}

async function measureScaled(around: Around, scale: number, pace: Pace): Promise<FigureResult[]> {
  const { place, wish, say } = around;
  return withPopulation(around, wish.cases * scale, async (population) => {
    const imports = { source: 'cases', population, rounds: 1, say } as const;
    const { rows, told } = await measureImportAlone(place, imports);
    const [first] = pace.imports;
    const cost = told.seconds / rows / ((first?.seconds ?? Number.NaN) / pace.rows);
    const name = `import of ${scale} times as many cases`;
    const id = 'import-cases';
    return [
      conclude({ id, title: `${name}, cost of a row`, unit: '×', limit: { atMost: 1.3 }, values: [cost] }),
      conclude({
        id,
        title: `${name}, most memory`,
        unit: 'MB',
        limit: { atMost: 400 },
        values: [told.peakMemoryMb],
      }),
    ];
  });
}

async function measureImports(around: Around): Promise<FigureResult[]> {
  const { place, wish, say } = around;
  const { parts, cases, rounds, scale } = wish;
  const [pace, companies] = await withPopulation(around, cases, async (population) => {
    const measure = (part: RegistryPart, source: 'cases' | 'receita'): Promise<Pace> | null =>
      parts.includes(part) ? measureImport(place, { source, population, rounds, say }) : null;
    return [await measure('import-cases', 'cases'), await measure('import-receita', 'receita')] as const;
  });
  return [
    ...(pace === null ? [] : describePace('import-cases', 'import of cases', pace)),
    ...(pace === null || scale === null ? [] : await measureScaled(around, scale, pace)),
    ...(companies === null ? [] : describePace('import-receita', 'import of companies', companies)),
  ];
}

async function describeDossiers({ place, wish }: Around): Promise<FigureResult[]> {
  const rows = { large: wish.cases * 5, small: wish.cases / 2 };
  const { firstPage, count, pointRead } = await measureDossiers(place, rows);
  const id = 'dossiers';
  const ratioOf = (title: string, atMost: number, [one, other]: readonly [number, number]): FigureResult =>
    conclude({ id, title, unit: '×', limit: { atMost }, values: [one / other] });
  const many = '100,000 cases';
  const [large, small] = [rows.large.toLocaleString('en'), rows.small.toLocaleString('en')];
  return [
    conclude({ id, title: `first page of ${many}`, unit: 'ms', limit: null, values: [firstPage.many] }),
    ratioOf(`first page of ${many}, to one of 100`, 2, [firstPage.many, firstPage.few]),
    conclude({ id, title: `count of ${many}`, unit: 'ms', limit: null, values: [count.ours] }),
    ratioOf(`count of ${many}, to a bare count`, 3, [count.ours, count.bare]),
    conclude({
      id,
      title: `point read in ${large} rows, p50`,
      unit: 'ms',
      limit: null,
      values: [pointRead.large],
    }),
    ratioOf(`point read, to one in ${small} rows`, 1.2, [pointRead.large, pointRead.small]),
  ];
}

/** A few may not be fewer than what matches one row in a hundred. */
async function describeMatching(around: Around): Promise<FigureResult[]> {
  const { place, wish, say } = around;
  const radars = { few: Math.ceil(wish.radars / 100), many: wish.radars };
  return withPopulation(around, wish.cases, async (population) => {
    const casesPath = join(population, 'cases', 'cases.ndjson.gz');
    const pace = await measureMatching(place, { casesPath, radars, rounds: wish.rounds, say });
    const { none, few, many } = pace.told;
    const id = 'matching';
    const [fewText, manyText] = [radars.few.toLocaleString('en'), radars.many.toLocaleString('en')];
    const share = `${((pace.matchingRows / pace.rows) * 100).toFixed(1)} % of rows matching`;
    const ratios = (one: readonly Imported[], other: readonly Imported[], key: 'seconds' | 'matchSeconds') =>
      one.map((each, round) => each[key] / (other[round]?.[key] ?? Number.NaN));
    const perSecond = many.map(({ seconds }) => pace.rows / seconds);
    const title = `import with ${manyText} radars`;
    return [
      conclude({ id, title: `${title}, ${share}`, unit: 'rows/s', limit: null, values: perSecond }),
      conclude({
        id,
        title: `${title}, to one with none`,
        unit: '×',
        limit: { atLeast: 0.85 },
        values: ratios(none, many, 'seconds'),
      }),
      conclude({
        id,
        title: `matching for ${pace.events.toLocaleString('en')} events`,
        unit: 'ms',
        limit: null,
        values: many.map(({ matchSeconds }) => matchSeconds * 1000),
      }),
      conclude({
        id,
        title: `matching, to that with ${fewText} radars`,
        unit: '×',
        limit: { atMost: 1.2 },
        values: ratios(many, few, 'matchSeconds'),
      }),
      conclude({
        id,
        title: `${title}, most memory`,
        unit: 'MB',
        limit: { atMost: 400 },
        values: many.map(({ peakMemoryMb }) => peakMemoryMb),
      }),
    ];
  });
}

export async function measureRegistry(around: Around): Promise<FigureResult[]> {
  const { parts } = around.wish;
  const told: FigureResult[] = [];
  if (parts.includes('import-cases') || parts.includes('import-receita')) {
    around.say('Imports against bare COPY');
    told.push(...(await measureImports(around)));
  }
  if (parts.includes('matching')) {
    around.say('Imports with radars');
    told.push(...(await describeMatching(around)));
  }
  if (parts.includes('dossiers')) {
    around.say('Dossiers');
    told.push(...(await describeDossiers(around)));
  }
  return told;
}
