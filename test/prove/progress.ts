// What of a long run is done, so that it goes on where it was broken off.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Proof } from './prove.ts';
import type { Form } from './scenario.ts';

export type Progress = { form: Form; seed: number; proofs: Proof[] };

const NAME = 'progress.json';

export async function readProgressFile(folder: string): Promise<Progress | null> {
  try {
    return JSON.parse(await readFile(join(folder, NAME), 'utf8')) as Progress;
  } catch {
    return null;
  }
}

/** Whole or not at all: a run can be broken off at any moment. */
export async function writeProgressFile(folder: string, progress: Progress): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `${NAME}.part`);
  await writeFile(unfinished, `${JSON.stringify(progress, null, 2)}\n`);
  await rename(unfinished, join(folder, NAME));
}

export function removeProgressFile(folder: string): Promise<void> {
  return rm(join(folder, NAME), { force: true });
}
