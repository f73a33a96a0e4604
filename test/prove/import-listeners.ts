// An organization with radars on documents of the registry, and what it is told by an import: each event once, whatever
// happened to the import on the way.
import { withClient } from '../support/database.ts';
import type { ImportOrder } from './import-order.ts';

/** Documents by root, of which every third is watched. */
const ROOTS: Readonly<Record<ImportOrder['source'], string>> = {
  receita: 'select c.root from registry.companies c',
  pgfn: `select distinct d.root from registry.debts d where d.root not like '*%'`,
  cases: `select distinct p.root from registry.case_parties p where p.root not like '*%'`,
};

export type Listener = {
  /** Puts radars on documents that are served now. */
  listen(source: ImportOrder['source']): Promise<void>;
  /** What was told until now is forgotten, and so are the processes it left. */
  forget(): Promise<void>;
  /** Sorted, without their ids and times. */
  hear(): Promise<string[]>;
};

export async function createListener(url: string): Promise<Listener> {
  const query = <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    withClient(url, async (client) => (await client.query(sql, [...values])).rows as Row[]);
  const [organization] = await query<{ id: string }>(
    `insert into farol.organizations (holder_id, name) select min(h.id), 'Listeners' from farol.holders h returning id`,
  );
  const id = organization?.id ?? '';
  let heardUpTo = '0';
  return {
    listen: async (source) => {
      await query(
        `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, primed_at)
         select $1, 1, r.root, rpad(r.root, 14, '0'), 'r', 'CNPJ', 1, now() from (${ROOTS[source]}) r
         where hashtext(r.root) % 3 = 0 on conflict do nothing`,
        [id],
      );
    },
    forget: async () => {
      await query('delete from farol.processes where organization_id = $1', [id]);
      const [last] = await query<{ last: string }>(
        'select coalesce(max(row_id), 0) as last from farol.events',
      );
      heardUpTo = last?.last ?? heardUpTo;
    },
    hear: async () => {
      const rows = await query<{ told: string }>(
        `select e.type || ' ' || e.data as told from farol.events e
         where e.organization_id = $1 and e.row_id > $2 order by 1`,
        [id, heardUpTo],
      );
      return rows.map(({ told }) => told);
    },
  };
}
