// What somebody is called, as far as the cases that may be told of them say.
import type { Document } from '../../documents/document.ts';
import { documentRoot } from '../../documents/document.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';

/** Some cases of a name are as good as all of them. */
const CASES_SEARCHED = 20;

// A case that is hidden must not even show by the name that only it knows.
const NAME_SQL = `
  with searched as materialized (
    select p.number, p.document from registry.case_parties p
    where p.root = $1 and p.document = $2 and p.is_countable order by p.number limit ${CASES_SEARCHED}
  )
  select party ->> 'name' as name from searched s
  join registry.case_records r on r.number = s.number
  cross join lateral jsonb_array_elements(r.parties) as parties (party)
  where (r.secrecy = 0 or (r.secrecy is null and r.source = any ($3))) and party ->> 'document' = s.document and party ->> 'name' <> ''
    and party ->> 'isHomonym' is distinct from 'true'
  order by r.updated_at desc nulls last, s.number limit 1`;

/** Null when no case names the document. */
export async function findPartyName(tx: Transaction, document: Document): Promise<string | null> {
  const values = [documentRoot(document), document, [...PUBLIC_ONLY_SOURCES]];
  const [row] = await tx.prepared<{ name: string }>('party_name', NAME_SQL, values);
  return row?.name ?? null;
}
