// Who stands together in a case. Only parties that may be told of today: a worker against an employer, a victim or a witness
// is in no answer, and neither is anybody of a case that is hidden.
import type { Transaction } from '../../platform/db/database.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';
import type { Side } from './ports.ts';

export type CaseParty = {
  number: string;
  /** A CPF, a masked CPF, or the first 8 characters of a CNPJ. */
  root: string;
  document: string;
  name: string;
  side: Side;
  source: string;
  fetchedAt: Date;
  /** Of all parties of the case that may be told of. */
  total: number;
};

// The newest record that names somebody speaks for them. Parties are looked up one by one, which the offset holds the planner
// to: it takes every list of parties for a hundred, and would read the whole table instead.
const PARTIES_SQL = `
  with named as materialized (
    select distinct on (r.number, party ->> 'document') r.number, party ->> 'document' as document,
      coalesce(party ->> 'name', '') as name, r.source, r.fetched_at
    from registry.case_records r
    cross join lateral jsonb_array_elements(r.parties) as parties (party)
    where r.number = any ($1) and (r.secrecy = 0 or (r.secrecy is null and r.source = any ($2)))
      and party ->> 'document' <> '' and party ->> 'isHomonym' is distinct from 'true'
    order by r.number, party ->> 'document', r.fetched_at desc, r.source
  ), told as (
    select n.number, p.root, p.document, n.name, p.side, n.source, n.fetched_at as "fetchedAt",
      (count(*) over (partition by n.number))::integer as total,
      row_number() over (partition by n.number order by p.root = any ($3) desc, p.document) as place
    from named n
    cross join lateral (
      select c.root, c.document, c.side from registry.case_parties c
      where c.root = case when length(n.document) = 14 then left(n.document, 8) else n.document end
        and c.number = n.number and c.document = n.document and c.is_countable
      offset 0
    ) p
  )
  select * from told where place <= $4 order by number, place`;

/** At most `limit` of each case; those whose root is in `first` come before the others. */
export function listCaseParties(
  tx: Transaction,
  numbers: readonly string[],
  { first, limit }: { first: readonly string[]; limit: number },
): Promise<CaseParty[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  return tx.prepared('case_parties_told', PARTIES_SQL, [numbers, [...PUBLIC_ONLY_SOURCES], first, limit]);
}
