import { fillDocuments } from '../../test/support/many-cases.ts';
// What other callers notice while a large analysis or a batch runs: reads of three kinds in turn, two of them with an audit row that
// has to be on disk, at a steady pace, first alone and then beside the work.
import { conclude } from '../measure-figure.ts';
import type { FigureResult } from '../measure-figure.ts';
import { BALANCE, KNOWN_LICENCE } from '../rows.ts';
import { percentile } from '../statistics.ts';
import { withEnds } from './ends.ts';
import { openLoop } from './open-loop.ts';
import type { Arrivals } from './open-loop.ts';
import type { Product } from './product.ts';
import { createAnalysis } from './small.ts';
import type { Measuring } from './small.ts';

const CALLERS: Arrivals = { perSecond: 100, seconds: 10 };
const WARM_UP_SECONDS = 3;
const CASES = 100;

/** The p99 of each round. */
export type Neighbours = readonly { readonly idleMs: number; readonly besideMs: number }[];

type Call = () => Promise<unknown>;

async function openCalls(product: Product): Promise<readonly Call[]> {
  const [document = ''] = await fillDocuments(product.scratch, { count: 1, cases: CASES });
  const id = await createAnalysis(product, document);
  await withEnds(product.databaseUrl, 'analyses', (ends) => ends.awaitDone(id));
  const [row] = await product.scratch.query<{ document_id: string }>(
    'select document_id from farol.analyses where id = $1',
    [id],
  );
  const consult = { holderId: 1, organizationId: 1, userPlanConsumeUniqueId: Number(row?.document_id) };
  return [
    () => product.get(BALANCE.path),
    () => product.get(`/v1/cnh/organizations/1/request/${KNOWN_LICENCE}`),
    () => product.post(`/v2/analytics/${id}`, consult),
  ];
}

async function callOn(calls: readonly Call[], arrivals: Arrivals): Promise<number> {
  const waits = await openLoop(arrivals, async (index, dueAtMs) => {
    await calls[index % calls.length]?.();
    return performance.now() - dueAtMs;
  });
  return percentile(waits, 99);
}

/** The work is done over and over until the callers are through. */
async function callBeside(calls: readonly Call[], work: () => Promise<void>): Promise<number> {
  const ending = new AbortController();
  const working = (async () => {
    while (!ending.signal.aborted) await work();
  })();
  working.catch(() => undefined);
  const p99 = await callOn(calls, CALLERS).finally(() => ending.abort());
  await working;
  return p99;
}

export async function measureNeighbours(
  product: Product,
  { rounds, say }: Measuring,
  work: () => Promise<void>,
): Promise<Neighbours> {
  const calls = await openCalls(product);
  await callOn(calls, { ...CALLERS, seconds: WARM_UP_SECONDS });
  const measured: { idleMs: number; besideMs: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const told = { idleMs: await callOn(calls, CALLERS), besideMs: await callBeside(calls, work) };
    measured.push(told);
    say(
      `  others, round ${round}/${rounds}: p99 ${told.idleMs.toFixed(1)} ms idle, ${told.besideMs.toFixed(1)} ms beside it`,
    );
  }
  return measured;
}

export function describeNeighbours(id: string, rounds: Neighbours, work: string): FigureResult[] {
  const callers = `others at ${CALLERS.perSecond} a second`;
  return [
    conclude({
      id,
      title: `${callers}, p99`,
      unit: 'ms',
      limit: null,
      values: rounds.map(({ idleMs }) => idleMs),
    }),
    conclude({
      id,
      title: `${callers} beside ${work}, p99`,
      unit: 'ms',
      limit: { atMost: 50 },
      values: rounds.map(({ besideMs }) => besideMs),
    }),
    conclude({
      id,
      title: `${callers} beside ${work}, p99 to idle`,
      unit: '×',
      limit: { atMost: 3 },
      values: rounds.map(({ idleMs, besideMs }) => besideMs / idleMs),
    }),
  ];
}
