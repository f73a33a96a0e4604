// Who wants to hear of changes. Two temporary views of the publishing connection say whom and what somebody watches, so that
// whatever notes changes leaves out the rest by a semi-join: what nobody watches is never written down.
import type { ChangeOrigin, ChangeWatcher, ImportTransaction } from './definition.ts';
import { sql } from './sql-words.ts';

const NOBODY = `select null::text collate "C" where false`;
const NOTHING = `select null::text collate "C", false where false`;

function joinRelations(relations: readonly string[], none: string): string {
  return relations.length === 0 ? none : relations.map((relation) => `(${relation})`).join(' union all ');
}

/** Before anything is noted; for as long as the connection lives. */
export async function openWatching(
  tx: Pick<ImportTransaction, 'query'>,
  watchers: readonly ChangeWatcher[],
): Promise<void> {
  const roots = watchers.map(({ watchedRoots }) => watchedRoots);
  const numbers = watchers.map(({ watchedNumbers }) => watchedNumbers);
  await tx.query(sql('create or replace temp view watched_roots (root) as %E', joinRelations(roots, NOBODY)));
  await tx.query(
    sql(
      'create or replace temp view watched_numbers (number, is_asked_for) as %E',
      joinRelations(numbers, NOTHING),
    ),
  );
}

export async function tellWatchers(
  tx: ImportTransaction,
  watchers: readonly ChangeWatcher[],
  origin: ChangeOrigin,
): Promise<void> {
  for (const watcher of watchers) {
    await watcher.onChanges(tx, origin);
  }
}
