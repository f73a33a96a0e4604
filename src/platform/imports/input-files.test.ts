import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { ImportFault } from './fault.ts';
import { openInputs } from './input-files.ts';
import type { CheckedFile } from './input-files.ts';

const TEXT = 'linha um\nlinha dois\n'.repeat(5000);

async function zipOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(text), name);
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}

describe('input files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farol-inputs-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const openAll = (paths: readonly string[], input: Readable = Readable.from([])): Promise<CheckedFile[]> =>
    openInputs(paths, { stream: input, name: 'named.csv' });
  const textOf = async (file: CheckedFile | undefined): Promise<string> => {
    assert.ok(file);
    return (await buffer(await file.open())).toString();
  };
  const faultOf = async (work: Promise<unknown>): Promise<ImportFault> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ImportFault, String(error));
    return error;
  };

  it('reads plain files, gz and every entry of a zip by its inner name', async () => {
    const paths = [
      write('plain.csv', TEXT),
      write('packed.csv.gz', gzipSync(TEXT)),
      write('two.zip', await zipOf({ 'inside/A.CSV': TEXT, 'B.CSV': 'b' })),
    ];
    const files = await openAll(paths);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['plain.csv', 'packed.csv', 'A.CSV', 'B.CSV'],
    );
    for (const file of files.slice(0, 3)) {
      assert.equal(await textOf(file), TEXT);
      assert.equal(file.consumedBytes(), file.sizeBytes);
    }
    assert.equal(await textOf(files[3]), 'b');
    assert.match(files[2]?.checksum() ?? '', /^[0-9a-f]{64}$/);
  });

  it('reads a file twice, an empty one, and all of a folder in order', async () => {
    const [plain] = await openAll([write('plain.csv', TEXT)]);
    assert.equal((await textOf(plain)).length, TEXT.length);
    assert.equal((await textOf(plain)).length, TEXT.length);
    assert.equal(await textOf((await openAll([write('empty.csv', '')]))[0]), '');
    assert.equal(await textOf((await openAll([write('empty.zip', await zipOf({ 'a.csv': '' }))]))[0]), '');
    const inner = join(folder, 'month');
    mkdirSync(inner);
    writeFileSync(join(inner, 'b.csv'), 'b');
    writeFileSync(join(inner, 'a.csv'), 'a');
    writeFileSync(join(inner, '.hidden'), 'x');
    assert.deepEqual(
      (await openAll([inner])).map(({ name }) => name),
      ['a.csv', 'b.csv'],
    );
  });

  it('reads a zip with foreign bytes in front', async () => {
    const zip = await zipOf({ 'arquivo_lai_FGTS_1_202606.csv': TEXT });
    const [file] = await openAll([
      write('junk.zip', Buffer.concat([Buffer.from('\r\n<junk>\0'.repeat(40)), zip])),
    ]);
    assert.equal(file?.name, 'arquivo_lai_FGTS_1_202606.csv');
    assert.equal(await textOf(file), TEXT);
  });

  it('reads standard input, packed or not, with its checksum at the end', async () => {
    for (const bytes of [Buffer.from(TEXT), gzipSync(TEXT)]) {
      const [file] = await openAll(['-'], Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]));
      assert.equal(file?.sizeBytes, null);
      assert.equal(file.checksum(), null);
      assert.equal(await textOf(file), TEXT);
      assert.match(file.checksum() ?? '', /^[0-9a-f]{64}$/);
    }
    const [zip] = await openAll(['-'], Readable.from([await zipOf({ a: 'a' })]));
    assert.match((await faultOf(textOf(zip))).message, /zip cannot be read from standard input/);
  });

  it('tells every kind of damage in a sentence', async () => {
    const zip = await zipOf({ 'a.csv': TEXT });
    const cut = await faultOf(openAll([write('cut.zip', zip.subarray(0, zip.length - 100))]));
    assert.match(cut.message, /cut\.zip is damaged .* Download it again/);
    const flipped = Buffer.from(zip);
    flipped.writeUInt8(flipped.readUInt8(60) ^ 0xff, 60);
    const [bad] = await openAll([write('flipped.zip', flipped)]);
    assert.match((await faultOf(textOf(bad))).message, /a\.csv is damaged/);
    const [half] = await openAll([write('half.gz', gzipSync(TEXT).subarray(0, 60))]);
    assert.match((await faultOf(textOf(half))).message, /half is damaged/);
    assert.match(
      (await faultOf(openAll([write('html.zip', '<html>busy</html>')]))).message,
      /html\.zip is damaged/,
    );
    assert.match((await faultOf(openAll([join(folder, 'nowhere')]))).message, /There is no file/);
    assert.match((await faultOf(openAll([]))).message, /nothing to import/);
    assert.match((await faultOf(openAll(['-', '-']))).message, /only once/);
  });

  it('notices a wrong checksum even where the bytes unpack', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('abcdef'), 'a.csv', { compress: false });
    zip.end();
    const bytes = await buffer(zip.outputStream as Readable);
    const stored = bytes.indexOf('abcdef');
    bytes.write('abcdeX', stored);
    const [file] = await openAll([write('stored.zip', bytes)]);
    assert.match((await faultOf(textOf(file))).message, /checksum is wrong/);
  });
});
