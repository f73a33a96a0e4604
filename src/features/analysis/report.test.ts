import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { collect, readWorkbook } from '../../../test/support/workbook-reading.ts';
import type { ReadWorkbook } from '../../../test/support/workbook-reading.ts';
import { createFolderStore } from '../../platform/files/folder-store.ts';
import { aCase, aReport, aSource, hasRiskAt, inPages, writeReports } from './fixtures/report-input.ts';
import type { WholeReport } from './fixtures/report-input.ts';
import { KEY_LABELS } from './report-labels.ts';
import type { WrittenFile } from './report.ts';
import { SUMMARY_KEYS } from './summary-keys.ts';

const root = mkdtempSync(join(tmpdir(), 'farol-report-'));
after(() => rmSync(root, { recursive: true }));
const store = createFolderStore({ root, bucketName: 'farol' });

type Opened = { file: WrittenFile; bytes: Buffer; workbook: ReadWorkbook };

async function openWritten(file: WrittenFile): Promise<Opened> {
  const opened = await store.open(file);
  assert.ok(opened !== null);
  const bytes = await collect(opened.stream);
  return { file, bytes, workbook: await readWorkbook(bytes) };
}

async function write(input: WholeReport): Promise<{ full: Opened; risk: Opened }> {
  const { full, risk } = await writeReports(input, store);
  return { full: await openWritten(full), risk: await openWritten(risk) };
}

const textsOf = ({ sheets }: ReadWorkbook, name: string): string[][] =>
  sheets.find((sheet) => sheet.name === name)?.rows.map((row) => row.map(({ text }) => text)) ?? [];

const summaryOf = (workbook: ReadWorkbook): Map<string, string[]> =>
  new Map(textsOf(workbook, 'Resumo').map(([label = '', ...others]) => [label, others]));

