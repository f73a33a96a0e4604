import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportDefinition } from '../../src/platform/imports/definition.ts';
import { ImportFault } from '../../src/platform/imports/fault.ts';
import { pgfnImport } from '../../src/sources/pgfn/source.ts';
import { tpuImport } from '../../src/sources/tpu/source.ts';
import type { End } from './fixtures/damage-kinds.ts';
import { DAMAGES } from './fixtures/damage.ts';
import { DAMAGED_DEBTS, DEBT_HEADER, GOOD_DEBT } from './fixtures/damaged-debts.ts';
import { DAMAGED_ITEMS, GOOD_ITEM } from './fixtures/damaged-items.ts';
import { joinLines, readBytes } from './fixtures/damaged-reading.ts';
import type { Read } from './fixtures/damaged-reading.ts';

const SET = joinLines([DEBT_HEADER, GOOD_DEBT, GOOD_DEBT]).toString();

/** Whole files that are refused, with what the operator is told, or of which every line is set aside. */
const DAMAGED_FILES: readonly { name: string; bytes: Buffer; end: 'refused' | 'aside' | 'nothing' }[] = [
  { name: 'a page of the publisher', bytes: Buffer.from('<!doctype html>\n<html>\n'), end: 'refused' },
  { name: 'another table', bytes: Buffer.from('a;b;c\n1;2;3\n'), end: 'refused' },
  { name: 'no header', bytes: joinLines([GOOD_DEBT, GOOD_DEBT]), end: 'refused' },
  {
    name: 'a header without a column',
    bytes: Buffer.from(SET.replace('VALOR_CONSOLIDADO', 'X')),
    end: 'refused',
  },
  { name: 'a header with commas', bytes: Buffer.from(SET.replaceAll(';', ',')), end: 'refused' },
  { name: 'a header cut off', bytes: Buffer.from(DEBT_HEADER.slice(0, 90)), end: 'refused' },
  {
    name: 'random bytes',
    bytes: Buffer.from(Array.from(SET, (_, at) => 1 + ((at * 7919) % 251))),
    end: 'refused',
  },
  { name: 'UTF-16', bytes: Buffer.from(SET, 'utf16le'), end: 'aside' },
  { name: 'nothing but NULs', bytes: Buffer.alloc(100_000), end: 'aside' },
  { name: 'only a header', bytes: Buffer.from(`${DEBT_HEADER}\n`), end: 'nothing' },
  { name: 'nothing', bytes: Buffer.alloc(0), end: 'nothing' },
];

function assertEnd({ rows, aside, warnings, done }: Read, end: End, line: number): void {
  assert.equal(rows + aside.length, 3, 'a line was lost or came twice');
  assert.equal(done, 3);
  const own = warnings.filter((warning) => warning.line === line).map(({ reason }) => reason);
  if (typeof end === 'object' && 'aside' in end) {
    assert.deepEqual(
      aside.map((row) => row.line),
      [line],
    );
    assert.match(aside[0]?.reason ?? '', end.aside);
    return;
  }
  assert.deepEqual(aside, []);
  if (end === 'taken') assert.deepEqual(own, []);
  else assert.match(own.join('\n'), end.warned);
}

describe('a damaged line of the debt register', () => {
  for (const { name, line, end } of DAMAGED_DEBTS) {
    it(`has its end: ${name}`, async () => {
      assertEnd(await readBytes(pgfnImport, joinLines([DEBT_HEADER, GOOD_DEBT, line, GOOD_DEBT])), end, 3);
    });
  }

  it('keeps what stands behind the closing quote of a field', async () => {
    const names: (string | null | undefined)[] = [];
    const listening: ImportDefinition = {
      ...pgfnImport,
      read: (file, sink, line) =>
        pgfnImport.read(
          file,
          { ...sink, row: (_table, values) => names.push(values[3]), done: sink.done, warn: sink.warn },
          line,
        ),
    };
    await readBytes(
      listening,
      joinLines([DEBT_HEADER, GOOD_DEBT.replace('EMPRESA INVENTADA', '"EMPRESA" LTDA')]),
    );
    assert.deepEqual(names, ['EMPRESA LTDA']);
  });
});

describe('a damaged file of the debt register', () => {
  for (const { name, bytes, end } of DAMAGED_FILES) {
    it(`has its end: ${name}`, async () => {
      if (end === 'refused') {
        await assert.rejects(readBytes(pgfnImport, bytes), (error) => {
          assert.ok(error instanceof ImportFault && error.kind === 'refused');
          assert.match(error.message, /does not begin with the header .*\.$/);
          return true;
        });
        return;
      }
      const { rows, aside, done } = await readBytes(pgfnImport, bytes);
      assert.equal(rows, 0);
      assert.equal(aside.length, done);
      assert.equal(aside.length > 0, end === 'aside');
    });
  }
});

describe('a damaged insert of the unified tables', () => {
  for (const { name, line, end } of DAMAGED_ITEMS) {
    it(`has its end: ${name}`, async () => {
      assertEnd(await readBytes(tpuImport, joinLines([GOOD_ITEM, line, GOOD_ITEM]), 'x.sql'), end, 2);
    });
  }
});

describe('all importers that read lines together', () => {
  it('have an end for more than two hundred kinds of damage', () => {
    // What is damaged in the same way for several sources counts once.
    const lines = DAMAGES.map(({ source, name }) => name.replace(source, ''));
    const tables = [...DAMAGED_DEBTS, ...DAMAGED_FILES, ...DAMAGED_ITEMS].map(({ name }) => name);
    const kinds = new Set([...lines, ...tables]);
    assert.ok(kinds.size >= 200, String(kinds.size));
  });
});
