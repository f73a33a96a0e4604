import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CaseRecord } from '../../features/cases/ports.ts';
import { readHits } from './reader.ts';

const NUMBER = '00008323520184013202';

function read(line: unknown): { records: CaseRecord[]; warnings: string[] } {
  const records: CaseRecord[] = [];
  const warnings: string[] = [];
  readHits(JSON.stringify(line), {
    latestMs: Date.UTC(2030, 0),
    take: (reported) => records.push(...reported.records),
    warn: (reason) => warnings.push(reason),
    setAside: (reason) => assert.fail(reason),
  });
  return { records, warnings };
}

// The shape of the example in the API's own pages: nested subjects, lost accents, unsorted movements.
const DOC = {
  numeroProcesso: NUMBER,
  grau: 'JE',
  nivelSigilo: 0,
  tribunal: 'TRF1',
  sistema: { codigo: 1, nome: 'Pje' },
  dataAjuizamento: '2018-10-29T00:00:00.000Z',
  dataHoraUltimaAtualizacao: '2023-07-21T19:10:08.483Z',
  '@timestamp': '2023-08-14T11:50:51.994Z',
  classe: { codigo: 436, nome: 'Procedimento do Juizado Especial C??vel' },
  assuntos: [[{ codigo: 6177, nome: 'Concess??o' }]],
  orgaoJulgador: { codigo: 16403, nome: 'JEF Adj - Tefé', codigoMunicipioIBGE: 5128 },
  movimentos: [
    {
      codigo: 14732,
      nome: 'Convers??o',
      dataHora: '2020-08-05T01:15:18.000Z',
      complementosTabelados: [{ codigo: 5 }],
    },
    { movimentoNacional: { codigo: 26 }, dataHora: '2018-10-30T14:06:24.000Z' },
    { nome: 'Juntada pr??pria', dataHora: '20190101120000' },
  ],
};
const EXAMPLE = { _id: `TRF1_436_JE_16403_${NUMBER}`, _source: DOC };

describe('a hit of DataJud', () => {
  it('becomes a record without parties, by class and unit', () => {
    const { records, warnings } = read(EXAMPLE);
    assert.deepEqual(warnings, []);
    assert.deepEqual(records, [
      {
        number: NUMBER,
        source: 'datajud',
        degree: 'JE',
        recordKey: '436_16403',
        classCode: 436,
        className: null,
        unitCode: '16403',
        unitName: 'JEF Adj - Tefé',
        filedAt: new Date('2018-10-29T00:00:00.000Z'),
        value: null,
        secrecy: 0,
        courtState: null,
        subjectCodes: [6177],
        movements: [
          { code: 26, at: new Date('2018-10-30T14:06:24.000Z') },
          { code: 0, name: 'Juntada pr??pria', at: new Date('2019-01-01T15:00:00.000Z') },
          { code: 14_732, at: new Date('2020-08-05T01:15:18.000Z') },
        ],
        parties: [],
        rest: {
          tribunal: 'TRF1',
          sistema: { codigo: 1, nome: 'Pje' },
          orgaoJulgador: { codigoMunicipioIBGE: 5128 },
          movimentos: { extras: { 2: { complementosTabelados: [{ codigo: 5 }] } } },
        },
        updatedAt: new Date('2023-07-21T19:10:08.483Z'),
      },
    ]);
  });

  it('keeps what it cannot read', () => {
    const { records, warnings } = read({
      ...EXAMPLE,
      _source: {
        ...DOC,
        dataAjuizamento: 'ontem',
        assuntos: [{ nome: 'x' }],
        movimentos: [{ codigo: 22 }],
      },
    });
    assert.equal(warnings.length, 3);
    const [{ rest, movements, filedAt } = assert.fail()] = records;
    assert.deepEqual([movements, filedAt], [[], null]);
    assert.equal(rest?.['dataAjuizamento'], 'ontem');
    assert.deepEqual(rest['assuntos'], [{ nome: 'x' }]);
    assert.deepEqual(rest['movimentos'], { unread: [{ codigo: 22 }] });
  });

  it('may come with others in a whole answer', () => {
    assert.equal(read({ hits: { hits: [EXAMPLE, EXAMPLE] } }).records.length, 2);
    assert.equal(read({ hits: { hits: [] } }).records.length, 0);
  });
});
