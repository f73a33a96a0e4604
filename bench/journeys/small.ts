// How long those wait who ask for a licence or for an analysis of a usual document: from the answer to the request until
// the result can be read, at a steady pace of callers.
import { makeCpf } from '../../sandbox/numbers.ts';
import { licenceOf } from '../../sandbox/server/licences.ts';
import { localDate } from '../../src/documents/local-date.ts';
import { fillDocuments } from '../../test/support/many-cases.ts';
import { conclude } from '../measure-figure.ts';
import type { FigureResult } from '../measure-figure.ts';
import type { Place } from '../registry/scratch.ts';
import { percentile } from '../statistics.ts';
import { findDocuments } from './documents.ts';
import { withEnds } from './ends.ts';
import { openLoop } from './open-loop.ts';
import type { Arrivals } from './open-loop.ts';
import { withProduct } from './product.ts';
import type { Product } from './product.ts';

export type Measuring = {
  readonly rounds: number;
  readonly say: (line: string) => void;
};

/** One list of waits a round. */
type Waits = readonly (readonly number[])[];

const LICENCES: Arrivals = { perSecond: 50, seconds: 10 };
const ANALYSES: Arrivals = { perSecond: 10, seconds: 15 };
const CASES = 100;
/** Asked about in turn. */
const DOCUMENTS = 20;
/** Above everybody's in the population. */
const FIRST_CPF = 910_000_000;

/** A whole round warms up: the worker's program is being compiled for its first hundred analyses, about ten seconds. */
async function repeat(
  id: string,
  { rounds, say }: Measuring,
  arrivals: Arrivals,
  measure: (arrivals: Arrivals) => Promise<number[]>,
): Promise<Waits> {
  const waits: number[][] = [];
  await measure(arrivals);
  for (let round = 1; round <= rounds; round += 1) {
    const told = await measure(arrivals);
    waits.push(told);
    const [p50, p99] = [50, 99].map((percent) => percentile(told, percent).toFixed(1));
    say(`  ${id} round ${round}/${rounds}: p50 ${p50} ms, p99 ${p99} ms`);
  }
  return waits;
}

function describe(
  id: string,
  title: string,
  waits: Waits,
  limits: { p50: number; p99: number },
): FigureResult[] {
  const at = (percent: number, atMost: number): FigureResult =>
    conclude({
      id,
      title: `${title}, p${percent}`,
      unit: 'ms',
      limit: { atMost },
      values: waits.map((round) => percentile(round, percent)),
    });
  return [at(50, limits.p50), at(99, limits.p99)];
}

function* drivers(): Generator<string, never> {
  const today = localDate(Date.now());
  for (let base = FIRST_CPF; ; base += 1) {
    const document = makeCpf(base);
    if (licenceOf(document, today, null) !== null) yield document;
  }
}

async function measureLicences(id: string, product: Product, measuring: Measuring): Promise<FigureResult[]> {
  const documents = drivers();
  const waits = await withEnds(product.databaseUrl, 'licence_requests', (ends) =>
    repeat(id, measuring, LICENCES, (arrivals) =>
      openLoop(arrivals, async () => {
        const document = documents.next().value;
        const { body } = await product.post('/v1/cnh', { organizationId: 1, document });
        const answeredAt = performance.now();
        const { requestId } = JSON.parse(body) as { requestId: string };
        return Math.max(0, (await ends.awaitDone(requestId)) - answeredAt);
      }),
    ),
  );
  const title = `licence, requested to DONE at ${LICENCES.perSecond} a second`;
  return describe(id, title, waits, { p50: 50, p99: 250 });
}

/** Resolves to its id. */
export async function createAnalysis(product: Product, documentNumber: string): Promise<string> {
  const documentType = documentNumber.length === 11 ? 'CPF' : 'CNPJ';
  const place = { holderId: 1, organizationId: 1, planId: 1 };
  const { body } = await product.post('/v2/analytics', { ...place, documentType, documentNumber });
  const { result } = JSON.parse(body) as { result: { userPlanConsumeAnalyticsId: number } };
  return String(result.userPlanConsumeAnalyticsId);
}

async function measureAnalyses(
  id: string,
  product: Product,
  measuring: Measuring,
  about: { documents: readonly string[]; with: string },
): Promise<FigureResult[]> {
  const { documents } = about;
  const waits = await withEnds(product.databaseUrl, 'analyses', (ends) =>
    repeat(id, measuring, ANALYSES, (arrivals) =>
      openLoop(arrivals, async (index) => {
        const created = await createAnalysis(product, documents[index % documents.length] ?? '');
        const answeredAt = performance.now();
        return Math.max(0, (await ends.awaitDone(created)) - answeredAt);
      }),
    ),
  );
  const title = `analysis of ${CASES} cases ${about.with}, created to DONE at ${ANALYSES.perSecond} a second`;
  return describe(id, title, waits, { p50: 150, p99: 1000 });
}

export const SMALL_JOURNEYS = ['cnh-done', 'analysis'] as const;
type SmallJourney = (typeof SMALL_JOURNEYS)[number];

/** With the sources of a demo, and analyses without any as well. */
export async function measureSmall(
  place: Place,
  wanted: readonly SmallJourney[],
  measuring: Measuring,
): Promise<FigureResult[]> {
  const told: FigureResult[] = [];
  const wish = { count: DOCUMENTS, cases: CASES };
  await withProduct(place, { hasSources: true }, async (product) => {
    if (wanted.includes('cnh-done')) told.push(...(await measureLicences('cnh-done', product, measuring)));
    if (!wanted.includes('analysis')) return;
    const documents = await findDocuments(product.scratch, wish);
    told.push(
      ...(await measureAnalyses('analysis', product, measuring, { documents, with: 'with live sources' })),
    );
  });
  if (!wanted.includes('analysis')) return told;
  await withProduct(place, { hasSources: false }, async (product) => {
    const documents = await fillDocuments(product.scratch, wish);
    told.push(
      ...(await measureAnalyses('analysis', product, measuring, { documents, with: 'from the registry' })),
    );
  });
  return told;
}
