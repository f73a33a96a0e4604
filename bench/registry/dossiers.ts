// Reads of dossiers where most documents have a handful of cases, one has 100 and one 100,000; in a large registry and in
// a small one that take turns.
import * as cases from '../../src/features/cases/index.ts';
import type { DossierKey } from '../../src/features/cases/index.ts';
import { withClient } from '../../src/platform/db/client.ts';
import type { Transaction } from '../../src/platform/db/database.ts';
import { percentile } from '../statistics.ts';
import { withScratch } from './scratch.ts';
import type { Place, Scratch } from './scratch.ts';

const MANY = 'MANYCASE';
const FEW = 'FEWCASES';
const MANY_CASES = 100_000;
const FEW_CASES = 100;
const CASES_A_PERSON = 5;
const PAGE = 50;
const WARM_UPS = 200;
const POINT_READS = 2000;
const TURNS = 5;
const REPEATS = 40;

export type DossierTimes = {
  /** Medians in ms of the document with 100,000 cases and of the one with 100. */
  readonly firstPage: { many: number; few: number };
  readonly count: { ours: number; bare: number };
  /** Of the dossier of anybody, in the large registry and in the small one. */
  readonly pointRead: { large: number; small: number };
};

type Session = Parameters<Parameters<typeof withClient>[2]>[0];

type Size = { readonly rows: number; /** Of the one document. */ readonly many: number };

async function fill(scratch: Scratch, { rows, many }: Size): Promise<void> {
  await scratch.query(
    `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, natures, traits,
       is_active, outcome, value, filed_on, facts_version, fetched_at)
     select r.root, lpad(i::text, 20, '0'), r.root || case when length(r.root) = 8 then '000191' else '' end, i % 10 > 0,
       'PASSIVE', true, 1, 0, true, 0, i, '2020-01-01', 1, now()
     from generate_series(1, $1::int) i,
       lateral (select case when i <= $2 then $4 when i <= $2 + $3 then $5
         else lpad((i % $6)::text, 11, '0') end as root) r
     order by 1, 2, 3`,
    [rows, many, FEW_CASES, MANY, FEW, peopleOf({ rows, many })],
  );
  await scratch.query('vacuum analyze registry.case_parties');
}

function peopleOf({ rows, many }: Size): number {
  return Math.floor((rows - many - FEW_CASES) / CASES_A_PERSON);
}

/** Only what a dossier uses of a transaction. */
function transactionOn(session: Session): Transaction {
  const prepared: Transaction['prepared'] = async (name, text, values) =>
    (await session.query({ name, text, values: [...values] })).rows as never;
  const refuse = (): never => {
    throw new Error('A dossier reads by prepared statements');
  };
  return { prepared, query: refuse, send: refuse };
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < REPEATS; turn += 1) {
    const startedAt = performance.now();
    await work();
    // The first few plan their statement anew each time.
    if (turn >= REPEATS / 4) times.push(performance.now() - startedAt);
  }
  return percentile(times, 50);
}

const keyOf = (root: string): DossierKey => ({ root, mask: null });
const firstPage = (tx: Transaction, root: string): Promise<unknown> =>
  cases.pageDossier(tx, keyOf(root), { after: null, limit: PAGE });

async function readPoints(tx: Transaction, people: number, reads: number): Promise<number[]> {
  const times: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const root = String(Math.floor(Math.random() * people)).padStart(11, '0');
    const startedAt = performance.now();
    await firstPage(tx, root);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function measureLarge(session: Session): Promise<Pick<DossierTimes, 'firstPage' | 'count'>> {
  const tx = transactionOn(session);
  const bareCount = 'select count(*) from registry.case_parties p where p.root = $1';
  return {
    firstPage: {
      few: await medianMs(() => firstPage(tx, FEW)),
      many: await medianMs(() => firstPage(tx, MANY)),
    },
    count: {
      bare: await medianMs(() => session.query({ name: 'bare', text: bareCount, values: [MANY] })),
      ours: await medianMs(() => cases.countDossier(tx, keyOf(MANY))),
    },
  };
}

async function measurePoints(
  sides: readonly { session: Session; size: Size }[],
): Promise<DossierTimes['pointRead']> {
  const times = sides.map((): number[] => []);
  for (const { session, size } of sides) await readPoints(transactionOn(session), peopleOf(size), WARM_UPS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { session, size }] of sides.entries()) {
      const reads = await readPoints(transactionOn(session), peopleOf(size), POINT_READS / TURNS);
      times[index]?.push(...reads);
    }
  }
  const [large = Number.NaN, small = Number.NaN] = times.map((side) => percentile(side, 50));
  return { large, small };
}

export function measureDossiers(
  place: Place,
  rows: { readonly large: number; readonly small: number },
): Promise<DossierTimes> {
  const sizes = { large: { rows: rows.large, many: MANY_CASES }, small: { rows: rows.small, many: 0 } };
  return withScratch(place, (large) =>
    withScratch(place, async (small) => {
      await fill(large, sizes.large);
      await fill(small, sizes.small);
      return withClient(large.url, 'bench', (session) =>
        withClient(small.url, 'bench', async (other) => ({
          ...(await measureLarge(session)),
          pointRead: await measurePoints([
            { session, size: sizes.large },
            { session: other, size: sizes.small },
          ]),
        })),
      );
    }),
  );
}
