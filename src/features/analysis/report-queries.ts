// Which spreadsheets are named by an analysis, whosesoever it is.
import type { Transaction } from '../../platform/db/database.ts';
import type { FileName } from '../../platform/files/file-store.ts';

/** As they are named when they are written: organization, analysis, and an id of the attempt's own. */
const FOLDER = /^(\d{1,15})\/(\d{1,15})\/[0-9a-f-]{36}$/;

const UNNAMED_SQL = `
  select f.folder, f.filename
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as f (organization_id, id, folder, filename)
  where not exists (
    select from analyses a
    where a.id = f.id and a.organization_id = f.organization_id
      and jsonb_build_object('folder', f.folder, 'filename', f.filename)
        in (select r.value - '{bytes,sha256,rows}'::text[] from jsonb_each(a.reports) r)
  )`;

/** Those of the names that could be an analysis's and are no analysis's. */
export async function findUnnamed(tx: Transaction, names: readonly FileName[]): Promise<readonly FileName[]> {
  const reports = names.flatMap(({ folder, filename }) => {
    const [, organizationId, id] = FOLDER.exec(folder) ?? [];
    return organizationId === undefined ? [] : [{ organizationId, id, folder, filename }];
  });
  return tx.prepared<FileName>('unnamed_reports', UNNAMED_SQL, [
    reports.map(({ organizationId }) => organizationId),
    reports.map(({ id }) => id),
    reports.map(({ folder }) => folder),
    reports.map(({ filename }) => filename),
  ]);
}
