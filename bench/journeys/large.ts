// The analysis of a document with as many cases as one ever has: how long it takes to both spreadsheets, what the worker
// needs of memory, and what others notice of it meanwhile.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { documentRoot } from '../../src/documents/document.ts';
import type { Document } from '../../src/documents/document.ts';
import { withClient } from '../../src/platform/db/client.ts';
import { SHIPPED_LEVEL } from '../../src/platform/xlsx/workbook.ts';
import { fillDocuments } from '../../test/support/many-cases.ts';
import { readParts } from '../../test/support/workbook-reading.ts';
import { conclude } from '../measure-figure.ts';
import type { FigureResult } from '../measure-figure.ts';
import { readPeakMemoryMb } from '../processes.ts';
import type { Place } from '../registry/scratch.ts';
import { withEnds } from './ends.ts';
import type { Ends } from './ends.ts';
import { describeNeighbours, measureNeighbours } from './neighbours.ts';
import { withProduct } from './product.ts';
import type { Product } from './product.ts';
import { createAnalysis } from './small.ts';
import type { Measuring } from './small.ts';

const CASES = 100_000;
const MILLION = 1_000_000;
const LEVEL_6 = 6;
const FETCH = 5000;
const MOST_MEMORY_MB = 250;
/** Cannot hold the rows: a worker that gathers them dies of it. */
const WORKER_HEAP_MB = 128;

type File = { readonly folder: string; readonly filename: string };

async function analyse(product: Product, ends: Ends, document: string): Promise<{ id: string; ms: number }> {
  const startedAt = performance.now();
  const id = await createAnalysis(product, document);
  return { id, ms: (await ends.awaitDone(id)) - startedAt };
}

/** Of both workbooks, part by part. */
async function readXml({ scratch, filesDir }: Product, analysisId: string): Promise<Buffer[]> {
  const [row] = await scratch.query<{ reports: { full: File; risk: File } }>(
    'select reports from farol.analyses where id = $1',
    [analysisId],
  );
  if (row === undefined) throw new Error('The analysis is gone');
  const xml: Buffer[] = [];
  for (const { folder, filename } of [row.reports.full, row.reports.risk]) {
    const parts = await readParts(await readFile(join(filesDir, folder, filename)));
    xml.push(...[...parts.values()].map((text) => Buffer.from(text)));
  }
  return xml;
}

/** All that an analysis looks at: the facts of the parties, and the codes of the records. */
const CURSOR_SQL = `
  declare dossier no scroll cursor for
  select p.number, p.document, p.side, p.is_debtor_side, p.class_code, p.natures, p.traits, p.is_active, p.outcome,
    p.value, p.filed_on, p.moved_on, p.severe_on, p.frustrated_on, p.fetched_at,
    r.class_code as record_class, r.subject_codes::text, r.movement_codes::text
  from registry.case_parties p join registry.case_records r on r.number = p.number
  where p.root = '%' and p.is_countable order by p.number`;

async function readThroughCursor({ databaseUrl }: Product, document: string): Promise<number> {
  return withClient(databaseUrl, 'bench', async (client) => {
    const startedAt = performance.now();
    await client.query('begin');
    await client.query(CURSOR_SQL.replace('%', documentRoot(document as Document)));
    let rows = 0;
    for (let fetched = FETCH; fetched === FETCH; rows += fetched) {
      fetched = (await client.query(`fetch ${FETCH} from dossier`)).rowCount ?? 0;
    }
    await client.query('commit');
    if (rows !== CASES) throw new Error(`The cursor read ${rows} rows`);
    return performance.now() - startedAt;
  });
}

function deflateAll(xml: readonly Buffer[], level: number): number {
  const startedAt = performance.now();
  for (const part of xml) deflateRawSync(part, { level });
  return performance.now() - startedAt;
}

type Round = { analysisMs: number; readMs: number; shippedMs: number; level6Ms: number };

