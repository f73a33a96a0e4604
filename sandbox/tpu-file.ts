// The CNJ's tables of classes, subjects and movements, as far as the population uses them: the PDPJ's three lists. Parents are
// left out; no fact of a case is read from here.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listTerms } from './case-kinds.ts';
import type { ManifestFile } from './manifest.ts';
import { MOVEMENT_NAMES } from './movements.ts';
import { openPlainFile } from './sink.ts';
import { TEST_CLASSES, TEST_SUBJECTS } from './test-documents/case-builder.ts';

const FOLDER = 'tpu';

type Names = Readonly<Record<number, string>>;

async function writeList(folder: string, list: string, names: Names): Promise<ManifestFile> {
  // Movements have their code in another field.
  const code = list === 'movimentos' ? 'id' : 'cod_item';
  const items = Object.entries(names).map(([text, nome]) =>
    JSON.stringify({ [code]: Number(text), nome, situacao: 'A' }),
  );
  const path = `${FOLDER}/${list}.json`;
  const sink = openPlainFile(join(folder, path));
  items.forEach((item, index) => {
    sink.add(`${index === 0 ? '[' : ''}${item}${index === items.length - 1 ? ']' : ','}\n`);
  });
  return { source: 'tpu', path, ...(await sink.close()) };
}

export async function writeTpuFiles(folder: string): Promise<ManifestFile[]> {
  await mkdir(join(folder, FOLDER), { recursive: true });
  const { classes, subjects } = listTerms();
  return [
    await writeList(folder, 'classes', { ...classes, ...TEST_CLASSES }),
    await writeList(folder, 'assuntos', { ...subjects, ...TEST_SUBJECTS }),
    await writeList(folder, 'movimentos', MOVEMENT_NAMES),
  ];
}
