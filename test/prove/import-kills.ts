// Imports are killed at any moment and run again, two that replace their tables and one that merges into them, while others
// read and an organization has radars on what they bring. What is served is the old or the new and in the end what an
// undisturbed import serves, and what was told is what that one tells, each once.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { generateSandbox } from '../../sandbox/generate.ts';
import { withClient } from '../support/database.ts';
import { startChild } from './children.ts';
import { createListener } from './import-listeners.ts';
import type { Listener } from './import-listeners.ts';
import { followOrder, writeOrder } from './import-order.ts';
import type { ImportOrder } from './import-order.ts';
import { isSame, lookOnce, startReaders } from './import-readers.ts';
import type { Edition } from './import-readers.ts';
import type { Random } from './random.ts';
import type { Scenario, Seen } from './scenario.ts';

const SIZE = { people: 400, companies: 300, cases: 1500 };
const SEEDS = { old: 1, new: 2 } as const;
/** Small, so that there are many moments between two commits. */
const CHUNK_BYTES = 20_000;
const IMPORT_SCRIPT = new URL('./import-process.ts', import.meta.url);
/** A resumed import is short, so some kills come too late; those are not counted. */
const MOST_TRIES = 4;

type Source = ImportOrder['source'];
type Month = keyof typeof SEEDS;
export type ImportWork = {
  databaseUrl: string;
  /** Takes the files and the importers' log. */
  folder: string;
  random: Random;
  /** A third of them for each of the three. */
  times: number;
  isPlanted: boolean;
};

function orderOf(work: ImportWork, source: Source, month: Month): ImportOrder {
  const { databaseUrl, folder, isPlanted } = work;
  return { databaseUrl, source, path: join(folder, month, source), chunkBytes: CHUNK_BYTES, isPlanted };
}

/** Resolves to whether it got to its end first. */
async function killImport({ folder }: ImportWork, order: ImportOrder, killAfterMs: number): Promise<boolean> {
  const logFile = join(folder, 'importer.log');
  const child = await startChild(IMPORT_SCRIPT, { env: writeOrder(order), logFile });
  await Promise.race([child.exited, sleep(killAfterMs)]);
  await child.end('SIGKILL');
  const [code] = (await child.exited) as [number | null];
  if (code !== 0 && code !== null) throw new Error(`An import ended with ${code}; see ${logFile}`);
  return code === 0;
}

/** What was there before the new month: for a merge also nothing of the new one. */
async function serveOld(work: ImportWork, source: Source, listener: Listener): Promise<Edition> {
  const { databaseUrl, random } = work;
  if (source === 'cases') {
    await withClient(databaseUrl, (client) =>
      client.query('truncate registry.case_records, registry.case_parties'),
    );
  }
  await followOrder({ ...orderOf(work, source, 'old'), isPlanted: false });
  await listener.forget();
  return lookOnce(databaseUrl, source, random);
}

async function killOften(
  work: ImportWork,
  { source, listener }: { source: Source; listener: Listener },
  tookMs: number,
): Promise<number> {
  const { random } = work;
  const times = Math.ceil(work.times / 3);
  const order = orderOf(work, source, 'new');
  let kills = 0;
  for (let tries = 0; kills < times && tries < times * MOST_TRIES; tries += 1) {
    if (await killImport(work, order, random.between(0, tookMs))) await serveOld(work, source, listener);
    else kills += 1;
  }
  await followOrder(order);
  return kills;
}

/** Undisturbed: what is served and told in the end, and how long it takes. */
async function importOnce(work: ImportWork, source: Source, listener: Listener) {
  const { databaseUrl, random } = work;
  await listener.listen(source);
  const startedAt = performance.now();
  await followOrder(orderOf(work, source, 'new'));
  const tookMs = performance.now() - startedAt;
  const told = await listener.hear();
  await listener.listen(source);
  return { expected: await lookOnce(databaseUrl, source, random), told, tookMs };
}

async function killImportsOf(work: ImportWork, source: Source): Promise<Seen> {
  const { databaseUrl, random } = work;
  const listener = await createListener(databaseUrl);
  const old = await serveOld(work, source, listener);
  // The first time is only for the radars, so that there are some on documents of the old month and of the new one.
  await importOnce(work, source, listener);
  await serveOld(work, source, listener);
  const { expected, told, tookMs } = await importOnce(work, source, listener);
  await serveOld(work, source, listener);
  // A merge is played again from empty tables, which are no mixture.
  const stopReaders = await startReaders(databaseUrl, {
    source,
    random,
    editions: source === 'cases' ? [old, expected, emptyEdition(old)] : [old, expected],
  });
  const kills = await killOften(work, { source, listener }, tookMs);
  const { reads, mixtures } = await stopReaders();
  const ended = await lookOnce(databaseUrl, source, random);
  const heard = await listener.hear();
  // Two months of the sandbox have no company in common, so none of them changes.
  const isSilent = told.length === 0 && source !== 'receita';
  const details = [
    ...(isSame(old, expected) ? [`${source}: the new month is the old one`] : []),
    ...(isSame(ended, expected) ? [] : [`${source}: not what an undisturbed import leaves`]),
    ...(isDeepStrictEqual(heard, told) ? [] : [`${source}: not what an undisturbed import tells`]),
    ...mixtures.slice(0, 3).map((mixture) => `${source}: a reader saw ${mixture}`),
    ...(kills === 0 || reads === 0 || isSilent ? [`${source}: nothing was proved`] : []),
  ];
  return {
    faults: details.map((detail) => ({ invariant: 'RG' as const, detail })),
    figures: [
      `${source}: ${kills} kills within ${(tookMs / 1000).toFixed(1)} s each, ${reads} reads, ${mixtures.length} mixtures, ` +
        `${heard.length} events`,
    ],
  };
}

function emptyEdition(edition: Edition): Edition {
  return Object.fromEntries(Object.keys(edition).map((table) => [table, '0 0']));
}

export async function killImports(work: ImportWork): Promise<Seen> {
  for (const [month, seed] of Object.entries(SEEDS)) {
    await generateSandbox({ size: SIZE, seed, folder: join(work.folder, month) });
  }
  // The bug is about tables that are replaced together.
  const sources = work.isPlanted ? (['receita'] as const) : (['receita', 'pgfn', 'cases'] as const);
  const seen: Seen = { faults: [], figures: [] };
  for (const source of sources) {
    const { faults, figures } = await killImportsOf(work, source);
    seen.faults.push(...faults);
    seen.figures.push(...figures);
  }
  return seen;
}

export const IMPORT_KILLS: Scenario = {
  name: 'import-kills',
  times: { short: 6, long: 42 },
  organizations: [],
  run: async ({ world, random, times }) => {
    const { databaseUrl, cluster } = world;
    const folder = await mkdtemp(join(cluster.folder, 'imports-'));
    try {
      return await killImports({ databaseUrl, folder, random, times, isPlanted: false });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
