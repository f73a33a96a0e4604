import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CourtCase } from '../../api/shapes.ts';
import { createFormats } from '../../ui/formats.ts';
import type { Language } from '../../ui/language.ts';
import { disagreementTexts } from './disagreement-texts.ts';
import { describeDisagreements } from './disagreement-words.ts';

const [ONE, OTHER] = ['2026-11-10T12:00:00.000Z', '2026-11-09T01:00:00.000Z'];

function aCase(disagreements: CourtCase['disagreements']): CourtCase {
  return {
    processNumber: '00000010220248260001',
    court: 'TJSP',
    documents: [],
    class: { code: 1116, name: 'Execução Fiscal' },
    side: 'DEFENDANT',
    natures: ['EXECUTION'],
    isActive: true,
    hasRisk: false,
    keys: [],
    value: '',
    filedOn: null,
    movedOn: null,
    fetchedAt: ONE,
    reasons: [],
    disagreements,
  };
}

function say(language: Language, disagreements: CourtCase['disagreements']): string[] {
  const told = describeDisagreements(
    { t: disagreementTexts[language], formats: createFormats(language) },
    aCase(disagreements),
  );
  const lines: string[] = [];
  for (const { field, statements } of told) {
    lines.push(field);
    for (const { sentence, isPredicted } of statements) {
      lines.push(`${sentence}${isPredicted ? ' *' : ''}`.replaceAll('\u00a0', ' '));
    }
  }
  return lines;
}

describe('disagreements between sources', () => {
  it('are told by field, with whose word it is and of when, and a guess as a guess', () => {
    const life = {
      field: 'life' as const,
      values: [
        { source: 'judit', value: 'ACTIVE', asOf: ONE, isPredicted: false },
        { source: 'escavador', value: 'INACTIVE', asOf: OTHER, isPredicted: true },
      ],
    };
    assert.deepEqual(say('pt-BR', [life]), [
      'Situação',
      'Judit diz ativo (em 10/11/2026, 09:00)',
      'Escavador prevê inativo (em 08/11/2026, 22:00) *',
    ]);
    assert.deepEqual(say('en', [life]), [
      'State',
      'Judit says active (on 10/11/2026, 09:00)',
      'Escavador predicts inactive (on 08/11/2026, 22:00) *',
    ]);
  });
  it('have values as people write them', () => {
    const of = (field: CourtCase['disagreements'][number]['field'], value: string): string | undefined =>
      say('pt-BR', [{ field, values: [{ source: 'cases', value, asOf: ONE, isPredicted: false }] }])[1];
    const at = '(em 10/11/2026, 09:00)';
    assert.equal(of('value', '1234.50'), `O arquivo de processos diz R$ 1.234,50 ${at}`);
    assert.equal(of('filedOn', '2024-02-01'), `O arquivo de processos diz 01/02/2024 ${at}`);
    assert.equal(of('side', 'AUTHOR'), `O arquivo de processos diz autor ${at}`);
    assert.equal(of('class', '1116'), `O arquivo de processos diz Execução Fiscal (1116) ${at}`);
    assert.equal(of('class', '7'), `O arquivo de processos diz classe 7 ${at}`);
  });
  it('of a source without a name here have the one that the server gives', () => {
    const values = [{ source: 'newcomer', value: '2.00', asOf: ONE, isPredicted: false }];
    assert.match(say('en', [{ field: 'value', values }])[1] ?? '', /^newcomer says /);
  });
});
