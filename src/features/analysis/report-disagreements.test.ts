import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCase } from './fixtures/report-input.ts';
import { CASES } from './report-tables.ts';

const AT = '2026-11-10T12:00:00.000Z';

test('stand in the last column of the cases, a guess marked as one', () => {
  const row = CASES.toRow({
    ...aCase(1),
    disagreements: [
      {
        field: 'side',
        values: [
          { source: 'judit', value: 'PASSIVE', at: AT },
          { source: 'escavador', value: 'ACTIVE', at: '2026-11-09T01:00:00.000Z' },
        ],
      },
      {
        field: 'life',
        values: [
          { source: 'cases', value: 'ACTIVE', at: AT },
          { source: 'escavador', value: 'INACTIVE', at: AT, isPredicted: true },
        ],
      },
    ],
  });
  assert.equal(row.length, CASES.columns.length);
  assert.equal(
    row.at(-1),
    'Polo: Judit Réu em 2026-11-10 × Escavador Autor em 2026-11-08; ' +
      'Situação: Processos (arquivos do operador) Ativo em 2026-11-10 × ' +
      'Escavador Inativo (previsão, não informado pelo tribunal) em 2026-11-10',
  );
  assert.equal(CASES.toRow(aCase(1)).at(-1), null, 'nothing where they agree');
});
