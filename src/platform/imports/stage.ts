// The tables an import builds aside, and how far it has got. Both are written in the same transactions, so what the
// progress row says is in the tables, no more and no less.
import { createHash } from 'node:crypto';
import type { ImportDefinition, ImportTransaction, StageTable } from './definition.ts';
import { sql } from './sql-words.ts';

export type Progress = {
  /** Index of the file that is being read; equal to their number when all are. */
  file: number;
  /** The last line of it that is staged. */
  line: number;
  rowsRead: number;
  rowsSetAside: number;
  warnings: Record<string, number>;
};

export const NOTHING_READ: Progress = { file: 0, line: 0, rowsRead: 0, rowsSetAside: 0, warnings: {} };

/**
 * Of a full snapshot the staged table becomes the served one, so it is an ordinary table: making it one afterwards would
 * write all of it again. Of an increment it is unlogged, and so is its progress: a crash of the database empties both.
 */
function persistenceOf(definition: ImportDefinition): 'logged' | 'unlogged' {
  return definition.publish.kind === 'swap' ? 'logged' : 'unlogged';
}

export function progressTable(source: string): string {
  return `${source}__progress`;
}

/** Changes whenever what is staged would look different; a stage of another shape is not taken up. */
function shapeOf(definition: ImportDefinition): string {
  return createHash('sha256')
    .update(JSON.stringify([definition.stage, definition.publish.kind]))
    .digest('hex');
}

async function createStageTable(tx: ImportTransaction, table: StageTable, isLogged: boolean): Promise<void> {
  // Rows are only ever added; vacuuming would cost time and could put later rows before earlier ones.
  const { shape } = table;
  if ('like' in shape) {
    const template = isLogged
      ? 'create table %T (like %R including defaults including constraints including storage) with (autovacuum_enabled = false)'
      : 'create unlogged table %T (like %R including defaults) with (autovacuum_enabled = false)';
    await tx.query(sql(template, table.name, shape.like));
    return;
  }
  const template = 'create unlogged table %T (%E) with (autovacuum_enabled = false)';
  await tx.query(sql(template, table.name, shape.columns));
}

export async function createStage(
  tx: ImportTransaction,
  definition: ImportDefinition,
  importId: string,
): Promise<void> {
  const isLogged = persistenceOf(definition) === 'logged';
  for (const table of definition.stage) {
    await createStageTable(tx, table, isLogged);
    await tx.query(sql(`comment on table %T is '%E'`, table.name, definition.source));
  }
  const progress = progressTable(definition.source);
  const columns = `(import_id bigint not null, shape text not null, file int not null, line bigint not null,
    rows_read bigint not null, rows_set_aside bigint not null, warnings jsonb not null)`;
  const template = isLogged ? 'create table %T %E' : 'create unlogged table %T %E';
  await tx.query(sql(template, progress, columns));
  await tx.query(sql(`comment on table %T is '%E'`, progress, definition.source));
  await tx.query(
    sql(
      `insert into %T (import_id, shape, file, line, rows_read, rows_set_aside, warnings) values ($1, $2, 0, 0, 0, 0, '{}')`,
      progress,
    ),
    [importId, shapeOf(definition)],
  );
}

export async function writeProgress(tx: ImportTransaction, source: string, to: Progress): Promise<void> {
  await tx.query(
    sql(
      'update %T set file = $1, line = $2, rows_read = $3, rows_set_aside = $4, warnings = $5',
      progressTable(source),
    ),
    [to.file, to.line, to.rowsRead, to.rowsSetAside, JSON.stringify(to.warnings)],
  );
}

/** Rows that went after everything was read, so that a run that is taken up still counts them. */
export async function addSetAside(tx: ImportTransaction, source: string, count: number): Promise<void> {
  const statement = sql('update %T set rows_set_aside = rows_set_aside + $1', progressTable(source));
  await tx.query(statement, [count]);
}

async function tableExists(tx: ImportTransaction, name: string): Promise<boolean> {
  const rows = await tx.query(sql('select from pg_class where oid = to_regclass($1)'), [sql('%T', name)]);
  return rows.length === 1;
}

type ProgressRow = {
  import_id: string;
  shape: string;
  file: number;
  line: string;
  rows_read: string;
  rows_set_aside: string;
  warnings: Record<string, number>;
};

/** What an earlier run left, when it can be built upon. */
export async function findStage(
  tx: ImportTransaction,
  definition: ImportDefinition,
): Promise<{ importId: string; progress: Progress } | null> {
  const name = progressTable(definition.source);
  for (const table of [name, ...definition.stage.map((each) => each.name)]) {
    if (!(await tableExists(tx, table))) {
      return null;
    }
  }
  const [row] = await tx.query<ProgressRow>(
    sql('select import_id, shape, file, line, rows_read, rows_set_aside, warnings from %T', name),
  );
  if (row === undefined || row.shape !== shapeOf(definition)) {
    return null;
  }
  const { file, line, rows_read: rowsRead, rows_set_aside: rowsSetAside, warnings } = row;
  return {
    importId: row.import_id,
    progress: {
      file,
      line: Number(line),
      rowsRead: Number(rowsRead),
      rowsSetAside: Number(rowsSetAside),
      warnings,
    },
  };
}

export async function dropStage(tx: ImportTransaction, definition: ImportDefinition): Promise<void> {
  const names = [progressTable(definition.source), ...definition.stage.map(({ name }) => name)];
  await tx.query(sql('drop table if exists %T', names));
}
