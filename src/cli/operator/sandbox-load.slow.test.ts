import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { generateSandbox, SIZES } from '../../../sandbox/generate.ts';
import { startTestProgram } from './fixtures/program.ts';
import type { TestProgram } from './fixtures/program.ts';

let program: TestProgram;
before(async () => {
  program = await startTestProgram();
});
after(() => program.close());

type Loaded = { source: string; rowsRead: number; setAside: number };

async function countRows(): Promise<unknown> {
  const [row] = await program.database.admin(
    `select (select count(*) from registry.case_records) as records,
            (select count(*) from registry.case_parties) as parties,
            (select count(*) from registry.companies) as companies,
            (select count(*) from registry.debts) as debts,
            (select count(*) from registry.protests) as protests`,
  );
  return row;
}

/** What the manifest of the same country says. */
async function expectedOf(size: keyof typeof SIZES): Promise<Loaded[]> {
  const folder = join(program.config.dataDir, 'expected');
  const { files } = await generateSandbox({ size: SIZES[size], folder });
  return ['tpu', 'receita', 'pgfn', 'protests', 'cases', 'datajud'].map((source) => {
    const own = files.filter((file) => file.source === source);
    const setAside = own.reduce((sum, { invalid }) => sum + invalid, 0);
    return { source, rowsRead: own.reduce((sum, { valid }) => sum + valid, setAside), setAside };
  });
}

test('loads the small country, sets aside exactly its bad rows, and a second time changes nothing', async () => {
  const loaded = await program.ask<Loaded[]>(['sandbox', 'load', '--size', 'small']);
  assert.deepEqual(
    loaded.map(({ source, rowsRead, setAside }) => ({ source, rowsRead, setAside })),
    await expectedOf('small'),
  );
  const nameless = await program.database.admin(
    `select distinct r.class_code from registry.case_records r
     where r.class_code is not null and not exists (
       select from registry.tpu_items t where t.kind = 'class' and t.code = r.class_code)`,
  );
  assert.deepEqual(nameless, []);
  const first = await countRows();
  await program.ask(['sandbox', 'load']);
  assert.deepEqual(await countRows(), first);
});
