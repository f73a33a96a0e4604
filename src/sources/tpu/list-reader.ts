// The PDPJ's lists: one JSON array a file, small enough to be held whole.
import type { InputFile, RowSink } from '../../platform/imports/definition.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import { addItem } from './item.ts';

/** The largest of the three is about 6 MB. */
const MAX_BYTES = 100 * 1024 * 1024;
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/class/i, 'class'],
  [/assunt/i, 'subject'],
  [/moviment/i, 'movement'],
];

export function kindOfList(name: string): string | null {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

async function readWhole(file: InputFile): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of (await file.open()) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) {
      throw new ImportFault(
        'refused',
        `${file.name} is far larger than any list of the PDPJ. The data served are the old ones.`,
      );
    }
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown;
  } catch (error) {
    throw new ImportFault(
      'refused',
      `${file.name} is not valid JSON: download it again. The data served are the old ones.`,
      {
        cause: error,
      },
    );
  }
}

/** A number or text as text; anything else as none. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Movements have their code in `id`, the others in `cod_item`; `situacao` is A, I, or a word that begins so. */
export async function readList(file: InputFile, sink: RowSink, resumeAfterLine: number): Promise<void> {
  const kind = kindOfList(file.name);
  const list = await readWhole(file);
  if (kind === null || !Array.isArray(list)) {
    throw new ImportFault(
      'refused',
      `${file.name} is no list of classes, assuntos or movimentos; its name has to say which. The data served are the old ones.`,
    );
  }
  for (const [index, entry] of (list as unknown[]).entries()) {
    const line = index + 1;
    if (line <= resumeAfterLine) {
      continue;
    }
    const item = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    addItem(
      sink,
      kind,
      {
        code: textOf(item['cod_item']) ?? textOf(item['id']) ?? '',
        parent: textOf(item['cod_item_pai']) ?? textOf(item['id_pai']),
        name: textOf(item['nome']) ?? textOf(item['descricao']) ?? '',
        isActive: !/^i/i.test(textOf(item['situacao']) ?? ''),
      },
      { line, original: JSON.stringify(entry) },
    );
    await sink.done(line);
  }
}
