import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  documentRoot,
  documentType,
  findDocumentKind,
  formatDocument,
  maskCpf,
  maskDocument,
  parseDocument,
  parseDocumentOrMask,
  parseMaskedCpf,
} from './document.ts';
import type { Document } from './document.ts';
import { isFault } from './fault.ts';
import { aCnpj, aCpf, disturbed } from './fixtures/documents.ts';

const CPF = '52998224725' as Document;
const CNPJ = '12ABC34501DE35' as Document;

describe('a document', () => {
  it('is a CPF or a CNPJ by what it is', () => {
    for (const [text, bare, type] of [
      ['529.982.247-25', CPF, 'CPF'],
      ['12.abc.345/01de-35', CNPJ, 'CNPJ'],
      ['11222333000181', '11222333000181', 'CNPJ'],
    ] as const) {
      const document = parseDocument(text);
      assert.equal(document, bare);
      assert.equal(documentType(bare as Document), type);
    }
  });

  it('is neither when its length is neither', () => {
    assert.deepEqual(parseDocument('123456789012'), { fault: 'LENGTH' });
    assert.deepEqual(parseDocument(''), { fault: 'EMPTY' });
  });

  it('is told apart from a fault', () => {
    assert.equal(isFault(parseDocument('1')), true);
    assert.equal(isFault(parseDocument(CPF)), false);
    assert.equal(isFault(null), false);
  });

  it('is asked by its root: a CPF whole, of a CNPJ what its establishments share', () => {
    assert.equal(documentRoot(CPF), CPF);
    assert.equal(documentRoot(CNPJ), '12ABC345');
    assert.equal(documentRoot(maskCpf(CPF as never)), '***982247**');
  });

  it('is masked for logs', () => {
    assert.equal(maskDocument(CPF), '***982247**');
    assert.equal(maskDocument(CNPJ), '12ABC345****35');
  });

  it('parses back from the form that is shown', () => {
    fc.assert(
      fc.property(fc.oneof(aCpf, aCnpj), (text) => parseDocument(formatDocument(text as Document)) === text),
    );
  });

  it('has a kind exactly when it is bare and right', () => {
    assert.equal(findDocumentKind(CPF), 'CPF');
    assert.equal(findDocumentKind(CNPJ), 'CNPJ');
    assert.equal(findDocumentKind('***456789**'), 'MASKED_CPF');
    for (const text of [
      '529.982.247-25',
      '12abc34501de35',
      '*52998224725',
      '***45678***',
      '52998224726',
      '',
    ]) {
      assert.equal(findDocumentKind(text), null);
    }
    fc.assert(
      fc.property(fc.oneof(disturbed(aCpf), disturbed(aCnpj)), (text) => {
        assert.equal(findDocumentKind(text) !== null, parseDocument(text) === text);
      }),
    );
  });
});

describe('a masked CPF', () => {
  it('is read in every form that publishers use', () => {
    for (const text of ['***456789**', 'XXX456.789XX', 'xxx456789xx', '***.456.789-**', ' ***.456.789-** ']) {
      assert.equal(parseMaskedCpf(text), '***456789**');
      assert.equal(parseDocumentOrMask(text), '***456789**');
    }
  });

  it('is nothing else', () => {
    assert.deepEqual(parseMaskedCpf('***45678***'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseMaskedCpf('52998224725'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseMaskedCpf('***456789'), { fault: 'LENGTH' });
    assert.deepEqual(parseMaskedCpf('***456789***'), { fault: 'LENGTH' });
    assert.deepEqual(parseMaskedCpf(''), { fault: 'EMPTY' });
    assert.equal(parseDocumentOrMask('529.982.247-25'), CPF);
  });

  it('is what a CPF becomes', () => {
    fc.assert(
      fc.property(aCpf, (cpf) => parseMaskedCpf(maskDocument(cpf as Document)) === `***${cpf.slice(3, 9)}**`),
    );
  });
});
