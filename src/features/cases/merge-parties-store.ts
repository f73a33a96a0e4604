// Party rows of held numbers, old against new. Rows of numbers that were not served before need no comparing: they are
// inserted as they were staged.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { sql } from '../../platform/imports/sql-words.ts';
import { PARTY_CONTENT, PARTY_SHAPE } from './merge-stage.ts';
import type { Written } from './merge-store.ts';

type Tx = Pick<ImportTransaction, 'query'>;

async function countOf(tx: Tx, statement: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await tx.query<{ count: string }>(statement, values);
  return Number(row?.count ?? 0);
}

const PARTY_KEY = 'root, number, document';
const PARTY_COLUMNS = [PARTY_KEY, ...PARTY_CONTENT].join(', ');

/** Facts of held numbers that only this source knows are as they were staged; mixed ones are derived anew. */
export async function openNewParties(tx: Tx): Promise<void> {
  await tx.query(sql('create temp table case_new_parties (%E) on commit drop', PARTY_SHAPE));
  await tx.query(
    `insert into case_new_parties (${PARTY_COLUMNS})
     select ${PARTY_COLUMNS} from staged_parties s
     where s.number in (select a.number from case_affected a where not a.is_mixed)`,
  );
}

export const COPY_NEW_PARTIES = `copy case_new_parties (${PARTY_COLUMNS}) from stdin`;

const NEW_CONTENT = PARTY_CONTENT.map((name) => `n.${name}`).join(', ');
const OLD_CONTENT = PARTY_CONTENT.map((name) => `o.${name}`).join(', ');
const PARTY_ASSIGNMENTS = PARTY_CONTENT.map((name) => `${name} = n.${name}`).join(', ');

/** Without figures the database would join what was derived anew as if it were ten rows. */
export async function analyzeNewParties(tx: Tx): Promise<void> {
  await tx.query('analyze case_new_parties');
}

export async function writeParties(tx: Tx, fetchedAt: Date): Promise<Written> {
  const removed = await countOf(
    tx,
    `with removed as (
       delete from registry.case_parties p using case_old_parties o
       where (p.root, p.number, p.document) = (o.root, o.number, o.document) and not exists (
         select from case_new_parties n where (n.root, n.number, n.document) = (o.root, o.number, o.document)
       )
       returning 1
     ) select count(*) as count from removed`,
  );
  const changed = await countOf(
    tx,
    `with changed as (
       update registry.case_parties p set ${PARTY_ASSIGNMENTS}, fetched_at = $1
       from case_new_parties n, case_old_parties o
       where (p.root, p.number, p.document) = (n.root, n.number, n.document)
         and (o.root, o.number, o.document) = (n.root, n.number, n.document)
         and (${NEW_CONTENT}) is distinct from (${OLD_CONTENT})
       returning 1
     ) select count(*) as count from changed`,
    [fetchedAt],
  );
  const added = await countOf(
    tx,
    `with added as (
       insert into registry.case_parties (${PARTY_COLUMNS}, fetched_at)
       select ${PARTY_COLUMNS}, $1::timestamptz
       from (
         select ${PARTY_COLUMNS} from staged_parties s
         where not exists (select from case_held h where h.number = s.number)
         union all
         select ${PARTY_COLUMNS} from case_new_parties n
         where not exists (
           select from case_old_parties o where (o.root, o.number, o.document) = (n.root, n.number, n.document)
         )
       ) fresh
       order by ${PARTY_KEY}
       returning 1
     ) select count(*) as count from added`,
    [fetchedAt],
  );
  return { added, changed, removed };
}
