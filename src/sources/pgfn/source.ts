// The government's debt register (PGFN, "Dados abertos da dívida ativa"): free, every quarter, a full snapshot in three zips.
import { DEBT_COLUMNS } from '../../features/debts/ports.ts';
import type { ImportDefinition, InputFile, PlanOptions, RowSink } from '../../platform/imports/definition.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import { decodeEither, FAULT_SENTENCES, readLines } from '../../platform/imports/lines.ts';
import { splitFields } from './fields.ts';
import { readHeader } from './header.ts';
import type { Layout } from './header.ts';
import { mapDebt } from './mapper.ts';

// Names of the zips' inner files, or of the zips themselves.
const ZIPS: readonly (readonly [string, RegExp])[] = [
  ['Nao_Previdenciario', /SIDA|n[aã]o[_ ]?previdenci/i],
  ['Previdenciario', /PREV|DIVIDA/i],
  ['FGTS', /FGTS/i],
];

function findRegister(name: string): string | null {
  return ZIPS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

function plan(files: readonly InputFile[], options: PlanOptions): readonly InputFile[] {
  const there = new Set(files.map(({ name }) => findRegister(name)));
  const missing = ZIPS.map(([name]) => name).filter((name) => !there.has(name));
  if (missing.length > 0 && !options.allowIncomplete) {
    throw new ImportFault(
      'usage',
      `The set is not whole: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Name the three zips of one ` +
        'quarter together, or say --incomplete to have what is missing served as empty.',
    );
  }
  const names = files.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new ImportFault('usage', `${twice} is there twice: name each file once.`);
  }
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function read(file: InputFile, sink: RowSink, resumeAfterLine: number): Promise<void> {
  let layout: Layout | null = null;
  const onLine = (bytes: Buffer, line: number): Promise<void> | undefined => {
    if (layout === null) {
      layout = readHeader(decodeEither(bytes), file.name);
      return undefined;
    }
    if (line <= resumeAfterLine || bytes.length === 0) {
      return undefined;
    }
    const text = decodeEither(bytes);
    const fields = splitFields(text);
    const row =
      fields.length === layout.count
        ? mapDebt(layout, fields, (reason) => sink.warn(line, reason))
        : `it has not the ${layout.count} fields of the header`;
    if (typeof row === 'string') {
      sink.setAside(line, row, text);
    } else {
      sink.row('debts', row);
    }
    return sink.done(line);
  };
  await readLines(await file.open(), {
    onLine,
    onFault: (fault, start, line) => {
      if (line <= resumeAfterLine) {
        return undefined;
      }
      sink.setAside(line, FAULT_SENTENCES[fault], start.toString('latin1'));
      return sink.done(line);
    },
  });
}

export const pgfnImport: ImportDefinition = {
  source: 'pgfn',
  description: 'the debt register of the PGFN (quarterly, a full snapshot)',
  serves: ['debts'],
  stage: [
    {
      name: 'debts',
      columns: DEBT_COLUMNS,
      shape: { like: 'debts' },
    },
  ],
  plan,
  editionOf: (files) =>
    files.map(({ name }) => /_(\d{6})\b/.exec(name)?.[1]).find((text) => text !== undefined) ?? null,
  read,
  publish: { kind: 'swap', tables: [{ name: 'debts', root: 'root' }] },
};
