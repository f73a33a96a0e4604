// Whether the operator named a whole set: companies without their partners would be served as companies without partners.
import type { InputFile, PlanOptions } from '../../platform/imports/definition.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import { FILE_KINDS, findKind, partOf } from './file-kinds.ts';
import type { FileKind } from './file-kinds.ts';

type Found = { file: InputFile; kind: FileKind; part: number };

function sort(files: readonly InputFile[]): Found[] {
  return files.map((file) => {
    const kind = findKind(file.name);
    if (kind === null) {
      throw new ImportFault(
        'usage',
        `${file.name} is none of the files that the Receita publishes (${FILE_KINDS.map(({ name }) => name).join(', ')}). ` +
          'With standard input say with --name which of them it is.',
      );
    }
    return { file, kind, part: partOf(file.name) };
  });
}

function refuseTwice(found: readonly Found[]): void {
  const seen = new Set<string>();
  for (const { kind, part, file } of found) {
    const key = kind.isParted ? `${kind.name} ${part}` : kind.name;
    if (seen.has(key)) {
      throw new ImportFault('usage', `${key} is there twice (${file.name}): name each file once.`);
    }
    seen.add(key);
  }
}

function listMissing(found: readonly Found[]): string[] {
  const partsOf = (kind: FileKind): Set<number> =>
    new Set(found.filter((each) => each.kind === kind).map(({ part }) => part));
  // A month has the same parts, 0 to 9, of each of the three.
  const last = Math.max(0, ...found.filter(({ kind }) => kind.isParted).map(({ part }) => part));
  return FILE_KINDS.flatMap((kind) => {
    const parts = partsOf(kind);
    if (parts.size === 0) {
      return [kind.name];
    }
    const wanted = kind.isParted ? Array.from({ length: last + 1 }, (_, part) => part) : [];
    return wanted.filter((part) => !parts.has(part)).map((part) => `${kind.name}${part}`);
  });
}

/** Small things first, so that a set that is not right fails early. */
export function planFiles(files: readonly InputFile[], options: PlanOptions): InputFile[] {
  const found = sort(files);
  refuseTwice(found);
  const missing = listMissing(found);
  if (missing.length > 0 && !options.allowIncomplete) {
    throw new ImportFault(
      'usage',
      `The set is not whole: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Download the rest of the ` +
        'month, or say --incomplete to have what is missing served as empty.',
    );
  }
  const order = (each: Found): number => -FILE_KINDS.indexOf(each.kind);
  return found.toSorted((a, b) => order(a) - order(b) || a.part - b.part).map(({ file }) => file);
}

/** `D61010` in the inner names: last digit of the year, month and day of the extraction. */
export function editionOf(files: readonly InputFile[]): string | null {
  for (const { name } of files) {
    const match = /\.(D\d{5})(?:\.|$)/.exec(name);
    if (match?.[1] !== undefined) {
      return match[1];
    }
  }
  return null;
}
