import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { collect, readCells, readWorkbook } from '../../../test/support/workbook-reading.ts';
import { makeSafe } from './cell-text.ts';
import { cell } from './cells.ts';
import { STYLE } from './styles.ts';
import { createWorkbook } from './workbook.ts';

async function roundTrip(texts: readonly string[]): Promise<{ type: string; style: number; text: string }[]> {
  const workbook = createWorkbook({ spoolFolder: '/nowhere' });
  const sheet = workbook.addSheet({
    name: 'Textos',
    columns: [{ title: 'Texto', width: 10, kind: 'text' }],
    isTable: true,
  });
  for (const text of texts) await sheet.add([text]);
  const { sheets } = await readWorkbook(await collect(workbook.bytes()));
  await workbook.close();
  const [, ...rows] = sheets[0]?.rows ?? [];
  return rows.flat();
}

describe('text in a cell', () => {
  it('stays text, whatever sixty hostile texts try', async () => {
    assert.equal(new Set(HOSTILE_TEXTS).size, 60);
    const read = await roundTrip(HOSTILE_TEXTS);
    assert.deepEqual(
      read.map(({ type }) => type),
      HOSTILE_TEXTS.map(() => 'inlineStr'),
    );
    assert.deepEqual(
      read.map(({ text }) => text),
      HOSTILE_TEXTS.map(makeSafe),
    );
  });

  it('is marked as typed text where editing would make a formula of it', async () => {
    const texts = ['=1', '+1', '-1', '@x', '\t=1', ' =1', '\r\n1', '＝1', 'a=1', '1-1', 'x'];
    const read = await roundTrip(texts);
    assert.deepEqual(
      read.map(({ style }) => style === STYLE.guardedText),
      [true, true, true, true, true, true, true, true, false, false, false],
    );
  });

  it('shows what cannot be seen, and keeps what can', () => {
    assert.equal(makeSafe('a\0b\u0007c\uD800d\u202Ee\uFEFF'), 'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD');
    assert.equal(makeSafe('uma\r\nlinha\rmais\ttab'), 'uma\nlinha\nmais\ttab');
    for (const text of ['São João d’El-Rei', '東京', '🂡', 'a\u0301', '€ 1,00', '_x', '& < > "']) {
      assert.equal(makeSafe(text), text);
    }
  });

  it('is cut to what the format holds, never through a character', () => {
    const cut = makeSafe(`${'x'.repeat(32_765)}😀😀`);
    assert.ok(cut.length <= 32_767 && cut.isWellFormed() && cut.endsWith('…'));
    assert.equal(makeSafe('x'.repeat(32_767)).length, 32_767);
  });

  it('reads back as the safe form of any text', () => {
    const tricky = fc.string({ unit: fc.constantFrom(...Array.from('_x003D&<>= \r\n\t')) });
    const text = fc.oneof(fc.string({ unit: 'binary' }), tricky).filter((each) => each !== '');
    fc.assert(
      fc.property(text, (each) => {
        const [read, ...others] = readCells(cell('text', each));
        assert.deepEqual([read?.type, read?.text, others], ['inlineStr', makeSafe(each), []]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('numbers and times in a cell', () => {
  it('are numbers', () => {
    assert.equal(cell('money', '1234567.89'), `<c s="${STYLE.money}"><v>1234567.89</v></c>`);
    assert.equal(cell('money', '-3.10'), `<c s="${STYLE.money}"><v>-3.10</v></c>`);
    assert.equal(cell('integer', 1116), `<c s="${STYLE.integer}"><v>1116</v></c>`);
    assert.equal(cell('date', '2026-11-15'), `<c s="${STYLE.date}"><v>46341</v></c>`);
    assert.equal(cell('date', '1900-03-01'), `<c s="${STYLE.date}"><v>61</v></c>`);
    assert.equal(cell('moment', '2026-11-15T12:00:00'), `<c s="${STYLE.moment}"><v>46341.5</v></c>`);
  });

  it('are empty where there is nothing to say', () => {
    for (const kind of ['text', 'word', 'integer', 'money', 'date', 'moment'] as const) {
      assert.equal(cell(kind, null), '<c/>');
      assert.equal(cell(kind, ''), '<c/>');
    }
  });

  it('are text when they are none, so that nothing gets into the XML unchecked', () => {
    const odd = ['1,5', '1e9', '.5', '5.', '--1', '1.2.3', '1<f/>', 'NaN', '9'.repeat(21), '=1', '-', ' 1'];
    for (const text of odd) assert.match(cell('money', text), /t="inlineStr"/, text);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.match(cell('integer', value), /t="inlineStr"/);
    }
    const noDates = [
      '2021-02-30',
      '1900-02-28',
      '0201-01-01',
      '20210-01-01',
      '2021-13-01',
      '2021-1-1',
      'ontem',
    ];
    for (const text of noDates) assert.match(cell('date', text), /t="inlineStr"/, text);
    for (const text of ['2026-11-15', '2026-11-15T25:00:00', '2026-11-15T12:00:00Z']) {
      assert.match(cell('moment', text), /t="inlineStr"/, text);
    }
  });
});
