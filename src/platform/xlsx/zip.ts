// The archive around the parts (APPNOTE 6.3.10). Sizes and checksums are known before a part is written, so its header
// says them and needs no record behind it, which some readers do not understand.
import type { FinishedPart } from './deflated-part.ts';

export type ZipEntry = { readonly name: string; readonly part: FinishedPart };

const LOCAL_HEADER = 0x04_03_4b_50;
const CENTRAL_HEADER = 0x02_01_4b_50;
const END_RECORD = 0x06_05_4b_50;
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980: the same rows give the same bytes at any time. */
const DOS_DATE = 0x21;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const MAX_BYTES = 0xff_ff_ff_ff;

/** The fields that both headers share, from the version on. */
function writeShared(header: Buffer, start: number, { name, part }: ZipEntry): void {
  header.writeUInt16LE(VERSION, start);
  header.writeUInt16LE(0, start + 2);
  header.writeUInt16LE(DEFLATED, start + 4);
  header.writeUInt16LE(0, start + 6);
  header.writeUInt16LE(DOS_DATE, start + 8);
  header.writeUInt32LE(part.crc, start + 10);
  header.writeUInt32LE(part.packedBytes, start + 14);
  header.writeUInt32LE(part.plainBytes, start + 18);
  header.writeUInt16LE(name.length, start + 22);
}

function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  writeShared(header, 4, entry);
  return Buffer.concat([header, Buffer.from(entry.name, 'latin1')]);
}

function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  writeShared(header, 6, entry);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(entry.name, 'latin1')]);
}

function endRecord(entries: number, centralBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(END_BYTES);
  record.writeUInt32LE(END_RECORD, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(centralBytes, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

/** Names are ours and plain ASCII. */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    central.push(centralHeader(entry, offset));
    const header = localHeader(entry);
    yield header;
    yield* entry.part.chunks();
    offset += header.length + entry.part.packedBytes;
    if (offset > MAX_BYTES) throw new Error('a workbook over 4 GB cannot be written');
  }
  const directory = Buffer.concat(central);
  yield directory;
  yield endRecord(entries.length, directory.length, offset);
}
