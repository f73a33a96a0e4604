import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { createImportBed } from './fixtures/import-bed.ts';
import type { ImportBed } from './fixtures/import-bed.ts';
import { incrementImport, MAKE_ITEMS, snapshotImport } from './fixtures/item-imports.ts';
import { watch } from './fixtures/watchers.ts';
import { listSources } from './source-list.ts';

const lines = (from: number, to: number, word: string): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index};${word}\n`).join('');

describe('an import', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
    await bed.database.admin(MAKE_ITEMS);
  });
  after(() => bed.close());
  const names = async (table: string): Promise<Record<string, number>> => {
    const rows = await bed.query<{ name: string; count: string }>(
      `select name, count(*) as count from registry.${table} group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
  };

  it('of an increment merges, and the same file again changes nothing', async () => {
    const path = bed.file('first', lines(1, 50, 'um'));
    const seen: number[] = [];
    // Of 50 that change, two are watched; nothing is noted of the others.
    const watchers = [
      watch({ roots: ['7', '50', '51'] }, async (tx) => {
        const [row] = await tx.query<{ count: string }>('select count(*) from pg_temp.import_changes');
        seen.push(Number(row?.count));
      }),
    ];
    const first = await bed.run(incrementImport, [path], { watchers });
    assert.deepEqual(first.changed, { items: { added: 0, changed: 50, removed: 0 } });
    const again = await bed.run(incrementImport, [path], { watchers });
    assert.deepEqual(again.changed, { items: { added: 0, changed: 0, removed: 0 } });
    assert.deepEqual(seen, [2, 0]);
    await bed.run(incrementImport, [bed.file('second', lines(41, 60, 'dois'))]);
    assert.deepEqual(await names('items'), { dois: 20, um: 40 });
  });

  it('takes standard input, packed too', async () => {
    const input = Readable.from([gzipSync(lines(100, 110, 'entrada'))]);
    const result = await bed.run(incrementImport, ['-'], { input });
    assert.equal(result.rowsRead, 11);
    assert.match(result.checksum ?? '', /^[0-9a-f]{64}$/);
  });

  it('sets aside a row that only the database finds wrong, and takes its neighbours', async () => {
    const text = `${lines(1, 300, 'bom')}x17;ruim\n${lines(301, 600, 'bom')}99999999999;ruim\n`;
    const result = await bed.run(snapshotImport, [bed.file('refused', text)]);
    assert.deepEqual(await names('tpu_items'), { bom: 600 });
    assert.equal(result.rowsSetAside, 2);
    const rows = await bed.query<{ line: string; reason: string }>(
      `select line, reason from registry.quarantine where import_id = $1 order by line`,
      [result.importId],
    );
    assert.deepEqual(
      rows.map(({ line, reason }) => [Number(line), reason]),
      [
        [301, 'the database does not take its code (22P02)'],
        [602, 'the code is too large'],
      ],
    );
  });

  it('stops early in a file that is something else', async () => {
    const text = lines(2_000_000, 2_030_000, 'errado');
    const fault = await bed.fail(snapshotImport, [bed.file('wrong', text)], { chunkBytes: 10_000 });
    assert.equal(fault.kind, 'refused');
    assert.match(fault.message, /probably not the file it should be/);
    assert.deepEqual(await names('tpu_items'), { bom: 600 });
  });

  it('of a damaged file leaves an audit row too', async () => {
    const fault = await bed.fail(snapshotImport, [bed.file('busy.zip', '<html>busy</html>')]);
    assert.match(fault.message, /busy\.zip is damaged/);
    const [row] = await bed.query<{ state: string; reason: string }>(
      `select state, reason from registry.imports where source = 'snapshot' order by id desc limit 1`,
    );
    assert.deepEqual(row, { state: 'refused', reason: fault.message });
  });

  it('refuses files without a row', async () => {
    const fault = await bed.fail(snapshotImport, [bed.file('nothing', '')]);
    assert.match(fault.message, /not a single row/);
  });

  it('runs once at a time; a second says who runs since when', async () => {
    const { promise: opened, resolve: isOpen } = Promise.withResolvers<void>();
    const slow = {
      ...incrementImport,
      read: async (...args: Parameters<typeof incrementImport.read>) => {
        isOpen();
        await held;
        await incrementImport.read(...args);
      },
    };
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const path = bed.file('slow', lines(1, 5, 'lento'));
    const first = bed.run(slow, [path]);
    await opened;
    const fault = await bed.fail(incrementImport, [path]);
    assert.equal(fault.kind, 'conflict');
    assert.match(fault.message, /An import of increment is under way since \d{4}-.* by process \d+ on /);
    await bed.run(snapshotImport, [bed.file('beside', lines(1, 5, 'ao lado'))]);
    letGo();
    await first;
  });

  it('says so when it loses its connection, and goes on afterwards', async () => {
    const path = bed.file('lost', lines(1, 5000, 'perdido'));
    const cutting = {
      ...snapshotImport,
      read: async (...args: Parameters<typeof snapshotImport.read>) => {
        await bed.database.admin(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name like 'farol import%'`,
        );
        await snapshotImport.read(...args);
      },
    };
    const fault = await bed.fail(cutting, [path]);
    assert.equal(fault.kind, 'failed');
    assert.match(fault.message, /Run the same command again: it goes on where it stopped/);
    const [row] = await bed.query<{ state: string }>(
      `select state from registry.imports order by id desc limit 1`,
    );
    assert.equal(row?.state, 'failed');
    const result = await bed.run(snapshotImport, [path]);
    assert.equal(result.isResumed, true);
    assert.deepEqual(await names('tpu_items'), { perdido: 5000 });
  });

  it('waits for a reader of the old data, who sees only the old, and is not disturbed', async () => {
    const reader = new Client({ connectionString: bed.database.url });
    await reader.connect();
    await reader.query('begin');
    const count = async (): Promise<string> =>
      (
        await reader.query<{ names: string }>(
          `select string_agg(distinct name, ',') as names from registry.tpu_items`,
        )
      ).rows[0]?.names ?? '';
    assert.equal(await count(), 'perdido');
    const importing = bed.run(snapshotImport, [bed.file('swapped', lines(1, 10, 'trocado'))]);
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    assert.equal(await count(), 'perdido');
    await reader.query('commit');
    await importing;
    assert.equal(await count(), 'trocado');
    await reader.end();
  });

  it('drops what an older program has left in the stage', async () => {
    await bed.database.admin(
      'create table registry_stage.left_over (a int); alter table registry_stage.left_over owner to farol_importer',
    );
    await bed.run(snapshotImport, [bed.file('swapped', lines(1, 10, 'trocado'))]);
    assert.deepEqual(
      await bed.query(`select from pg_class where relnamespace = 'registry_stage'::regnamespace`),
      [],
    );
  });

  it('is told with its age and size, one that never was too', async () => {
    const client = new Client({ connectionString: bed.database.url });
    await client.connect();
    const tx = {
      query: async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows,
    };
    const never = { ...snapshotImport, source: 'never', serves: [] };
    const [known, unknown] = await listSources(tx as never, [snapshotImport, never]);
    await client.end();
    assert.equal(known?.rows, 10);
    assert.ok(known.sizeBytes > 0 && (known.ageSeconds ?? -1) >= 0);
    assert.equal(known.lastState, 'done');
    assert.deepEqual(
      [unknown?.importedAt, unknown?.ageSeconds, unknown?.rows, unknown?.lastState],
      [null, null, 0, null],
    );
  });
});
