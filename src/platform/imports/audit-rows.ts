// registry.imports: one row for each run, whatever its end.
import type { ChangeCounts, ImportTransaction } from './definition.ts';
import type { CheckedFile } from './input-files.ts';
import type { Progress } from './stage.ts';

export type FileNote = { name: string; container: string; sizeBytes: number | null; sha256: string | null };
export type ImportState = 'running' | 'done' | 'refused' | 'failed';

export function noteFiles(files: readonly CheckedFile[]): FileNote[] {
  return files.map(({ name, container, sizeBytes, checksum }) => ({
    name,
    container,
    sizeBytes,
    sha256: checksum(),
  }));
}

/** Standard input has no checksum before it was read, so it is never the same. */
export function areSameFiles(one: readonly FileNote[], other: readonly FileNote[]): boolean {
  return (
    one.length === other.length &&
    one.every((file, index) => {
      const twin = other[index];
      return file.sha256 !== null && file.name === twin?.name && file.sha256 === twin.sha256;
    })
  );
}

export async function insertImport(
  tx: ImportTransaction,
  row: { source: string; files: readonly FileNote[]; edition: string | null; runBy: string },
): Promise<string> {
  const [inserted] = await tx.query<{ id: string }>(
    `insert into registry.imports (source, state, files, edition, run_by) values ($1, 'running', $2, $3, $4) returning id`,
    [row.source, JSON.stringify(row.files), row.edition, row.runBy],
  );
  return inserted?.id ?? '';
}

export async function takeUpImport(tx: ImportTransaction, id: string, runBy: string): Promise<void> {
  await tx.query(
    `update registry.imports i
     set state = 'running', ended_at = null, reason = null, times_resumed = i.times_resumed + 1, run_by = $2
     where i.id = $1`,
    [id, runBy],
  );
}

export type ImportEnd = {
  state: Exclude<ImportState, 'running'>;
  progress: Progress | null;
  changed: ChangeCounts;
  files: readonly FileNote[];
  checksum: string | null;
  reason: string | null;
};

export async function endImport(tx: ImportTransaction, id: string, end: ImportEnd): Promise<void> {
  const { state, progress, changed, files, checksum, reason } = end;
  await tx.query(
    `update registry.imports i
     set state = $2, ended_at = farol.clock_now(), changed = $3, files = $4, checksum = $5, reason = $6,
       rows_read = coalesce($7, i.rows_read), rows_set_aside = coalesce($8, i.rows_set_aside),
       warnings = coalesce($9, i.warnings)
     where i.id = $1`,
    [
      id,
      state,
      JSON.stringify(changed),
      JSON.stringify(files),
      checksum,
      reason,
      progress?.rowsRead ?? null,
      progress?.rowsSetAside ?? null,
      progress === null ? null : JSON.stringify(progress.warnings),
    ],
  );
}

export type RunningRow = { id: string; started_at: Date; run_by: string | null };

export async function findRunning(tx: ImportTransaction, source: string): Promise<RunningRow | null> {
  const [row] = await tx.query<RunningRow>(
    `select i.id, i.started_at, i.run_by from registry.imports i
     where i.source = $1 and i.state = 'running' order by i.id desc limit 1`,
    [source],
  );
  return row ?? null;
}

export async function findFiles(tx: ImportTransaction, id: string): Promise<FileNote[]> {
  const [row] = await tx.query<{ files: FileNote[] }>(
    `select i.files from registry.imports i where i.id = $1 and i.state in ('running', 'failed')`,
    [id],
  );
  return row?.files ?? [];
}

/** The lock is ours, so a row that says "running" and is not ours was left by a process that is gone. */
export async function closeDeadRuns(tx: ImportTransaction, source: string): Promise<void> {
  await tx.query(
    `update registry.imports i
     set state = 'failed', ended_at = farol.clock_now(), reason = 'The process that ran it is gone.'
     where i.source = $1 and i.state = 'running'`,
    [source],
  );
}

/** What was set aside is kept for the last few runs; it holds whole rows of people. */
export async function forgetOldQuarantine(tx: ImportTransaction, source: string): Promise<void> {
  await tx.query(
    `delete from registry.quarantine q
     where q.import_id in (
       select i.id from registry.imports i where i.source = $1 order by i.id desc offset 3
     )`,
    [source],
  );
}

export async function getStart(tx: ImportTransaction, id: string): Promise<Date> {
  const [row] = await tx.query<{ started_at: Date }>(
    'select i.started_at from registry.imports i where i.id = $1',
    [id],
  );
  if (row === undefined) {
    throw new Error(`Import ${id} has no row`);
  }
  return row.started_at;
}
