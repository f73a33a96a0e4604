// A batch of as many documents as one may have: how long it takes from before its request to its combined spreadsheet, what
// the worker needs of memory, and what others notice of batches meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDocuments } from '../../test/support/many-cases.ts';
import { conclude } from '../measure-figure.ts';
import type { FigureResult } from '../measure-figure.ts';
import { readPeakMemoryMb } from '../processes.ts';
import type { Place } from '../registry/scratch.ts';
import { describeNeighbours, measureNeighbours } from './neighbours.ts';
import { withProduct } from './product.ts';
import type { Product } from './product.ts';
import type { Measuring } from './small.ts';

const DOCUMENTS = 10_000;
const CASES = 20;
/** Long enough that callers beside it meet nothing else. */
const BESIDE_DOCUMENTS = 1000;
const LONGEST_MS = 180_000;
const POLL_MS = 250;
const BATCHES = '/v1/holder/1/organization/1/batches';

type Told = { batchId: number; endedAt: string | null; documents: { done: number } };

/** Until it has ended, in milliseconds; the answer to the request is told by itself. */
async function runBatch(
  product: Product,
  documents: readonly string[],
): Promise<{ takenMs: number; endedMs: number }> {
  const startedAt = performance.now();
  const { body } = await product.post(BATCHES, { documents });
  const takenMs = performance.now() - startedAt;
  const { batchId } = JSON.parse(body) as Told;
  for (;;) {
    await sleep(POLL_MS);
    const told = JSON.parse((await product.get(`${BATCHES}/${batchId}`)).body) as Told;
    if (told.endedAt === null) continue;
    if (told.documents.done !== documents.length)
      throw new Error(`Only ${told.documents.done} documents are done`);
    return { takenMs, endedMs: performance.now() - startedAt };
  }
}

export function measureBatch(id: string, place: Place, measuring: Measuring): Promise<FigureResult[]> {
  return withProduct(place, { hasSources: false }, async (product) => {
    const documents = await fillDocuments(product.scratch, { count: DOCUMENTS, cases: CASES });
    const few = documents.slice(0, BESIDE_DOCUMENTS);
    const { takenMs, endedMs } = await runBatch(product, documents);
    const memoryMb = (await readPeakMemoryMb(product.workerPid)) ?? Number.NaN;
    measuring.say(`  ${id}: taken within ${Math.round(takenMs)} ms, ended after ${Math.round(endedMs)} ms`);
    const neighbours = await measureNeighbours(product, measuring, async () => {
      await runBatch(product, few);
    });
    const name = `batch of ${DOCUMENTS.toLocaleString('en')} documents with ${CASES} cases each`;
    return [
      conclude({ id, title: `${name}, sent to taken`, unit: 'ms', limit: null, values: [takenMs] }),
      conclude({
        id,
        title: `${name}, sent to its spreadsheet`,
        unit: 'ms',
        limit: { atMost: LONGEST_MS },
        values: [endedMs],
      }),
      conclude({
        id,
        title: `worker after a ${name}, most memory`,
        unit: 'MB',
        limit: null,
        values: [memoryMb],
      }),
      ...describeNeighbours(id, neighbours, `batches of ${BESIDE_DOCUMENTS.toLocaleString('en')}`),
    ];
  });
}