describe('the reports of an analysis', () => {
  it('are two files with the sheets in order, as long and with the hash that is told', async () => {
    const { full, risk } = await write(aReport(11));
    for (const { file, bytes, workbook } of [full, risk]) {
      assert.equal(file.bytes, bytes.length);
      assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.deepEqual(
        workbook.sheets.map(({ name }) => name),
        ['Resumo', 'Processos', 'Motivos', 'Dívidas', 'Protestos', 'Sócios'],
      );
    }
    assert.equal(full.file.folder, risk.file.folder);
    assert.match(full.file.folder, /^7\/1234\/[0-9a-f-]{36}$/);
    assert.deepEqual(
      [full.file.filename, risk.file.filename],
      ['processos-1234.xlsx', 'processos-com-risco-1234.xlsx'],
    );
    assert.deepEqual([full.file.rows, risk.file.rows], [11, 6]);
  });

  it('have a row for each case, of the one all and of the other those with risk, with reasons and facts', async () => {
    const { full, risk } = await write(aReport(11));
    const numbers = (workbook: ReadWorkbook): (string | undefined)[] =>
      textsOf(workbook, 'Processos')
        .slice(1)
        .map(([number]) => number);
    const all = Array.from(
      { length: 11 },
      (_, index) => `${String(index).padStart(7, '0')}-00.2021.8.26.0100`,
    );
    assert.deepEqual(numbers(full.workbook), all);
    assert.deepEqual(
      numbers(risk.workbook),
      all.filter((_, index) => hasRiskAt(index)),
    );
    const [, , first] = textsOf(full.workbook, 'Processos');
    assert.deepEqual(first, [
      '0000001-00.2021.8.26.0100',
      'TJSP',
      '11.222.333/0001-81',
      'Réu',
      'Execução Fiscal',
      '1116',
      'Execução',
      'Ativo',
      'Não',
      '',
      '1001.50',
      '44259',
      '46313',
      '',
      'Documento',
      // The day in São Paulo, which was still the 11th.
      '46337',
      '',
    ]);
    const reasons = textsOf(risk.workbook, 'Motivos');
    assert.equal(reasons.length, 7);
    assert.deepEqual(reasons[1], [
      '0000000-00.2021.8.26.0100',
      'Sim',
      'EXECUTION',
      'Execução ativa contra o documento',
      'classe: 1116; ativo: Sim; movimentos: 11382, 311; desde: 2021-03-04',
    ]);
  });

  it('begin with a summary of the 20 keys, the sources and their age, and of cases without a known value', async () => {
    const { full, risk } = await write(aReport(11));
    const summary = summaryOf(full.workbook);
    assert.equal(SUMMARY_KEYS.length, 20);
    for (const key of SUMMARY_KEYS) assert.equal(summary.get(KEY_LABELS[key])?.[2], key);
    assert.deepEqual(summary.get('Todos os processos'), ['11', '1234.50', 'ALL']);
    assert.deepEqual(summary.get('Documento'), ['11.222.333/0001-81']);
    assert.deepEqual(summary.get('Nome'), ['EMPRESA MODELO S/A']);
    // 12:30 in São Paulo.
    assert.equal(Number(summary.get('Gerado em')?.[0]).toFixed(5), '46341.52083');
    assert.deepEqual(summary.get('Destes, sem valor conhecido'), ['4']);
    assert.deepEqual(summaryOf(risk.workbook).get('Destes, sem valor conhecido'), ['2']);
    assert.deepEqual(summary.get('Processos: DataJud (CNJ)'), [
      'verificado',
      '46338.375',
      'há 3 dias, edição 2026-11',
    ]);
  });

  it('say "não verificado" wherever a source was not asked, and never zero', async () => {
    const failed = aSource('pgfn', {
      outcome: 'SOURCE_FAILED',
      importedAt: null,
      edition: null,
      failedAt: new Date(0),
    });
    const { full } = await write(aReport(2, { debts: { sources: [failed], pages: inPages([]) } }));
    const summary = summaryOf(full.workbook);
    assert.deepEqual(summary.get('Protestos em cartório'), ['não verificado', '', 'RISK_PROTEST']);
    assert.deepEqual(summary.get('Dívidas ativas em cobrança'), ['não verificado', '', 'RISK_DEBTOR']);
    assert.deepEqual(summary.get('Protestos'), ['não verificado']);
    assert.deepEqual(summary.get('Dívidas: Dívida ativa (PGFN)'), [
      'não verificado: a fonte falhou',
      '',
      'nunca importada, a importação mais recente falhou',
    ]);
    assert.deepEqual(textsOf(full.workbook, 'Protestos')[1], ['não verificado']);
    assert.deepEqual(textsOf(full.workbook, 'Dívidas')[1], ['não verificado: a fonte falhou']);
    assert.deepEqual(textsOf(full.workbook, 'Sócios')[1], ['verificado, nada encontrado']);
  });

  it('list debts, protests and partners; with risk only debts in collection', async () => {
    const debt = {
      document: '11222333000181',
      name: 'EMPRESA MODELO S/A',
      register: 'general',
      inscription: '80 6 21 000001-00',
      debtorKind: 'PRINCIPAL',
      state: 'COLLECTING',
      situation: 'ATIVA AJUIZADA',
      registeredOn: '2021-05-06',
      isFiledInCourt: true,
      value: '100.00',
    } as const;
    const protest = {
      document: '11222333000181',
      office: '1º Tabelionato',
      city: 'São Paulo',
      state: 'SP',
      protestedOn: '2025-01-02',
      dueOn: null,
      value: null,
      kind: 'DM',
      presenter: null,
      creditor: 'CREDOR MODELO',
    };
    const partner = {
      kind: 'PERSON',
      name: 'MARIA MODELO',
      document: '***456789**',
      qualification: { code: '49', name: null },
      since: '2020-01-01',
    } as const;
    const holding = {
      root: '44555666',
      name: 'OUTRA MODELO',
      situation: 'CLOSED',
      qualification: null,
      since: null,
    } as const;
    const { full, risk } = await write(
      aReport(0, {
        debts: { sources: [aSource('pgfn')], pages: inPages([debt, { ...debt, state: 'SUSPENDED' }]) },
        protests: { sources: [aSource('protests')], pages: inPages([protest]) },
        partners: { sources: [aSource('receita')], pages: inPages([{ partner }, { holding }]) },
      }),
    );
    assert.deepEqual(
      textsOf(full.workbook, 'Dívidas')
        .slice(1)
        .map((row) => row[5]),
      ['Em cobrança', 'Suspensa'],
    );
    assert.deepEqual(
      textsOf(risk.workbook, 'Dívidas')
        .slice(1)
        .map((row) => row[5]),
      ['Em cobrança'],
    );
    assert.deepEqual(textsOf(risk.workbook, 'Protestos')[1]?.slice(1, 7), [
      '1º Tabelionato',
      'São Paulo',
      'SP',
      '45659',
      '',
      'não informado pelo cartório',
    ]);
    assert.deepEqual(textsOf(full.workbook, 'Sócios').slice(1), [
      ['Sócio ou administrador', 'MARIA MODELO', '***456789**', 'Pessoa física', '49', '', '43831'],
      ['Participa da empresa', 'OUTRA MODELO', '44555666', 'Pessoa jurídica', '', 'Baixada', ''],
    ]);
    assert.deepEqual(textsOf(full.workbook, 'Processos')[1], ['verificado']);
  });

  it('keep every hostile text a text, in every column', async () => {
    const hostile = HOSTILE_TEXTS.map((text, index) => ({
      ...aCase(index),
      className: text,
      filedOn: text,
      value: text,
      classification: {
        ...aCase(index).classification,
        hasRisk: hasRiskAt(index),
        reasons: [{ rule: text, sentence: text, facts: { [text]: text } }],
      },
    }));
    const { full } = await write({
      ...aReport(HOSTILE_TEXTS.length),
      name: '=1+1',
      cases: { sources: [aSource('cases')], pages: inPages(hostile) },
    });
    for (const { xml } of full.workbook.sheets) assert.doesNotMatch(xml, /<f[ >]/);
    const rows = full.workbook.sheets.flatMap((sheet) => sheet.rows);
    const odd = rows.flat().filter(({ type, text }) => type === 'number' && !/^-?\d+(\.\d+)?$/.test(text));
    assert.deepEqual(odd, []);
  });

  it('are not written at all when their rows are not what the summary counts', async () => {
    const before = readdirSync(join(root, '7', '1234')).length;
    const { summary } = aReport(3);
    await assert.rejects(writeReports({ ...aReport(2), summary }, store), /not as many as its summary says/);
    assert.equal(readdirSync(join(root, '7', '1234')).length, before);
    assert.deepEqual(readdirSync(store.workFolder), []);
  });

  it('leave nothing behind when the rows or the store break off', async () => {
    const breaking = (async function* breaking() {
      yield [aCase(0)];
      throw new Error('the cursor is gone');
    })();
    const cases = { sources: [aSource('cases')], pages: breaking };
    await assert.rejects(writeReports(aReport(5, { cases }), store), /the cursor is gone/);
    const written: string[] = [];
    const removed: string[] = [];
    const halfStore = {
      ...store,
      write: async (name: { folder: string; filename: string }, content: AsyncIterable<Uint8Array>) => {
        if (written.length > 0) throw new Error('the disk is full');
        written.push(name.filename);
        return store.write(name, content);
      },
      remove: async (name: { folder: string; filename: string }) => {
        removed.push(name.filename);
        await store.remove(name);
      },
    };
    await assert.rejects(writeReports(aReport(5), halfStore), /the disk is full/);
    assert.deepEqual(removed, written);
    assert.deepEqual(readdirSync(store.workFolder), []);
  });
});