function describeRounds(id: string, rounds: readonly Round[], memoryMb: number): FigureResult[] {
  const name = `analysis of ${CASES.toLocaleString('en')} cases`;
  const ratio = (title: string, of: (round: Round) => number): FigureResult =>
    conclude({
      id,
      title,
      unit: '×',
      limit: { atMost: 2.5 },
      values: rounds.map((round) => round.analysisMs / (round.readMs + of(round))),
    });
  return [
    conclude({
      id,
      title: `${name}, created to DONE with both spreadsheets`,
      unit: 'ms',
      limit: null,
      values: rounds.map(({ analysisMs }) => analysisMs),
    }),
    ratio(`${name}, to reading it and deflating its XML`, ({ shippedMs }) => shippedMs),
    ratio(`${name}, to reading it and deflating its XML at level 6`, ({ level6Ms }) => level6Ms),
    memory(id, CASES, memoryMb),
  ];
}

function memory(id: string, cases: number, memoryMb: number): FigureResult {
  const title = `worker after ${cases.toLocaleString('en')} cases, most memory`;
  return conclude({ id, title, unit: 'MB', limit: { atMost: MOST_MEMORY_MB }, values: [memoryMb] });
}

async function measureRounds(
  id: string,
  product: Product,
  { rounds, say }: Measuring,
  about: { ends: Ends; document: string },
): Promise<Round[]> {
  const { ends, document } = about;
  const warm = await analyse(product, ends, document);
  const xml = await readXml(product, warm.id);
  await readThroughCursor(product, document);
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const told = {
      analysisMs: (await analyse(product, ends, document)).ms,
      readMs: await readThroughCursor(product, document),
      shippedMs: deflateAll(xml, SHIPPED_LEVEL),
      level6Ms: deflateAll(xml, LEVEL_6),
    };
    measured.push(told);
    const times = Object.entries(told).map(([side, ms]) => `${side.replace('Ms', '')} ${Math.round(ms)} ms`);
    say(`  ${id} round ${round}/${rounds}: ${times.join(', ')}`);
  }
  return measured;
}

/** The worker has no more memory than it may need, so that a list that is gathered shows. */
export function measureLarge(id: string, place: Place, measuring: Measuring): Promise<FigureResult[]> {
  return withProduct(place, { hasSources: false, workerHeapMb: WORKER_HEAP_MB }, async (product) => {
    const [document = ''] = await fillDocuments(product.scratch, { count: 1, cases: CASES });
    return withEnds(product.databaseUrl, 'analyses', async (ends) => {
      const rounds = await measureRounds(id, product, measuring, { ends, document });
      const memoryMb = (await readPeakMemoryMb(product.workerPid)) ?? Number.NaN;
      const neighbours = await measureNeighbours(product, measuring, async () => {
        await analyse(product, ends, document);
      });
      return [
        ...describeRounds(id, rounds, memoryMb),
        ...describeNeighbours(id, neighbours, 'the large analysis'),
      ];
    });
  });
}

/** For itself, since it takes minutes. */
export function measureMillion(
  id: string,
  place: Place,
  { say }: Pick<Measuring, 'say'>,
): Promise<FigureResult[]> {
  return withProduct(place, { hasSources: false, workerHeapMb: WORKER_HEAP_MB }, async (product) => {
    const [document = ''] = await fillDocuments(product.scratch, { count: 1, cases: MILLION });
    const { ms } = await withEnds(product.databaseUrl, 'analyses', (ends) =>
      analyse(product, ends, document),
    );
    const memoryMb = (await readPeakMemoryMb(product.workerPid)) ?? Number.NaN;
    say(`  ${id}: ${Math.round(ms)} ms, ${Math.round(memoryMb)} MB`);
    const title = `analysis of ${MILLION.toLocaleString('en')} cases, created to DONE`;
    return [conclude({ id, title, unit: 'ms', limit: null, values: [ms] }), memory(id, MILLION, memoryMb)];
  });
}
