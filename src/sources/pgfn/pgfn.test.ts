import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import { splitFields } from './fields.ts';
import { pgfnImport } from './source.ts';

const GENERAL =
  'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;NUMERO_INSCRICAO;TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO';
const SOCIAL = GENERAL.replace('RECEITA_PRINCIPAL', 'TIPO_CREDITO').replace(
  'UF_DEVEDOR',
  'UF_UNIDADE_RESPONSAVEL',
);
const SEVERANCE =
  'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;ENTIDADE_RESPONSAVEL;UNIDADE_INSCRICAO;NUMERO_INSCRICAO;TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO';

const person = (mask: string, name: string): string =>
  `${mask};Pessoa física;PRINCIPAL;${name};SP;SAO PAULO;80 1 26 000001-10;Em cobrança;ATIVA AJUIZADA;Imposto;31/01/2026;SIM;1500.50`;
const firm = (inscription: string): string =>
  `11.222.333/0001-81;Pessoa jurídica;Principal;"EMPRESA; INVENTADA";RJ;RIO;${inscription};Benefício Fiscal;NEGOCIADO NO SISPAR;OUTROS;02/03/2025;NAO;99.90`;
const fund =
  '11.222.333/0001-81;Pessoa jurídica;Principal;EMPRESA;RJ;RIO;CAIXA;RJ1;FGRJ202600001;Em cobrança;INSCRITA;FGTS;01/01/2024;NAO;10';

describe('the import of the debt register', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  const set = (encoding: BufferEncoding, extra: readonly string[] = []): string[] => [
    bed.file(
      'arquivo_lai_SIDA_1_202606.csv',
      Buffer.from(`${[GENERAL, person('XXX456.789XX', 'MARIA AÇUCENA'), ...extra].join('\n')}\n`, encoding),
    ),
    bed.file(
      'arquivo_lai_PREV_1_202606.csv',
      Buffer.from(`${[SOCIAL, firm('123456789')].join('\r\n')}\r\n`, encoding),
    ),
    bed.file('arquivo_lai_FGTS_1_202606.csv', Buffer.from(`${[SEVERANCE, fund].join('\n')}\n`, encoding)),
  ];

  for (const encoding of ['utf8', 'latin1'] as const) {
    it(`takes the three registers in ${encoding}`, async () => {
      const result = await bed.run(pgfnImport, set(encoding));
      assert.equal(result.rowsRead, 3);
      const rows = await bed.query(
        `select root, document, name_key, name, register, inscription, debtor_kind, state, situation_kind, credit, entity,
           registered_on::text, is_filed_in_court, value from registry.debts order by register`,
      );
      assert.deepEqual(rows, [
        {
          root: '***456789**',
          document: '***456789**',
          name_key: 'MARIA ACUCENA',
          name: 'MARIA AÇUCENA',
          register: 'general',
          inscription: '80 1 26 000001-10',
          debtor_kind: 'PRINCIPAL',
          state: 'SP',
          situation_kind: 'Em cobrança',
          credit: 'Imposto',
          entity: null,
          registered_on: '2026-01-31',
          is_filed_in_court: true,
          value: '1500.50',
        },
        {
          root: '11222333',
          document: '11222333000181',
          name_key: null,
          name: 'EMPRESA',
          register: 'severance-fund',
          inscription: 'FGRJ202600001',
          debtor_kind: 'PRINCIPAL',
          state: 'RJ',
          situation_kind: 'Em cobrança',
          credit: 'FGTS',
          entity: 'CAIXA',
          registered_on: '2024-01-01',
          is_filed_in_court: false,
          value: '10.00',
        },
        {
          root: '11222333',
          document: '11222333000181',
          name_key: null,
          name: 'EMPRESA; INVENTADA',
          register: 'social-security',
          inscription: '123456789',
          debtor_kind: 'PRINCIPAL',
          state: 'RJ',
          situation_kind: 'Benefício Fiscal',
          credit: 'OUTROS',
          entity: null,
          registered_on: '2025-03-02',
          is_filed_in_court: false,
          value: '99.90',
        },
      ]);
    });
  }

  it('finds nothing changed in the same rows, whatever their order or encoding', async () => {
    const { changed } = await bed.run(pgfnImport, set('utf8'));
    assert.deepEqual(changed, { debts: { added: 0, changed: 0, removed: 0 } });
  });

  it('sets aside wrong documents and other numbers of fields', async () => {
    const extra = [
      person('11.222.333/0001-82', 'X'),
      'a;b',
      person('***.987.654-**', 'OUTRO').replace('31/01/2026', '31/02/2026').replace('1500.50', 'muito'),
    ];
    const result = await bed.run(pgfnImport, set('utf8', extra), { maxSetAsidePercent: 50 });
    const rows = await bed.query<{ line: string }>(
      `select line from registry.quarantine where import_id = $1 order by line`,
      [result.importId],
    );
    assert.deepEqual(
      rows.map(({ line }) => Number(line)),
      [3, 4],
    );
    assert.deepEqual(result.warnings, {
      'a date is none and was left out': 1,
      'the value is no amount and was left out': 1,
    });
  });

  it('refuses what is not whole or not of the PGFN', async () => {
    const [first = '', second = '', third = ''] = set('utf8');
    assert.match((await bed.fail(pgfnImport, [first, third])).message, /Previdenciario is missing/);
    const wrong = bed.file('arquivo_lai_SIDA_9_202606.csv', 'a;b;c\n1;2;3\n');
    const fault = await bed.fail(pgfnImport, [wrong, second, third]);
    assert.equal(fault.kind, 'refused');
    assert.match(fault.message, /does not begin with the header/);
  });

  it('cuts lines with and without quotes alike', () => {
    assert.deepEqual(splitFields('a;b;;c'), ['a', 'b', '', 'c']);
    assert.deepEqual(splitFields('"a;""x""";b;'), ['a;"x"', 'b', '']);
    assert.deepEqual(splitFields('a;"b'), ['a', 'b']);
  });
});
