// Killed at any moment and run again, an import ends as if nothing had happened, and readers never see a mixture.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createImportBed } from './fixtures/import-bed.ts';
import type { ImportBed } from './fixtures/import-bed.ts';
import { incrementImport, MAKE_ITEMS, snapshotImport } from './fixtures/item-imports.ts';

const PROGRAM = fileURLToPath(new URL('fixtures/importer-process.ts', import.meta.url));
const CHUNK_BYTES = 2000;
/** Shares of the time that it takes undisturbed; what was stopped is taken up by the next. */
const KILLED_AT = [0.15, 0.6, 0.3, 0.9, 0.45];
const ROWS = 6000;

/** Items 1 to so many, in an order that is not theirs, some of them to be set aside. */
function items(edition: string): string {
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `${((index * 7919) % ROWS) + 1};${edition} ${index}`,
  );
  lines.splice(500, 0, '2000000;demais', '3000000;demais');
  return `${lines.join('\n')}\n`;
}

describe('an import that is killed', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
    await bed.database.admin(MAKE_ITEMS);
  });
  after(() => bed.close());

  /** Resolves to whether it got to its end by itself; null lets it. */
  async function runFor(
    source: string,
    paths: readonly string[],
    killAfterMs: number | null,
  ): Promise<boolean> {
    const child = spawn(
      process.execPath,
      [PROGRAM, bed.database.url, source, String(CHUNK_BYTES), ...paths],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let errors = '';
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    if (killAfterMs !== null) {
      await once(child.stdout, 'data');
      await Promise.race([ended, sleep(killAfterMs)]);
      child.kill('SIGKILL');
    }
    const code = await ended;
    assert.ok(code === 0 || code === null, errors);
    return code === 0;
  }

  for (const [source, table] of [
    ['snapshot', 'registry.tpu_items'],
    ['increment', 'registry.items'],
  ] as const) {
    it(`leaves what an undisturbed ${source} leaves`, async () => {
      const definition = source === 'snapshot' ? snapshotImport : incrementImport;
      const old = [bed.file('old-1', items('velho')), bed.file('old-2', '40000;velho\n')];
      const paths = [bed.file('new-1', items('novo')), bed.file('new-2', '40001;novo\n')];
      await bed.run(definition, old);
      const startedMs = performance.now();
      const undisturbed = await bed.run(definition, paths, { chunkBytes: CHUNK_BYTES });
      const tookMs = performance.now() - startedMs;
      const expected = await bed.checksum(table);
      await bed.run(definition, old, { chunkBytes: 1e7 });
      const oldSum = await bed.checksum(table);
      let killed = 0;
      for (const share of KILLED_AT) {
        if (await runFor(source, paths, share * tookMs)) {
          await bed.run(definition, old);
          continue;
        }
        killed += 1;
        const now = await bed.checksum(table);
        assert.ok(now === oldSum || now === expected, 'a reader saw a mixture');
      }
      assert.ok(killed > 0, 'nothing was killed');
      await runFor(source, paths, null);
      assert.equal(await bed.checksum(table), expected);
      const [row] = await bed.query<{
        state: string;
        rows_read: string;
        rows_set_aside: string;
        kept: string;
      }>(
        `select i.state, i.rows_read, i.rows_set_aside,
           (select count(*) from registry.quarantine q where q.import_id = i.id) as kept
         from registry.imports i where i.source = $1 order by i.id desc limit 1`,
        [source],
      );
      assert.deepEqual(row, {
        state: 'done',
        rows_read: String(undisturbed.rowsRead),
        rows_set_aside: '2',
        kept: '2',
      });
      assert.deepEqual(
        await bed.query(`select from pg_class where relnamespace = 'registry_stage'::regnamespace`),
        [],
      );
    });
  }

  it('goes on after the last line that was staged, and begins anew with other files or when told so', async () => {
    const path = bed.file('resumed', items('retomado'));
    let chunks = 0;
    const cut = {
      ...snapshotImport,
      read: async (...[file, sink, line]: Parameters<typeof snapshotImport.read>) => {
        const stopping = {
          ...sink,
          row: (table: string, values: readonly (string | null)[]) => sink.row(table, values),
          setAside: (at: number, reason: string, text: string) => sink.setAside(at, reason, text),
          done: async (at: number) => {
            const waiting = sink.done(at);
            if (waiting !== undefined && (chunks += 1) === 5) {
              throw new Error('stopped by the test');
            }
            await waiting;
          },
        };
        await snapshotImport.read(file, stopping, line);
      },
    };
    const fault = await bed.fail(cut, [path], { chunkBytes: CHUNK_BYTES });
    assert.equal(fault.kind, 'failed');
    assert.match(fault.message, /goes on where it stopped/);
    const [failed] = await bed.query<{ state: string; rows_read: string }>(
      `select state, rows_read from registry.imports order by id desc limit 1`,
    );
    assert.equal(failed?.state, 'failed');
    assert.ok(Number(failed.rows_read) > 0 && Number(failed.rows_read) < ROWS, failed.rows_read);
    const lines: number[] = [];
    const watching = {
      ...snapshotImport,
      read: (...[file, sink, line]: Parameters<typeof snapshotImport.read>) => {
        lines.push(line);
        return snapshotImport.read(file, sink, line);
      },
    };
    const result = await bed.run(watching, [path], { chunkBytes: CHUNK_BYTES });
    assert.equal(result.isResumed, true);
    assert.ok((lines[0] ?? 0) > 0, String(lines));
    assert.equal(result.rowsRead, ROWS + 2);
    chunks = 0;
    await bed.fail(cut, [path], { chunkBytes: CHUNK_BYTES });
    assert.equal((await bed.run(snapshotImport, [bed.file('other', '1;outro\n')])).isResumed, false);
    chunks = 0;
    await bed.fail(cut, [path], { chunkBytes: CHUNK_BYTES });
    assert.equal((await bed.run(snapshotImport, [path], { restart: true })).isResumed, false);
  });
});
