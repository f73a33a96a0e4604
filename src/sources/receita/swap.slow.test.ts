// Readers during imports: all of the old month or all of the new one, and never an error.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import { changeFile, publishedSet } from './fixtures/published-set.ts';
import { receitaImport } from './source.ts';

const READS = {
  companies: `select distinct substring(c.name from 'MES [0-9]+') as month from registry.companies c`,
  establishments: `select distinct substring(e.trade_name from 'MES [0-9]+') as month from registry.establishments e`,
  partners: `select distinct substring(p.name from 'MES [0-9]+') as month from registry.partners p`,
};

describe('readers of companies', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  const month = (number: number): string[] => {
    const named = (text: string): string => text.replaceAll(/INVENTADA|LOJA|INVENTADO/g, `MES ${number}`);
    let files = publishedSet(200);
    for (const ending of ['EMPRECSV', 'ESTABELE', 'SOCIOCSV']) {
      files = changeFile(files, ending, named);
    }
    return files.map(({ name, text }) => bed.file(name, Buffer.from(text, 'latin1')));
  };

  it('see one month in all tables, in whatever order they read them', async () => {
    await bed.run(receitaImport, month(1));
    const stop = new AbortController();
    const read = async (order: readonly (keyof typeof READS)[]): Promise<Set<string>> => {
      const client = new Client({ connectionString: bed.database.url });
      await client.connect();
      const months = new Set<string>();
      while (!stop.signal.aborted) {
        await client.query('begin');
        const seen = new Set<string>();
        for (const table of order) {
          const { rows } = await client.query<{ month: string }>({ name: table, text: READS[table] });
          rows.forEach((row) => seen.add(row.month));
        }
        await client.query('commit');
        assert.equal(seen.size, 1, [...seen].join(' and '));
        seen.forEach((each) => months.add(each));
        await sleep(5);
      }
      await client.end();
      return months;
    };
    const readers = [
      read(['companies', 'establishments', 'partners']),
      read(['partners', 'establishments', 'companies']),
      read(['establishments', 'partners', 'companies']),
    ];
    for (const number of [2, 3, 4]) {
      await bed.run(receitaImport, month(number));
    }
    stop.abort();
    const seen = await Promise.all(readers);
    assert.ok(seen.some((months) => months.size > 1));
  });
});
