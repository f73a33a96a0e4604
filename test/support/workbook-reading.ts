// Reads a workbook back, by another way than it was written: the archive by its directory, the cells by their elements.
import assert from 'node:assert/strict';
import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

export type ReadCell = { type: string; style: number; text: string };
export type ReadSheet = { name: string; xml: string; rows: ReadCell[][] };
export type ReadWorkbook = { names: string[]; parts: Map<string, string>; sheets: ReadSheet[] };

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) =>
      error === null ? resolve(zip) : reject(error),
    );
  });
}

function readEntry(zip: ZipFile, entry: Entry): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) {
        reject(error);
        return;
      }
      stream.toArray().then((chunks) => resolve(Buffer.concat(chunks as Buffer[]).toString()), reject);
    });
  });
}

/** Every part with its text; yauzl checks sizes and the checksum of each. */
export async function readParts(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(bytes);
  const parts = new Map<string, string>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(parts));
    zip.on('entry', (entry: Entry) => {
      readEntry(zip, entry).then((text) => {
        parts.set(entry.fileName, text);
        zip.readEntry();
      }, reject);
    });
    zip.readEntry();
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** XML's entities, then OOXML's own escapes. */
function decode(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const CELL =
  /<c(?: s="(\d+)")?(?: t="(inlineStr)")?(?:\/>|>(?:<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>)/g;

export function readCells(xml: string): ReadCell[] {
  const cells = [...xml.matchAll(CELL)];
  // Whatever the pattern does not know would be left over: a formula, an attribute, broken markup.
  assert.equal(xml.replace(CELL, ''), '', 'a row holds something else than cells');
  return cells.map(([, style = '0', type, inline, value]) => ({
    type: type ?? (value === undefined ? 'empty' : 'number'),
    style: Number(style),
    text: decode(inline ?? value ?? ''),
  }));
}

function readRows(xml: string): ReadCell[][] {
  const [, inside = ''] = /<sheetData>(.*)<\/sheetData>/s.exec(xml) ?? [];
  return [...inside.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => readCells(row));
}

export async function readWorkbook(bytes: Buffer): Promise<ReadWorkbook> {
  const parts = await readParts(bytes);
  const relations = new Map(
    [...(parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(
      ([, id = '', target = '']) => [id, `xl/${target}`],
    ),
  );
  const listed = [
    ...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)" sheetId="\d+" r:id="(\w+)"\/>/g),
  ];
  const sheets = listed.map(([, name = '', id = '']) => {
    const xml = parts.get(relations.get(id) ?? '') ?? '';
    return { name: decode(name), xml, rows: readRows(xml) };
  });
  return { names: [...parts.keys()], parts, sheets };
}

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  for await (const chunk of chunks) kept.push(chunk);
  return Buffer.concat(kept);
}
