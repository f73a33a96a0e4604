import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArray, readCsv, readHeader, readNdjson } from '../../platform/http/bulk-lines.ts';
import { readDocuments } from './rules.ts';

const [CPF, OTHER_CPF, CNPJ] = ['11144477735', '90020030053', '11222333000181'];
const NO_TEXT = 'a line is the document as text, or an object with it under "document"';
const INVALID = 'the document is not a valid CPF or CNPJ';

describe('the lines of a batch', () => {
  it('are documents in any punctuation and either case, bare and upper case once they are read', () => {
    const { documents, refused } = readDocuments(readArray(['111.444.777-35', '11.222.333/0001-81']));
    assert.deepEqual(
      documents.map(({ line, document }) => [line, document]),
      [
        [1, CPF],
        [2, CNPJ],
      ],
    );
    assert.deepEqual(refused, []);
  });

  it('are each refused for what is wrong with them, and for standing there twice', () => {
    const given = [
      CPF,
      '11144477736',
      11_144_477_735,
      null,
      [],
      {},
      { document: OTHER_CPF, more: 1 },
      '111.444.777-35',
    ];
    const { documents, refused } = readDocuments(readArray(given));
    assert.deepEqual(
      documents.map(({ line }) => line),
      [1, 7],
    );
    assert.deepEqual(
      refused.map(({ line, reason }) => [line, reason]),
      [
        [2, INVALID],
        [3, NO_TEXT],
        [4, NO_TEXT],
        [5, NO_TEXT],
        [6, NO_TEXT],
        [8, 'the document stands in line 1 already'],
      ],
    );
  });

  it('may be NDJSON, of texts or of objects, with blank lines and broken ones', () => {
    const text = `"${CPF}"\r\n\n{"document":"${CNPJ}"}\n{"document":\n`;
    const { documents, refused } = readDocuments(readNdjson(text));
    assert.deepEqual(
      documents.map(({ line, document }) => [line, document]),
      [
        [1, CPF],
        [3, CNPJ],
      ],
    );
    assert.deepEqual(refused, [{ line: 4, reason: 'the line is not valid JSON' }]);
  });

  it('may be CSV as spreadsheets write it, and other columns are nothing to it', () => {
    const csv = [
      '\uFEFF"name";"document"',
      `"Silva; ""Zé""";${CPF}`,
      `"Duas`,
      `linhas";"11.222.333/0001-81"`,
      '',
      'only one cell',
      `x; ${OTHER_CPF} `,
    ].join('\r\n');
    const header = readHeader(csv, ['document']);
    assert.ok(header !== null);
    const { documents, refused } = readDocuments(readCsv(csv, header));
    assert.deepEqual(
      documents.map(({ line, document }) => [line, document]),
      [
        [2, CPF],
        [3, CNPJ],
        [7, OTHER_CPF],
      ],
    );
    assert.deepEqual(refused, [{ line: 6, reason: NO_TEXT }]);
    assert.equal(readHeader(`${CPF}\n${CNPJ}`, ['document']), null);
  });
});
