// The CNJ's unified tables of classes, subjects and movements: the SGT's dump, or the three lists of the PDPJ. Free, changed
// a few times a year, small. Inactive codes are kept: old cases use them.
import type { ImportDefinition, InputFile, PlanOptions, RowSink } from '../../platform/imports/definition.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import { FAULT_SENTENCES, readLines } from '../../platform/imports/lines.ts';
import { isItemInsert, parseInsert } from './dump-reader.ts';
import { addItem } from './item.ts';
import { kindOfList, readList } from './list-reader.ts';

const DUMP_KINDS: Readonly<Record<string, string>> = { C: 'class', A: 'subject', M: 'movement' };
const LISTS = ['classes', 'assuntos', 'movimentos'] as const;

function plan(files: readonly InputFile[], { allowIncomplete }: PlanOptions): readonly InputFile[] {
  const kinds = new Set(files.map(({ name }) => kindOfList(name)));
  const isDump = files.some(({ name }) => /\.sql$/i.test(name));
  const missing = LISTS.filter((list) => !kinds.has(kindOfList(list)));
  if (!isDump && missing.length > 0 && !allowIncomplete) {
    throw new ImportFault(
      'usage',
      `Name the SGT's dump (a file that ends in .sql), or the PDPJ's three lists together: ${missing.join(', ')} not found. ` +
        'With --incomplete what is missing is served as empty.',
    );
  }
  return files;
}

async function readDump(file: InputFile, sink: RowSink, resumeAfterLine: number): Promise<void> {
  let statement = '';
  let lastLine = 0;
  const take = (line: number): void => {
    const rows = parseInsert(statement);
    if (rows === null) {
      sink.setAside(line, 'the statement breaks off', statement);
    }
    for (const row of rows ?? []) {
      const kind = DUMP_KINDS[row.get('tipo_item') ?? ''];
      if (kind !== undefined) {
        const item = {
          code: row.get('cod_item') ?? '',
          parent: row.get('cod_item_pai') ?? null,
          name: row.get('nome') ?? '',
          isActive: row.get('situacao') !== 'I',
        };
        addItem(sink, kind, item, { line, original: statement });
      }
    }
    statement = '';
  };
  await readLines(
    await file.open(),
    {
      onLine: (bytes, line) => {
        const text = bytes.toString('latin1');
        lastLine = line;
        if (statement === '' && !isItemInsert(text)) {
          return undefined;
        }
        statement = statement === '' ? text : `${statement}\n${text}`;
        if (!/;\s*$/.test(text)) {
          return undefined;
        }
        take(line);
        return sink.done(line);
      },
      onFault: (fault, start, line) => {
        sink.setAside(line, FAULT_SENTENCES[fault], start.toString('latin1'));
        return sink.done(line);
      },
    },
    { skipLines: resumeAfterLine },
  );
  if (statement !== '') {
    take(lastLine + 1);
    await sink.done(lastLine + 1);
  }
}

export const tpuImport: ImportDefinition = {
  source: 'tpu',
  description: "the CNJ's tables of classes, subjects and movements (a full snapshot)",
  serves: ['tpu_items'],
  stage: [
    {
      name: 'tpu_items',
      columns: ['kind', 'code', 'parent', 'name', 'is_active'],
      shape: { like: 'tpu_items' },
    },
  ],
  plan,
  editionOf: (files) =>
    files.map(({ name }) => /^(\d+)_dump/.exec(name)?.[1]).find((text) => text !== undefined) ?? null,
  read: (file, sink, resumeAfterLine) =>
    /\.sql$/i.test(file.name) ? readDump(file, sink, resumeAfterLine) : readList(file, sink, resumeAfterLine),
  publish: { kind: 'swap', tables: [{ name: 'tpu_items', root: null }] },
};
