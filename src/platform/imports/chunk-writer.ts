// Puts a chunk into the stage: all of it in one transaction, together with how far the file is read.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseError } from 'pg';
import type { Chunk, SetAside, TableRows } from './chunk.ts';
import type { ImportConnection } from './connection.ts';
import type { ImportTransaction, StageTable } from './definition.ts';
import { sql } from './sql-words.ts';
import { writeProgress } from './stage.ts';
import type { Progress } from './stage.ts';

export type ChunkTarget = {
  readonly connection: ImportConnection;
  readonly source: string;
  readonly importId: string;
  readonly tables: ReadonlyMap<string, StageTable>;
  readonly chunkBytes: number;
};

const LF = 0x0a;
/** More refused rows than this in one chunk mean that reader and table disagree, which no setting aside mends. */
const MAX_REFUSED_ROWS = 1000;

/** A value that the reader let through and the database cannot take: data exceptions and broken constraints. */
function refusedRowOf(error: unknown): { row: number; reason: string } | null {
  if (!(error instanceof DatabaseError) || !/^2[23]/.test(error.code ?? '')) {
    return null;
  }
  const [, row, column] = /, line (\d+)(?:, column (\w+))?/.exec(error.where ?? '') ?? [];
  const reason = `the database does not take ${column === undefined ? 'it' : `its ${column}`} (${error.code})`;
  return row === undefined ? null : { row: Number(row) - 1, reason };
}

function cutRow(bytes: Buffer, row: number): { rest: Buffer; removed: string } {
  let start = 0;
  for (let index = 0; index < row; index += 1) {
    start = bytes.indexOf(LF, start) + 1;
  }
  const end = bytes.indexOf(LF, start) + 1;
  return {
    rest: Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
    removed: bytes.subarray(start, end - 1).toString(),
  };
}

async function copyPieces(
  tx: ImportTransaction,
  table: StageTable,
  pieces: readonly Buffer[],
): Promise<void> {
  const stream = tx.copyIn(sql('copy %T (%I) from stdin', table.name, table.columns));
  await pipeline(Readable.from(pieces, { objectMode: true }), stream);
}

/** Copies all but the rows that the database refuses, which are returned. Each refusal costs the chunk once more. */
async function copyRows(
  tx: ImportTransaction,
  table: StageTable,
  rows: TableRows,
): Promise<Omit<SetAside, 'file'>[]> {
  const refused: Omit<SetAside, 'file'>[] = [];
  let pieces = rows.pieces();
  const lines = [...rows.lines];
  for (;;) {
    await tx.query('savepoint before_copy');
    try {
      await copyPieces(tx, table, pieces);
      return refused;
    } catch (error) {
      const culprit = refusedRowOf(error);
      if (culprit === null || refused.length >= MAX_REFUSED_ROWS) {
        throw error;
      }
      await tx.query('rollback to savepoint before_copy');
      const { rest, removed } = cutRow(Buffer.concat(pieces), culprit.row);
      pieces = [rest];
      const [line = 0] = lines.splice(culprit.row, 1);
      refused.push({ line, reason: culprit.reason, original: removed });
    }
  }
}

async function writeSetAside(
  tx: ImportTransaction,
  importId: string,
  rows: readonly SetAside[],
): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  await tx.query(
    `insert into registry.quarantine (import_id, file, line, reason, original)
     select $1, q.file, q.line, q.reason, q.original
     from unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) as q (file, line, reason, original)
     on conflict do nothing`,
    [
      importId,
      rows.map(({ file }) => file),
      rows.map(({ line }) => line),
      rows.map(({ reason }) => reason),
      // PostgreSQL's text holds everything but this.
      rows.map(({ original }) => original.replaceAll('\0', '\u{2400}')),
    ],
  );
}

/** Resolves to what is staged after it. */
export function writeChunk(
  target: ChunkTarget,
  chunk: Chunk,
  file: string,
  after: Progress,
): Promise<Progress> {
  return target.connection.transaction(async (tx) => {
    const refused: SetAside[] = [];
    for (const [name, rows] of chunk.tables) {
      const table = target.tables.get(name);
      if (table === undefined) {
        throw new Error(`${target.source} has no stage table ${name}`);
      }
      refused.push(
        ...(await copyRows(tx, table, rows)).map(({ line, reason, original }) => ({
          file,
          line,
          reason,
          original,
        })),
      );
    }
    await writeSetAside(tx, target.importId, [...chunk.setAside, ...refused]);
    const progress = { ...after, rowsSetAside: after.rowsSetAside + refused.length };
    await writeProgress(tx, target.source, progress);
    return progress;
  });
}
