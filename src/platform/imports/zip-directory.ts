// What a zip holds and where. Only its directory is read with yauzl: the bytes themselves are streamed straight from the
// file. Some of the publishers' zips have bytes in front that are not theirs, which strict readers refuse (seen in PGFN's).
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry } from 'yauzl';

export type ZipEntry = {
  name: string;
  dataStart: number;
  compressedSize: number;
  size: number;
  crc32: number;
  isDeflated: boolean;
};

const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const DIRECTORY_SIGNATURE = 0x02014b50;
/** The end record with the longest comment that it can carry. */
const MAX_END_BYTES = 22 + 65_535;
/** Stands in a field whose true value is in the zip64 record. */
const ELSEWHERE = 0xffffffff;

type Tail = { bytes: Buffer; start: number };

async function readTail(handle: FileHandle, size: number): Promise<Tail> {
  const start = Math.max(0, size - MAX_END_BYTES);
  const bytes = Buffer.alloc(size - start);
  await handle.read(bytes, 0, bytes.length, start);
  return { bytes, start };
}

async function isDirectoryAt(handle: FileHandle, position: number): Promise<boolean> {
  const bytes = Buffer.alloc(4);
  const { bytesRead } = await handle.read(bytes, 0, 4, position);
  return bytesRead === 4 && bytes.readUInt32LE(0) === DIRECTORY_SIGNATURE;
}

/** How many bytes stand before the archive; null when this is no zip. */
async function findLeadingBytes(handle: FileHandle, size: number): Promise<number | null> {
  const tail = await readTail(handle, size);
  const end = tail.bytes.lastIndexOf(END_SIGNATURE);
  if (end === -1 || end + 22 > tail.bytes.length) {
    return null;
  }
  const [directorySize, directoryStart] = [
    tail.bytes.readUInt32LE(end + 12),
    tail.bytes.readUInt32LE(end + 16),
  ];
  if (directorySize === ELSEWHERE || directoryStart === ELSEWHERE) {
    return 0;
  }
  const isEmpty = directorySize === 0;
  const leading = tail.start + end - directorySize - directoryStart;
  return isEmpty || (leading >= 0 && (await isDirectoryAt(handle, directoryStart + leading))) ? leading : 0;
}

class ShiftedReader extends RandomAccessReader {
  readonly #path: string;
  readonly #shift: number;

  constructor(path: string, shift: number) {
    super();
    this.#path = path;
    this.#shift = shift;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start: start + this.#shift, end: end + this.#shift - 1 });
  }
}

async function readEntries(path: string, size: number, leading: number): Promise<ZipEntry[]> {
  const zip = await fromRandomAccessReaderPromise(new ShiftedReader(path, leading), size - leading, {
    autoClose: false,
  });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push(entry);
  }
  return Promise.all(
    entries
      .filter(({ fileName }) => !fileName.endsWith('/'))
      .map(async (entry): Promise<ZipEntry> => {
        if (entry.isEncrypted() || (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)) {
          throw new Error('it is encrypted or packed in a way that is not read here');
        }
        const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
        return {
          name: entry.fileName,
          dataStart: fileDataStart + leading,
          compressedSize: entry.compressedSize,
          size: entry.uncompressedSize,
          crc32: entry.crc32,
          isDeflated: entry.compressionMethod === 8,
        };
      }),
  );
}

/** Null when the file is no zip; throws when it is a damaged one. */
export async function readZipDirectory(path: string): Promise<ZipEntry[] | null> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const leading = await findLeadingBytes(handle, size);
    return leading === null ? null : await readEntries(path, size, leading);
  } finally {
    await handle.close();
  }
}
