// Documents of the sandbox's population, which its sources know too.
import type { Filled } from '../../test/support/many-cases.ts';
import type { Scratch } from '../registry/scratch.ts';

/** Those of the population whose dossiers are nearest to so many cases. */
export async function findDocuments(scratch: Scratch, { count, cases }: Filled): Promise<string[]> {
  const rows = await scratch.query<{ document: string }>(
    `select min(p.document) as document from registry.case_parties p
     where p.is_countable and p.root !~ '[*]' and p.root !~ '^9' group by p.root
     order by abs(count(distinct p.number) - $2), 1 limit $1`,
    [count, cases],
  );
  return rows.map(({ document }) => document);
}
