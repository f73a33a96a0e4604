import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, suite, test } from 'node:test';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

const LIST = (kind: string): string =>
  JSON.stringify([{ cod_item: 2, id: 2, nome: `Item de ${kind}`, situacao: 'A' }]);

suite('imports by command', () => {
  let farol: TestProgram;
  const folder = mkdtempSync(join(tmpdir(), 'farol-import-'));
  const paths = ['classes', 'assuntos', 'movimentos'].map((kind) => join(folder, `${kind}.json`));
  before(async () => {
    farol = await startTestProgram();
    for (const path of paths) {
      writeFileSync(path, LIST(path));
    }
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await farol.close();
  });

  test('sources are listed before anything was imported', async () => {
    const lines = await farol.ask<{ source: string; importedAt: string | null; rows: number }[]>([
      'import',
      '--list',
    ]);
    assert.ok(['receita', 'pgfn', 'tpu'].every((name) => lines.some(({ source }) => source === name)));
    assert.ok(lines.every(({ importedAt, rows }) => importedAt === null && rows === 0));
    assert.match((await farol.run(['import', '--list'])).out, /receita +never imported/);
  });

  test('files and folders are imported, and the list tells of it', async () => {
    const { code, out, err } = await farol.run(['import', 'tpu', folder]);
    assert.equal(code, 0, err);
    assert.match(out, /rows read +3\n/);
    assert.match(out, /changed +tpu_items \+3 ~0 -0/);
    const again = await farol.ask<{ rowsRead: number; changed: object }>(['import', 'tpu', ...paths]);
    assert.deepEqual(
      [again.rowsRead, again.changed],
      [3, { tpu_items: { added: 0, changed: 0, removed: 0 } }],
    );
    assert.match((await farol.run(['import', '--list'])).out, /tpu +today/);
  });

  test('standard input is named by the operator', async () => {
    const input = Readable.from([Buffer.from(LIST('classes'))]);
    const args = ['import', 'tpu', '-', '--name', 'classes.json', '--incomplete'];
    assert.equal((await farol.run(args, { input })).code, 0);
  });

  test('wrong usage, refusals and their reasons are told apart', async () => {
    assert.equal((await farol.run(['import'])).code, 2);
    assert.match(
      (await farol.run(['import', 'nowhere', 'x'])).err,
      /There is no source nowhere; there are receita/,
    );
    assert.equal((await farol.run(['import', 'tpu', join(folder, 'gone')])).code, 2);
    assert.equal((await farol.run(['import', 'tpu', folder, '--max-set-aside', '101'])).code, 2);
    writeFileSync(paths[0] ?? '', '[{}]');
    const refused = await farol.run(['import', 'tpu', folder]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /1 of 3 rows \(33\.33 %\) cannot be taken.*--max-set-aside/);
    assert.match((await farol.run(['import', '--list'])).err, /tpu: 1 of 3 rows/);
    assert.equal((await farol.run(['import', 'tpu', folder, '--max-set-aside', '50'])).code, 0);
  });
});
