// The tax registry (Receita Federal, "Dados Abertos do CNPJ"): free, every month, a full snapshot in 37 zips.
import { COMPANY_TABLES } from '../../features/companies/ports.ts';
import { copyRow, isPlain, plainCopyRow } from '../../platform/imports/copy-text.ts';
import type { ImportDefinition, InputFile, RowSink } from '../../platform/imports/definition.ts';
import { findKind } from './file-kinds.ts';
import { editionOf, planFiles } from './plan.ts';
import { readRecords } from './reader.ts';

const ROOTS: Readonly<Record<keyof typeof COMPANY_TABLES, string | null>> = {
  companies: 'root',
  establishments: 'left(document, 8)',
  partners: 'root',
  simples_options: 'root',
  company_codes: null,
};

async function read(file: InputFile, sink: RowSink, resumeAfterLine: number): Promise<void> {
  const kind = findKind(file.name);
  if (kind === null) {
    return;
  }
  await readRecords(file, { count: kind.fields, sink, resumeAfterLine }, (fields, line, original) => {
    const row = kind.map(fields, (reason) => sink.warn(line, reason));
    if (typeof row === 'string') {
      sink.setAside(line, row, original);
    } else {
      sink.copyText(kind.table, isPlain(original) ? plainCopyRow(row) : copyRow(row));
    }
  });
}

export const receitaImport: ImportDefinition = {
  source: 'receita',
  description: 'companies, establishments and partners of the Receita Federal (monthly, a full snapshot)',
  serves: Object.keys(COMPANY_TABLES),
  stage: Object.entries(COMPANY_TABLES).map(([name, columns]) => ({ name, columns, shape: { like: name } })),
  plan: planFiles,
  editionOf,
  read,
  publish: { kind: 'swap', tables: Object.entries(ROOTS).map(([name, root]) => ({ name, root })) },
};
