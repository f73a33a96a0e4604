// Which combined spreadsheets are named by a batch, whosesoever it is.
import type { Transaction } from '../../platform/db/database.ts';
import type { FileName } from '../../platform/files/file-store.ts';

/** As they are named when they are written: organization, batch, and an id of the attempt's own. */
const FOLDER = /^(\d{1,15})\/batches\/(\d{1,15})\/[0-9a-f-]{36}$/;

const UNNAMED_SQL = `
  select f.folder, f.filename
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as f (organization_id, id, folder, filename)
  where not exists (
    select from batches b
    where b.id = f.id and b.organization_id = f.organization_id
      and b.report ->> 'folder' = f.folder and b.report ->> 'filename' = f.filename
  )`;

/** Those of the names that could be a batch's and are no batch's. */
export async function findUnnamed(tx: Transaction, names: readonly FileName[]): Promise<readonly FileName[]> {
  const reports = names.flatMap(({ folder, filename }) => {
    const [, organizationId, id] = FOLDER.exec(folder) ?? [];
    return organizationId === undefined ? [] : [{ organizationId, id, folder, filename }];
  });
  return tx.prepared<FileName>('unnamed_batch_reports', UNNAMED_SQL, [
    reports.map(({ organizationId }) => organizationId),
    reports.map(({ id }) => id),
    reports.map(({ folder }) => folder),
    reports.map(({ filename }) => filename),
  ]);
}
