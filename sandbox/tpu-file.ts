// The CNJ's tables of classes, subjects and movements, as far as the population uses them, as the SGT's dump writes them:
// statements for MySQL in latin1. Parents are left out; no fact of a case is read from here.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listTerms } from './case-kinds.ts';
import type { ManifestFile } from './manifest.ts';
import { MOVEMENT_NAMES } from './movements.ts';
import { openLatin1File } from './sink.ts';
import { TEST_CLASSES, TEST_SUBJECTS } from './test-documents/case-builder.ts';

const FOLDER = 'tpu';
const HEAD = 'INSERT INTO `itens` (`cod_item`,`cod_item_pai`,`tipo_item`,`nome`,`situacao`) VALUES';

type Names = Readonly<Record<number, string>>;

function statement(kind: 'C' | 'A' | 'M', [code, name]: [string, string]): string {
  return `${HEAD} (${code},NULL,'${kind}','${name.replaceAll("'", "''")}','A');\n`;
}

export async function writeTpuFile(folder: string): Promise<ManifestFile[]> {
  await mkdir(join(folder, FOLDER), { recursive: true });
  const path = `${FOLDER}/dump_sandbox.sql`;
  const sink = openLatin1File(join(folder, path));
  const { classes, subjects } = listTerms();
  const tables: readonly ['C' | 'A' | 'M', Names][] = [
    ['C', { ...classes, ...TEST_CLASSES }],
    ['A', { ...subjects, ...TEST_SUBJECTS }],
    ['M', MOVEMENT_NAMES],
  ];
  for (const [kind, names] of tables) {
    for (const item of Object.entries(names)) sink.add(statement(kind, item));
  }
  return [{ source: 'tpu', path, ...(await sink.close()) }];
}
