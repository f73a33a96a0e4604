import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPasted } from './pasted-lines.ts';

const [CPF, CNPJ] = ['90000000337', '90000015000142'];

describe('pasted lines', () => {
  it('are read in whatever form people keep them', () => {
    const lines = readPasted(
      `900.000.003-37\n\nACME; 90.000.015/0001-42 \n90000015000142\tOutra\r\n"Silva, ""Zé""",90000000337`,
    );
    assert.deepEqual(
      lines.map(({ line, radar, fault }) => [line, radar?.code ?? '', radar?.name ?? '', fault]),
      [
        [1, CPF, 'CPF ***.000.003-**', null],
        [3, CNPJ, 'ACME', null],
        [4, '', '', 'twice'],
        [5, '', '', 'twice'],
      ],
    );
  });
  it('may begin with names of columns, as an export does', () => {
    const [first, ...rest] = readPasted(
      `\u{feff}id,code,name,type,active,createdAt,preProcessedAt\r\n7,${CPF},"A ""B"", C",CPF,true,2026-01-01T00:00:00.000Z,\r\n`,
    );
    assert.deepEqual(first, {
      line: 2,
      radar: { name: 'A "B", C', code: CPF, type: 'CPF' },
      fault: null,
    });
    assert.deepEqual(rest, []);
  });
  it('say what is wrong, by their number in the text', () => {
    const lines = readPasted(`nome;cpf\nX;90000000338\n${'x'.repeat(201)};${CPF}\nsó um nome`);
    assert.deepEqual(
      lines.map(({ line, fault }) => [line, fault]),
      [
        [2, 'document'],
        [3, 'name'],
        [4, 'document'],
      ],
    );
    assert.deepEqual(readPasted(' \n'), []);
  });
});
