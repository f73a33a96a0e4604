// From staged and verified to served.
import { compareTables, makeChangesTable } from './comparison.ts';
import type { ImportConnection } from './connection.ts';
import type {
  ChangeCounts,
  ChangeWatcher,
  ImportDefinition,
  ImportRun,
  ImportTransaction,
} from './definition.ts';
import { buildIndexes, makeReady } from './indexes.ts';
import { sql } from './sql-words.ts';
import { dropStage } from './stage.ts';
import { swapTables } from './swap.ts';
import { openWatching, tellWatchers } from './watching.ts';

export type PublicationSteps = {
  readonly watchers: readonly ChangeWatcher[];
  onStep(step: string): void;
  /** Called when keys are known to be unique; it may still refuse. */
  onDuplicates(count: number): void;
  /** The audit row, in the publishing transaction. */
  finish(tx: ImportTransaction, changed: ChangeCounts): Promise<void>;
};

type Parts = {
  connection: ImportConnection;
  definition: ImportDefinition;
  run: ImportRun;
  steps: PublicationSteps;
};

async function publishSnapshot(
  parts: Parts,
  tables: Extract<ImportDefinition['publish'], { kind: 'swap' }>['tables'],
): Promise<ChangeCounts> {
  const { connection, run, steps } = parts;
  let duplicates = 0;
  for (const { name } of tables) {
    steps.onStep(`building the indexes of ${name}`);
    duplicates += await buildIndexes(connection, name, run);
  }
  steps.onDuplicates(duplicates);
  for (const { name } of tables) {
    await makeReady(connection, name);
  }
  steps.onStep('comparing with what is served');
  await makeChangesTable(connection);
  await openWatching(connection, steps.watchers);
  const changed = await compareTables(connection, tables);
  steps.onStep('putting the new in the place of the old');
  await connection.transaction(async (tx) => {
    await tx.query('set local synchronous_commit = on');
    await tellWatchers(tx, steps.watchers, run);
    await swapTables(
      tx,
      tables.map(({ name }) => name),
    );
    await steps.finish(tx, changed);
    await dropStage(tx, parts.definition);
  });
  return changed;
}

const PLAIN_COLUMNS = `
  select c.relname as table, array_agg(a.attname order by a.attnum)::text[] as columns
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'registry'::regnamespace and c.relname = any ($1::text[])
    and a.attnum > 0 and not a.attisdropped and t.typcategory <> 'A' and t.typname <> 'jsonb'
  group by c.relname`;

/** No plan asks for figures of arrays and JSON, and they take twice as long as all the others. */
async function analyzeServed(connection: ImportConnection, tables: readonly string[]): Promise<void> {
  const found = await connection.query<{ table: string; columns: string[] }>(PLAIN_COLUMNS, [tables]);
  for (const { table, columns } of found) {
    await connection.query(sql('analyze %R (%I)', table, columns));
  }
}

async function publishIncrement(
  parts: Parts,
  way: Extract<ImportDefinition['publish'], { kind: 'merge' }>,
): Promise<ChangeCounts> {
  const { connection, definition, run, steps } = parts;
  steps.onStep('preparing what was read');
  await makeChangesTable(connection);
  await openWatching(connection, steps.watchers);
  await way.prepare?.(connection, run);
  steps.onStep('merging');
  const changed = await connection.transaction(async (tx) => {
    await tx.query('set local synchronous_commit = on');
    const counts = await way.merge(tx, run);
    if (steps.watchers.length > 0) {
      steps.onStep('looking for who watches it');
      await way.note?.(tx, run);
      await tellWatchers(tx, steps.watchers, run);
    }
    await steps.finish(tx, counts);
    await dropStage(tx, definition);
    return counts;
  });
  // So that plans and the list of sources know of the new rows at once. What is served is committed, so this may fail.
  await analyzeServed(connection, definition.serves).catch(() => undefined);
  return changed;
}

/** All or nothing: served, audit row and the end of the stage are one transaction. */
export function publish(parts: Parts): Promise<ChangeCounts> {
  const { publish: way } = parts.definition;
  return way.kind === 'swap' ? publishSnapshot(parts, way.tables) : publishIncrement(parts, way);
}
