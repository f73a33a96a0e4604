import { makeCpf } from '../../../sandbox/numbers.ts';
// Two organizations that have things refreshed: one whose budget is more than enough, and one whose budget is not. What they
// watch, and what came of it.
import { litigantsOf, caseLinesOf } from '../../../sandbox/server/country.ts';
import { noteCanary } from '../../support/canaries.ts';
import { withClient } from '../../support/database.ts';

export type Size = { readonly radars: number; readonly processes: number; readonly budget: number };
export type Organization = Size & { readonly id: number };

export type Watched = {
  organizationId: number;
  kind: 'radar' | 'process';
  key: string;
  /** The document or number that its source is asked for. */
  asked: string;
  refreshedMs: number | null;
  result: string | null;
  isUnderWay: boolean;
};

export type Office = {
  readonly organizations: readonly Organization[];
  watched(): Promise<Watched[]>;
  /** Of each organization how much of its budget it has spent in the run of that day, and what is due before a time. */
  spending(day: string, before: Date): Promise<Map<number, { spent: number; due: number }>>;
  countLive(): Promise<number>;
  /** What a worker is at, alive or dead. */
  listInFlight(): Promise<string[]>;
  /** Sorted, without their ids and times. */
  events(): Promise<string[]>;
};

/** Never drawn by the sandbox, so that nobody has a case with another. */
const FIRST_CPF = 971_000_000;
const OF_TJSP = /^\d{13}826/;

function listNumbers(count: number): string[] {
  const numbers = new Set<string>();
  for (const document of litigantsOf()) {
    for (const { number, records } of caseLinesOf(document)) {
      if (OF_TJSP.test(number) && records.every(({ secrecy }) => secrecy === 0)) numbers.add(number);
    }
    if (numbers.size >= count) break;
  }
  return [...numbers].slice(0, count);
}

type Query = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

async function addOrganization(query: Query, size: Size, due: Date, used: number): Promise<Organization> {
  const [made] = await query<{ id: number }>(
    `insert into farol.organizations (holder_id, name) select min(h.id), 'Refreshed' from farol.holders h
     returning id::integer as id`,
  );
  const id = made?.id ?? 0;
  await query('insert into farol.refresh_plans (organization_id, daily_budget) values ($1, $2)', [
    id,
    size.budget,
  ]);
  const documents = Array.from({ length: size.radars }, (_, index) => makeCpf(FIRST_CPF + used + index));
  noteCanary(...documents);
  await query(
    `insert into farol.radars
       (organization_id, document_id, root, document, name, type, plan_id, primed_at, refresh_due_at)
     select $1, w.place, w.document, w.document, 'radar', 'CPF', 1, now(), $3::timestamptz + w.place * interval '1 ms'
     from unnest($2::text[]) with ordinality as w (document, place)`,
    [id, documents, due],
  );
  await query(
    `insert into farol.processes (organization_id, number, status, is_imported, refresh_due_at)
     select $1, w.number, 'ACTIVE', true, $3::timestamptz + w.place * interval '1 ms'
     from unnest($2::text[]) with ordinality as w (number, place)`,
    [id, listNumbers(used + size.processes).slice(used), due],
  );
  return { ...size, id };
}

const WATCHED_SQL = `
  select r.organization_id::integer as "organizationId", 'radar' as kind, r.id::text as key, r.document as asked,
    (extract(epoch from r.refreshed_at) * 1000)::float8 as "refreshedMs", r.refresh_result as result,
    r.refresh_began_at is not null or r.wrapped_refresh_ticket is not null as "isUnderWay"
  from farol.radars r where r.organization_id = any ($1)
  union all
  select p.organization_id::integer, 'process', p.number, p.number,
    (extract(epoch from p.refreshed_at) * 1000)::float8, p.refresh_result, p.refresh_began_at is not null
  from farol.processes p where p.organization_id = any ($1) and p.is_imported
  order by 1, 2, 3`;

const SPENDING_SQL = `
  select p.organization_id::integer as id, case when p.spent_on = $2::date then p.spent else 0 end as spent,
    ((select count(*) from farol.radars r
      where r.organization_id = p.organization_id and r.refresh_due_at < $3)
     + (select count(*) from farol.processes c
        where c.organization_id = p.organization_id and c.is_imported and c.refresh_due_at < $3))::integer as due
  from farol.refresh_plans p where p.organization_id = any ($1)`;

const JOBS = `from pgboss.job where name like 'refresh.%' and state`;

/** What is watched is due from that time on. */
export async function openOffice(url: string, sizes: readonly Size[], due: Date): Promise<Office> {
  const query: Query = <Row>(sql: string, values: readonly unknown[] = []) =>
    withClient(url, async (client) => (await client.query(sql, [...values])).rows as Row[]);
  const organizations: Organization[] = [];
  let used = 0;
  for (const size of sizes) {
    organizations.push(await addOrganization(query, size, due, used));
    used += size.radars + size.processes;
  }
  const ids = organizations.map(({ id }) => id);
  return {
    organizations,
    watched: () => query<Watched>(WATCHED_SQL, [ids]),
    spending: async (day, before) => {
      const rows = await query<{ id: number; spent: number; due: number }>(SPENDING_SQL, [ids, day, before]);
      return new Map(rows.map(({ id, ...each }) => [id, each]));
    },
    countLive: async () =>
      (await query<{ count: number }>(`select count(*)::integer as count ${JOBS} < 'completed'`))[0]?.count ??
      0,
    listInFlight: async () => {
      const rows = await query<{ number: string | null }>(
        `select data ->> 'processNumber' as number ${JOBS} = 'active'`,
      );
      return rows.map(({ number }) => number ?? 'a radar');
    },
    events: async () => {
      const rows = await query<{ told: string }>(
        `select e.organization_id || ' ' || e.type || ' ' || e.data as told from farol.events e
         where e.organization_id = any ($1) order by 1`,
        [ids],
      );
      return rows.map(({ told }) => told);
    },
  };
}
