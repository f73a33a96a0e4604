// Spreadsheets that no analysis names: those of a worker that died, or lost its job, before the commit that would have named
// them. Runs under the role that looks across organizations.
import type { Transaction } from '../../platform/db/database.ts';
import type { FileName, FileStore } from '../../platform/files/file-store.ts';
import { sweepFiles } from '../../platform/files/sweeping.ts';

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

async function findUnnamed(tx: Transaction, names: readonly FileName[]): Promise<readonly FileName[]> {
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

/** How many were removed. */
export function sweepReports(tx: Transaction, store: FileStore, nowMs: number): Promise<number> {
  return sweepFiles(store, nowMs, (names) => findUnnamed(tx, names));
}
