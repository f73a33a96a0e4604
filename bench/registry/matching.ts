// What radars cost an import: the same cases into databases with no radar, with a few and with a hundred times as many, of
// which each time the same ones match one row in a hundred. They take turns, each in a database of its own.
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runImporter } from './import-process.ts';
import type { Imported } from './import-process.ts';
import { withScratch } from './scratch.ts';
import type { Place, Scratch } from './scratch.ts';

export type MatchingWish = {
  readonly casesPath: string;
  readonly radars: { readonly few: number; readonly many: number };
  readonly rounds: number;
  readonly say: (line: string) => void;
};

const AMOUNTS = ['none', 'few', 'many'] as const;
type Amount = (typeof AMOUNTS)[number];

export type MatchingPace = {
  readonly rows: number;
  readonly matchingRows: number;
  readonly events: number;
  /** One a round. */
  readonly told: Readonly<Record<Amount, readonly Imported[]>>;
};

/** Of documents with a handful of cases to some hundred, so many that they have one row in a hundred. */
const CHOOSE_WATCHED = `
  with roots as (
    select p.root, count(*) as rows from registry.case_parties p where p.root not like '*%' and p.is_countable
    group by p.root having count(*) between 3 and 300
  ), chosen as (
    select r.root, r.rows, sum(r.rows) over (order by hashtext(r.root), r.root) as total from roots r
  )
  select c.root, c.rows from chosen c where c.total <= (select count(*) / 100 from registry.case_parties)`;

const ADD_ORGANIZATION = `
  with holder as (insert into farol.holders (name) values ('bench') returning id)
  insert into farol.organizations (holder_id, name) select h.id, 'bench' from holder h returning id`;

/** Those that match come from the list, the others are documents of nobody. */
const ADD_RADARS = `
  insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, primed_at)
  select $1, 1, d.root, d.root, 'radar', 'CPF', 1, now()
  from (
    select w.root from public.watched w
    union all
    select left(md5(i::text), 11) from generate_series(1, $2::int - (select count(*)::int from public.watched)) i
  ) d
  on conflict do nothing`;

async function writeWatched(
  place: Place,
  wish: MatchingWish,
): Promise<{ rows: number; matchingRows: number }> {
  return withScratch(place, async (scratch) => {
    await runImporter(place.folder, scratch.url, 'cases', wish.casesPath);
    const [counted] = await scratch.query<{ rows: string; matching: string; roots: string }>(
      `select (select count(*) from registry.case_records) + (select count(*) from registry.case_parties) as rows,
         sum(w.rows) as matching, count(*) as roots from (${CHOOSE_WATCHED}) w`,
    );
    await scratch.query(`copy (select w.root from (${CHOOSE_WATCHED}) w) to '${watchedPath(place)}'`);
    if (Number(counted?.roots) > wish.radars.few)
      throw new Error('More documents match than there are radars');
    return { rows: Number(counted?.rows), matchingRows: Number(counted?.matching) };
  });
}

const watchedPath = ({ folder }: Place): string => join(folder, 'watched-roots');

async function addRadars(scratch: Scratch, place: Place, count: number): Promise<void> {
  if (count === 0) return;
  const [organization] = await scratch.query<{ id: string }>(ADD_ORGANIZATION);
  await scratch.query('create table public.watched (root text collate "C")');
  await scratch.query(`copy public.watched from '${watchedPath(place)}'`);
  await scratch.query(ADD_RADARS, [organization?.id, count]);
  await scratch.query('vacuum analyze farol.radars');
  await scratch.query('checkpoint');
}

export async function measureMatching(place: Place, wish: MatchingWish): Promise<MatchingPace> {
  const { casesPath, radars, rounds, say } = wish;
  // The account that PostgreSQL runs under writes the list.
  await chmod(place.folder, 0o777);
  const sizes = await writeWatched(place, wish);
  const counts: Record<Amount, number> = { none: 0, ...radars };
  const told: Record<Amount, Imported[]> = { none: [], few: [], many: [] };
  let events = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const amount of round % 2 === 1 ? AMOUNTS : AMOUNTS.toReversed()) {
      await withScratch(place, async (scratch) => {
        await addRadars(scratch, place, counts[amount]);
        const result = await runImporter(place.folder, scratch.url, 'cases', casesPath);
        told[amount].push(result);
        const [row] = await scratch.query<{ events: string }>('select count(*) as events from farol.events');
        if (amount === 'many') events = Number(row?.events);
        const radarText = counts[amount].toLocaleString('en');
        say(
          `  matching round ${round}/${rounds}: ${radarText} radars, ${result.seconds.toFixed(1)} s (cpu ` +
            `${result.cpuSeconds.toFixed(1)} s), matching ${result.matchSeconds.toFixed(2)} s (cpu ` +
            `${result.matchCpuSeconds.toFixed(2)} s), ${row?.events} events`,
        );
      });
    }
  }
  await rm(watchedPath(place));
  return { ...sizes, events, told };
}
