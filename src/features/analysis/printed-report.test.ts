import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { readTexts } from '../../../test/support/pdf-reading.ts';
import { aLook, ALL_LOOKED, aPrintedInput, aSummary } from './fixtures/printed-input.ts';
import type { PrintedInput } from './printed-input.ts';
import { printReport } from './printed-report.ts';
import { SUMMARY_KEYS } from './summary-keys.ts';

async function print(more: Partial<PrintedInput> = {}): Promise<{ first: string[]; second: string[] }> {
  const [first = [], second = [], ...others] = readTexts(await printReport(aPrintedInput(more)));
  assert.equal(others.length, 0);
  return { first, second };
}

const EMPTY: Partial<PrintedInput> = {
  name: '',
  summary: aSummary({}),
  civil: { total: 0, withRisk: 0 },
  casesWithoutValue: 0,
  reasons: [],
  debts: new Map(),
};

describe('a printed report', () => {
  it('says who, when, by which rules, and what it comes to', async () => {
    const { first, second } = await print();
    for (const expected of [
      'TRANSPORTES E LOGÍSTICA SÃO JOÃO DO IPÊ LTDA',
      'CNPJ 11.222.333/0001-81',
      '14/11/2026 às 10:05',
      'versão 1',
      'Há indicação de risco',
      'Processos com risco: 123 de 342. Dívidas ativas em cobrança: 12. Protestos em cartório: 7.',
      'R$ 10.001.543,21',
      'Página 1 de 2',
    ]) {
      assert.ok(first.includes(expected), expected);
    }
    assert.ok(second.includes('Página 2 de 2'));
    assert.ok(first.includes('Análise 1234, impressa em 15/11/2026 às 12:30 (horário de Brasília)'));
  });

  it('draws each class with its part of risk, in words too', async () => {
    const { first } = await print();
    for (const expected of [
      '72 com risco, de 97',
      '41 com risco, de 88',
      '14 com risco, de 160',
      '13 com risco, de 140',
    ]) {
      assert.ok(first.includes(expected), expected);
    }
  });

  it('tells the five heaviest reasons with counts and values, and how many more there are', async () => {
    const { first } = await print();
    const places = first.filter((text) => /^\d\.$/.test(text));
    assert.deepEqual(places, ['1.', '2.', '3.', '4.', '5.']);
    const at = first.indexOf('Falência ou insolvência civil do devedor em andamento');
    assert.deepEqual(first.slice(at, at + 3).slice(1), ['72', 'R$ 7.300.000,50']);
    assert.ok(first.includes('Outros 7 motivos, de menor peso, estão nas planilhas.'));
  });

  it('has all classifications, debts by state, protests and the age of each source', async () => {
    const { second } = await print();
    const at = second.indexOf('Execuções, com risco');
    assert.deepEqual(second.slice(at, at + 3), ['Execuções, com risco', '72', 'R$ 7.300.000,00']);
    assert.equal(second.filter((text) => text.startsWith('R$')).length, SUMMARY_KEYS.length + 4);
    const debt = second.indexOf('Dívida ativa: em negociação');
    assert.deepEqual(second.slice(debt, debt + 3).slice(1), ['3', 'R$ 80.000,00']);
    assert.ok(second.includes('há 3 dias, edição 2026-T3'));
  });

  it('says "not checked" of what was not, and never zero', async () => {
    const { first, second } = await print({
      ...EMPTY,
      sources: [aLook('cases', { outcome: 'NOTHING_FOUND' })],
    });
    assert.ok(first.includes('Sem indicação de risco, mas nem tudo foi verificado'));
    assert.ok(first.includes('Nenhum processo foi encontrado.'));
    assert.equal(first.filter((text) => text === 'não verificado').length, 2);
    const at = second.indexOf('Protestos em cartório');
    assert.equal(second[at + 1], 'não verificado');
    assert.equal(second.filter((text) => text === 'não verificado').length, 7);
  });

  it('has two pages whatever there is to say, and cuts no amount', async () => {
    const amount = 'R$ 99.999.999.999.999.999,99';
    const summary = aSummary(
      Object.fromEntries(SUMMARY_KEYS.map((key) => [key, [1_000_000, '99999999999999999.99']])),
    );
    const looks = Array.from({ length: 40 }, (_, index) =>
      aLook(ALL_LOOKED[index % 4]?.step ?? 'cases', { source: `fonte ${index} `.repeat(20) }),
    );
    const { first, second } = await print({ summary, sources: looks, name: 'NOME COMPRIDO '.repeat(5000) });
    assert.equal(first.filter((text) => text === amount).length, 3);
    assert.equal(second.filter((text) => text === amount).length, SUMMARY_KEYS.length + 2);
    assert.ok(second.includes('e mais 7, nas planilhas'));
    await print(EMPTY);
    await print({ ...EMPTY, sources: [] });
  });

  it('marks characters that it cannot print, and says so', async () => {
    const { first, second } = await print({ name: 'Σωκράτης 王' });
    assert.ok(first.includes('¤¤¤¤¤¤¤¤ ¤'));
    assert.ok(second.some((text) => text.startsWith('¤ está no lugar de')));
    assert.ok(!(await print()).second.some((text) => text.startsWith('¤')));
  });

  it('stands hostile texts in every place that a stranger writes', async () => {
    for (const text of HOSTILE_TEXTS) {
      await print({
        name: text,
        registryStatus: text,
        reasons: [{ sentence: text, count: 1, value: '1.00' }],
        sources: [aLook('cases', { source: text, edition: text })],
      });
    }
  });
});
