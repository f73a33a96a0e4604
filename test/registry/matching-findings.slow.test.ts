// Debts, protests, partners and situations of watched companies, from one edition of a source to the next.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  changeFile,
  establishment,
  partner,
  publishedSet,
  rootNumber,
} from '../../src/sources/receita/fixtures/published-set.ts';
import type { PublishedFile } from '../../src/sources/receita/fixtures/published-set.ts';
import { CNPJ, CPF, protest } from './fixtures/lines.ts';
import { createRadarBed, typesOf } from './fixtures/radar-bed.ts';
import type { RadarBed } from './fixtures/radar-bed.ts';

const HEADER =
  'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;NUMERO_INSCRICAO;TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO';
const HEADERS = {
  SIDA: HEADER,
  PREV: HEADER.replace('RECEITA_PRINCIPAL', 'TIPO_CREDITO').replace('UF_DEVEDOR', 'UF_UNIDADE_RESPONSAVEL'),
};
const debt = (inscription: string, kind = 'Em cobrança', value = '99.90'): string =>
  `11.222.333/0001-81;Pessoa jurídica;Principal;EMPRESA INVENTADA;RJ;RIO;${inscription};${kind};ATIVA;OUTROS;02/03/2025;NAO;${value}`;
const person = `XXX444.777XX;Pessoa física;PRINCIPAL;PESSOA INVENTADA;SP;SAO PAULO;80 1 26 000001-10;Em cobrança;ATIVA;Imposto;31/01/2026;SIM;1500.50`;
const INCOMPLETE = { allowIncomplete: true };

describe('findings look for radars', () => {
  let radars: RadarBed;
  let files = 0;
  before(async () => {
    radars = await createRadarBed();
  });
  after(() => radars.close());
  afterEach(() => radars.clear());

  const importDebts = async (register: 'SIDA' | 'PREV', ...lines: string[]): Promise<void> => {
    const name = `arquivo_lai_${register}_${(files += 1)}_202606.csv`;
    const path = radars.bed.file(name, `${[HEADERS[register], ...lines].join('\n')}\n`);
    await radars.importFiles('pgfn', [path], INCOMPLETE);
  };
  const importCompanies = async (set: readonly PublishedFile[]): Promise<void> => {
    files += 1;
    await radars.importFiles(
      'receita',
      set.map(({ name, text }) => radars.bed.file(name, Buffer.from(text, 'latin1'))),
      INCOMPLETE,
    );
  };

  it('debts that come and go, to whoever watches any establishment', async () => {
    const id = await radars.addRadar(1, '11222333000262');
    await radars.addRadar(3, CPF);
    await importDebts('SIDA', debt('1'), debt('2', 'Garantia'), person);
    const first = await radars.takeEvents();
    assert.deepEqual(typesOf(first), ['1 debt.new', '1 debt.new']);
    assert.deepEqual(first[0]?.data, {
      radarIds: [id],
      finding: 'debt:general:1',
      what: {
        register: 'general',
        inscription: '1',
        state: 'COLLECTING',
        situation: 'ATIVA',
        isFiledInCourt: false,
        value: '99.90',
      },
      state: 'RJ',
      since: '2025-03-02',
      source: 'pgfn',
      severity: 'high',
    });
    assert.equal(first[1]?.data['severity'], 'medium');
    await importDebts('SIDA', debt('1', 'Em cobrança', '120.00'), debt('2', 'Garantia'), person);
    assert.deepEqual(await radars.takeEvents(), [], 'that it grew is no new debt');
    await importDebts('SIDA', debt('2', 'Garantia'), debt('3'), person);
    assert.deepEqual(
      (await radars.takeEvents()).map(({ type, data }) => [type, data['finding'], data['severity']]),
      [
        ['debt.settled', 'debt:general:1', 'low'],
        ['debt.new', 'debt:general:3', 'high'],
      ],
    );
    await importDebts('PREV', debt('9'));
    assert.deepEqual(
      (await radars.takeEvents()).map(({ type }) => type),
      ['debt.new'],
      'a register that is missing settles nothing',
    );
  });

  it('protests of a file that are new, and none that ended or say the same', async () => {
    await radars.addRadar(1, CPF);
    await radars.addRadar(2, CPF, { paused_at: new Date() });
    const told = async (...lines: unknown[]): Promise<string[]> => {
      await radars.importLines('protests', ...lines);
      return typesOf(await radars.takeEvents());
    };
    assert.deepEqual(await told(protest(), protest({ key: 'b', state: 'CANCELLED' })), ['1 protest.new']);
    assert.deepEqual(await told(protest()), []);
    assert.deepEqual(await told(protest({ state: 'CANCELLED', updatedAt: '2026-02-10T12:00:00Z' })), []);
    assert.deepEqual(await told(protest({ document: CNPJ, key: 'c' })), [], 'nobody watches that one');
  });

  it('partners that come and go, without saying who they are', async () => {
    const root = rootNumber(3);
    const id = await radars.addRadar(1, `${root}000100`);
    await radars.addRadar(3, `${rootNumber(4)}000100`);
    await importCompanies(publishedSet(20));
    assert.deepEqual(await radars.takeEvents(), [], 'a first edition changes nothing');
    const joined = changeFile(publishedSet(20), 'SOCIOCSV', (text) => `${text}${partner(3, 'MARIA NOVA')}`);
    await importCompanies(joined);
    const [event, ...others] = await radars.takeEvents();
    const { finding, ...data } = event?.data ?? {};
    assert.deepEqual([event?.organization, event?.type, others], [1, 'partner.changed', []]);
    assert.match(String(finding), /^partner:[0-9a-f]{24}$/);
    assert.deepEqual(data, {
      radarIds: [id],
      what: { direction: 'in', kind: 'PERSON', qualification: '49' },
      since: '2019-10-15',
      source: 'receita',
      severity: 'medium',
    });
    await importCompanies(joined);
    assert.deepEqual(await radars.takeEvents(), []);
    await importCompanies(publishedSet(20));
    const [gone] = await radars.takeEvents();
    assert.deepEqual(
      [gone?.data['what'], gone?.data['finding']],
      [{ direction: 'out', kind: 'PERSON', qualification: '49' }, finding],
    );
  });

  it('situations that change, once for each company', async () => {
    const id = await radars.addRadar(2, `${rootNumber(5)}000100`);
    await importCompanies(publishedSet(20));
    await radars.takeEvents();
    const closed = changeFile(publishedSet(20), 'ESTABELE', (text) =>
      text
        .replace(establishment(5), establishment(5, { 5: '08', 6: '20260930' }))
        .replace(establishment(6), establishment(6, { 5: '08' })),
    );
    await importCompanies(closed);
    const [event, ...others] = await radars.takeEvents();
    const { finding, ...data } = event?.data ?? {};
    assert.deepEqual([event?.organization, event?.type, others], [2, 'registry.changed', []]);
    assert.match(String(finding), /^registry:[0-9a-f]{24}$/);
    assert.deepEqual(data, {
      radarIds: [id],
      what: {
        count: 1,
        establishments: [{ branch: '0001', isHead: true, from: 'ACTIVE', to: 'CLOSED', on: '2026-09-30' }],
      },
      since: '2026-09-30',
      source: 'receita',
      severity: 'high',
    });
    await radars.bed.query(
      `insert into farol.dismissed_findings (organization_id, finding, dismissed_by) values (2, $1, 'somebody')`,
      [finding],
    );
    await importCompanies(publishedSet(20));
    assert.deepEqual(await radars.takeEvents(), [], 'it was dismissed');
  });
});
