// What the operator named, as files that can be read: plain ones, gz, the entries of zips, whole folders, and `-`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { countBytes, openPacked } from './byte-streams.ts';
import type { Packing } from './byte-streams.ts';
import type { InputFile } from './definition.ts';
import { ImportFault } from './fault.ts';
import { readZipDirectory } from './zip-directory.ts';

/** With what the audit row tells of it. A zip's entries share the checksum of the zip. */
export type CheckedFile = InputFile & { readonly checksum: () => string | null; readonly container: string };

export type StandardInput = { readonly stream: NodeJS.ReadableStream; readonly name: string };

const READ_BYTES = 1 << 18;

function damaged(name: string, error: unknown): ImportFault {
  const why = error instanceof Error ? error.message : 'it cannot be read';
  return new ImportFault(
    'refused',
    `${name} is damaged (${why}). Download it again; the data served are the old ones.`,
    {
      cause: error,
    },
  );
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const bytes = Buffer.alloc(4);
    const { bytesRead } = await handle.read(bytes, 0, 4, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

type Part = { name: string; start: number; length: number; packing: Packing };

async function listParts(path: string, size: number): Promise<Part[]> {
  const name = basename(path);
  const head = await readHead(path);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    return [{ name: name.replace(/\.gz$/i, ''), start: 0, length: size, packing: { kind: 'gzip' } }];
  }
  const looksLikeZip = head.toString('latin1') === 'PK\u0003\u0004' || /\.zip$/i.test(name);
  const entries = await readZipDirectory(path).catch((error: unknown) => {
    if (looksLikeZip) {
      throw damaged(name, error);
    }
    return null;
  });
  if (entries === null || (entries.length === 0 && !looksLikeZip)) {
    if (looksLikeZip) {
      throw damaged(name, new Error('the end of the zip is missing'));
    }
    return [{ name, start: 0, length: size, packing: { kind: 'plain' } }];
  }
  return entries.map((entry) => ({
    name: basename(entry.name),
    start: entry.dataStart,
    length: entry.compressedSize,
    packing: { kind: 'zip', isDeflated: entry.isDeflated, crc32: entry.crc32, size: entry.size },
  }));
}

function toFile(path: string, part: Part, checksum: string): CheckedFile {
  let consumed = 0;
  return {
    name: part.name,
    container: basename(path),
    sizeBytes: part.length,
    checksum: () => checksum,
    consumedBytes: () => consumed,
    open: () => {
      consumed = 0;
      const end = part.start + part.length - 1;
      // A range of nothing cannot be said in start and end.
      const range = part.length === 0 ? { start: 0, end: 0 } : { start: part.start, end };
      const bytes =
        part.length === 0 ? null : createReadStream(path, { ...range, highWaterMark: READ_BYTES });
      const counted = countBytes(bytes, (count) => {
        consumed += count;
      });
      return Promise.resolve(openPacked(counted, part.packing, (error) => damaged(part.name, error)));
    },
  };
}

function standardInput({ stream, name }: StandardInput): CheckedFile {
  let consumed = 0;
  const hash = createHash('sha256');
  let digest: string | null = null;
  return {
    name: name.replace(/\.gz$/i, ''),
    container: '-',
    sizeBytes: null,
    checksum: () => digest,
    consumedBytes: () => consumed,
    open: () => {
      const counted = countBytes(
        stream,
        (count, bytes) => {
          consumed += count;
          hash.update(bytes);
        },
        () => {
          digest = hash.digest('hex');
        },
      );
      return Promise.resolve(openPacked(counted, { kind: 'guess' }, (error) => damaged(name, error)));
    },
  };
}

async function expandFolders(paths: readonly string[]): Promise<string[]> {
  const expanded = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null);
      if (found === null) {
        throw new ImportFault('usage', `There is no file ${path}.`);
      }
      if (!found.isDirectory()) {
        return [path];
      }
      const entries = await readdir(path, { withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name);
      return names.toSorted().map((name) => join(path, name));
    }),
  );
  return expanded.flat();
}

async function openPath(path: string): Promise<CheckedFile[]> {
  try {
    const { size } = await stat(path);
    const parts = await listParts(path, size);
    const checksum = await checksumOf(path);
    return parts.map((part) => toFile(path, part, checksum));
  } catch (error) {
    if (error instanceof ImportFault) {
      throw error;
    }
    const { code } = error as { code?: string };
    throw new ImportFault('usage', `${path} cannot be read${code === undefined ? '' : ` (${code})`}.`, {
      cause: error,
    });
  }
}

/** `-` stands for standard input, which cannot be taken up again after a kill: it is gone. */
export async function openInputs(paths: readonly string[], input: StandardInput): Promise<CheckedFile[]> {
  const files: CheckedFile[] = [];
  if (paths.filter((path) => path === '-').length > 1) {
    throw new ImportFault('usage', 'Standard input can be named only once.');
  }
  for (const path of paths) {
    if (path === '-') {
      files.push(standardInput(input));
      continue;
    }
    for (const each of await expandFolders([path])) {
      files.push(...(await openPath(each)));
    }
  }
  if (files.length === 0) {
    throw new ImportFault(
      'usage',
      'There is nothing to import: name files, folders, or - for standard input.',
    );
  }
  return files;
}
