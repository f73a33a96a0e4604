// Every kind of damage to every kind of file: rows are set aside or all is refused, and each row is accounted for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ImportFault } from '../../platform/imports/fault.ts';
import { createImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import { publishedSet } from './fixtures/published-set.ts';
import { receitaImport } from './source.ts';

const TABLES = ['companies', 'establishments', 'partners', 'simples_options', 'company_codes'];
const TARGETS = ['EMPRECSV', 'ESTABELE', 'SOCIOCSV', 'SIMPLES.CSV.D61010', 'CNAECSV'];

type Damage = (text: string) => string | Buffer;
const onLine =
  (change: (line: string) => string): Damage =>
  (text) => {
    const lines = text.split('\n');
    const at = Math.floor(lines.length / 2) - (lines.length > 2 ? 0 : 1);
    const index = Math.max(0, at);
    lines[index] = change(lines[index] ?? '');
    return lines.join('\n');
  };

const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut in the middle': (text) => text.slice(0, Math.floor(text.length / 2)),
  'without its last line feed': (text) => text.trimEnd(),
  'with the line feeds of Windows': (text) => text.replaceAll('\n', '\r\n'),
  empty: () => '',
  'only line feeds': () => '\n\n\n',
  'in UTF-8': (text) => Buffer.from(text),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
  'with a byte order mark': (text) => Buffer.concat([Buffer.from('\u{feff}'), Buffer.from(text, 'latin1')]),
  'with a NUL': onLine((line) => `${line.slice(0, 3)}\0${line.slice(3)}`),
  'with a column more': onLine((line) => `${line};"x"`),
  'with a column less': onLine((line) => line.slice(0, line.lastIndexOf(';'))),
  'without quotes': onLine((line) => line.replaceAll('"', '')),
  'without its first quote': onLine((line) => line.slice(1)),
  'without its last quote': onLine((line) => line.slice(0, -1)),
  'with a quote too many': onLine((line) => line.replace('";"', '"";"')),
  'with commas': onLine((line) => line.replaceAll('";"', '","')),
  'with a tab and a backslash': onLine((line) => line.replace('";"', '\t\\";"')),
  'ending in a backslash': onLine((line) => line.replace(/"$/, '\\"')),
  'with control characters': onLine((line) => line.replace('";"', '\u0001\u001b[2J";"')),
  'with a header': (text) => `"cnpj_basico";"razao_social"\n${text}`,
  'with a mark of its end': (text) => `${text}\u001a`,
  'with lines of something else': (text) => `<html>\n${text}</html>\n`,
  'with a line twice': onLine((line) => `${line}\n${line}`),
  'with all lines twice': (text) => `${text}${text}`,
  'with a line of five megabytes': onLine((line) => `${line}"${'x'.repeat(5_000_000)}"`),
  'with a field in two lines': onLine((line) => line.replace('";"', '\n";"')),
  'with a field in thirty lines': onLine((line) => line.replace('";"', `${'\n'.repeat(30)}";"`)),
  'with digits gone wrong': onLine((line) => line.replaceAll('1', '7')),
  'with letters for digits': onLine((line) => line.replaceAll('0', 'O')),
  'in lower case': onLine((line) => line.toLowerCase()),
  'with dates that are none': onLine((line) => line.replaceAll(/"20\d{6}"/g, '"99999999"')),
  'with numbers that are none': onLine((line) => line.replaceAll('10000,00', '1e9')),
  'with numbers too large': onLine((line) => line.replaceAll('10000,00', '99999999999999999999,00')),
  'of random bytes': (text) => Buffer.from(text.split('').map((_, index) => (index * 7919) % 251)),
};

describe('a damaged file of the tax registry', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
    await bed.run(receitaImport, write(publishedSet(12)));
  });
  after(() => bed.close());

  const write = (files: readonly { name: string; text: string | Buffer }[]): string[] =>
    files.map(({ name, text }) =>
      bed.file(name, typeof text === 'string' ? Buffer.from(text, 'latin1') : text),
    );

  async function countRows(): Promise<number> {
    const counts = TABLES.map((table) => `(select count(*) from registry.${table})`).join(' + ');
    const [row] = await bed.query<{ count: string }>(`select ${counts} as count`);
    return Number(row?.count);
  }

  for (const target of TARGETS) {
    for (const [name, damage] of Object.entries(DAMAGES)) {
      it(`${target} ${name} loses nothing in silence`, async () => {
        const files = publishedSet(12).map((file) => ({
          name: file.name,
          text: file.name.endsWith(target) ? damage(file.text) : file.text,
        }));
        const servedBefore = await countRows();
        try {
          const { rowsRead, rowsSetAside } = await bed.run(receitaImport, write(files), {
            maxSetAsidePercent: 100,
          });
          assert.equal((await countRows()) + rowsSetAside, rowsRead);
        } catch (error) {
          assert.ok(error instanceof ImportFault, String(error));
          assert.equal(error.kind, 'refused', error.message);
          assert.equal(await countRows(), servedBefore);
        }
      });
    }
  }
});
