import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeRefused, readPastedDocuments } from './pasted-documents.ts';

const [CPF, CNPJ] = ['90000000337', '90000015000142'];

describe('pasted documents', () => {
  it('are found in whatever form people keep them, with the line that they stand in', () => {
    const found = readPastedDocuments(
      `900.000.003-37\n\nACME; 90.000.015/0001-42 \r\n"Silva, Zé",${CPF}\nsem;nada`,
    );
    assert.deepEqual(
      found.map(({ line, text, isValid }) => [line, text, isValid]),
      [
        [1, '900.000.003-37', true],
        [3, '90.000.015/0001-42', true],
        [4, CPF, true],
        [5, 'sem', false],
      ],
    );
  });
  it('are taken from the column that is named so, as the results of a batch have it', () => {
    const found = readPastedDocuments(`\u{feff}line,document,documentInfo\r\n1,${CPF},x\r\n2,,${CNPJ}\r\n`);
    assert.deepEqual(
      found.map(({ line, text, isValid }) => [line, text, isValid]),
      [
        [2, CPF, true],
        [3, '', false],
      ],
    );
    assert.deepEqual(readPastedDocuments(' \n'), []);
  });
  it('that were refused are told by their lines in the text', () => {
    const sent = readPastedDocuments(`cpf\n\n${CPF}\nx\n${CPF}`);
    const refused = placeRefused(sent, [{ line: 2 }, { line: 3 }, { line: 9 }]);
    assert.deepEqual(refused, [
      { line: 4, fault: 'document' },
      { line: 5, fault: 'twice' },
    ]);
  });
});
