// Both stores keep the same promises; the tests of each are run against both, over a real disk and real sockets.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClock } from '../clock.ts';
import { parseBaseAddress } from '../outbound/base-address.ts';
import { Secret } from '../secret.ts';
import type { FileStore } from './file-store.ts';
import { S3_KEYS, S3_REGION, startPlayedS3 } from './fixtures/s3-server.ts';
import type { PlayedS3 } from './fixtures/s3-server.ts';
import { createFolderStore } from './folder-store.ts';
import { removeLeftovers } from './incoming-file.ts';
import { FileStoreFault } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';
import { sweepFiles } from './sweeping.ts';
import type { FindUnnamed } from './sweeping.ts';

const folder = mkdtempSync(join(tmpdir(), 'farol-files-'));
after(() => rmSync(folder, { recursive: true }));
const clock = createClock();
const NAME = { folder: '7/1234/one', filename: 'processos-1234.xlsx' };

async function* pieces(bytes: Buffer, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('the beginning');
  await Promise.resolve();
  throw new Error('no more');
}

async function readBack(store: FileStore, name = NAME): Promise<Buffer | null> {
  const opened = await store.open(name);
  if (opened === null) return null;
  const bytes = Buffer.concat((await opened.stream.toArray()) as Buffer[]);
  assert.equal(bytes.length, opened.bytes);
  return bytes;
}

function s3Store(s3: PlayedS3, more: { secretKey?: string; work?: string } = {}): FileStore {
  const settings = {
    address: parseBaseAddress(s3.url),
    region: S3_REGION,
    bucket: 'farol',
    keyId: new Secret(S3_KEYS.keyId),
    secretKey: new Secret(more.secretKey ?? S3_KEYS.secretKey),
    trusted: null,
    workFolder: join(folder, more.work ?? 'uploads'),
  };
  return createS3Store(settings, clock);
}

function keepsItsPromises(make: () => Promise<FileStore>): void {
  let store: FileStore;
  before(async () => {
    store = await make();
  });
  after(() => store.close());

  it('gives back what it was given, with its length and hash', async () => {
    const bytes = randomBytes(3_000_000);
    const kept = await store.write(NAME, pieces(bytes));
    assert.deepEqual(kept, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    assert.deepEqual(await readBack(store), bytes);
    assert.deepEqual(readdirSync(store.workFolder), []);
  });

  it('replaces, removes, and tells of what is not there', async () => {
    await store.write(NAME, pieces(Buffer.from('first')));
    await store.write(NAME, pieces(Buffer.from('second')));
    assert.equal((await readBack(store))?.toString(), 'second');
    await store.remove(NAME);
    assert.equal(await store.open(NAME), null);
    await store.remove(NAME);
    assert.equal(await store.open({ folder: '7/1234/one', filename: 'other.xlsx' }), null);
    assert.equal(await store.open({ folder: '7/1234/one/processos-1234.xlsx', filename: 'x' }), null);
  });

  it('keeps nothing of a content that breaks off, and leaves what was there', async () => {
    await store.write(NAME, pieces(Buffer.from('whole')));
    await assert.rejects(store.write(NAME, failing()), /no more/);
    assert.equal((await readBack(store))?.toString(), 'whole');
    assert.deepEqual(readdirSync(store.workFolder), []);
  });

  it('tells of everything that is whole, and is swept of what nobody names after a day', async () => {
    const { filename } = NAME;
    const names = ['a', 'b', 'c', 'd', 'e'].map((last) => ({ folder: `7/1234/${last}`, filename }));
    for await (const { name } of store.list()) await store.remove(name);
    for (const name of names) await store.write(name, pieces(Buffer.from('x')));
    const listed = async (): Promise<string[]> =>
      (await Array.fromAsync(store.list())).map(({ name }) => name.folder).toSorted();
    const all = names.map((name) => name.folder);
    assert.deepEqual(await listed(), all);
    const [named] = names;
    const findUnnamed: FindUnnamed = async (asked) => asked.filter((name) => name.folder !== named?.folder);
    assert.equal(await sweepFiles(store, clock.nowMs() + 86_000_000, findUnnamed), 0);
    assert.deepEqual(await listed(), all);
    assert.equal(await sweepFiles(store, clock.nowMs() + 87_000_000, findUnnamed), names.length - 1);
    assert.deepEqual(await listed(), all.slice(0, 1));
  });

  it('takes no name that leads elsewhere', async () => {
    const names = [
      '../x',
      '..',
      '.work',
      '/etc',
      'a//b',
      'a/../b',
      '',
      'a\\b',
      'a\0',
      'ç',
      'a b',
      'x'.repeat(101),
    ];
    for (const name of names) {
      await assert.rejects(store.write({ folder: name, filename: 'x' }, pieces(Buffer.from('x'))), TypeError);
      await assert.rejects(store.open({ folder: name, filename: 'x' }), TypeError, name);
      await assert.rejects(store.remove({ folder: name, filename: 'x' }), TypeError, name);
    }
    for (const filename of ['a/b', '..', '', '.x']) {
      await assert.rejects(store.open({ folder: 'x', filename }), TypeError, filename);
    }
  });
}

describe('a folder', () => {
  keepsItsPromises(async () => createFolderStore({ root: join(folder, 'files'), bucketName: 'farol' }));

  it('is for its owner alone', async () => {
    const store = createFolderStore({ root: join(folder, 'own'), bucketName: 'farol' });
    await store.write(NAME, pieces(Buffer.from('x')));
    const path = join(folder, 'own', '7', '1234', 'one');
    assert.equal(statSync(path).mode & 0o777, 0o700);
    assert.equal(statSync(join(path, NAME.filename)).mode & 0o777, 0o600);
    assert.equal(readFileSync(join(path, NAME.filename), 'utf8'), 'x');
  });

  it('is swept of what was never finished, and of nothing else', async () => {
    const store = createFolderStore({ root: join(folder, 'swept'), bucketName: 'farol' });
    await store.write(NAME, pieces(Buffer.from('kept')));
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    const { promise: stuck, resolve: getStuck } = Promise.withResolvers<void>();
    const content = (async function* halting() {
      yield Buffer.from('half');
      getStuck();
      await resumed;
    })();
    const writing = store.write({ ...NAME, filename: 'stuck' }, content);
    await stuck;
    assert.equal(await removeLeftovers(store.workFolder, clock.nowMs()), 0);
    assert.equal(await removeLeftovers(store.workFolder, clock.nowMs() + 7 * 3_600_000), 1);
    resume();
    await assert.rejects(writing, { code: 'ENOENT' });
    assert.equal((await readBack(store))?.toString(), 'kept');
  });
});

describe('S3', () => {
  let s3: PlayedS3;
  before(async () => {
    s3 = await startPlayedS3(clock.nowMs);
  });
  after(() => s3.close());
  keepsItsPromises(async () => s3Store(s3));

  it('holds objects under bucket, folder and name', async () => {
    const store = s3Store(s3);
    await store.write(NAME, pieces(Buffer.from('x')));
    assert.ok(s3.objects.has('/farol/7/1234/one/processos-1234.xlsx'));
    assert.equal(store.bucketName, 'farol');
    await store.close();
  });

  it('is tried again when it breaks or is busy, with the same body and a signature of its own', async () => {
    const store = s3Store(s3);
    const bytes = randomBytes(300_000);
    s3.mishaps.push('cut', 503, 500);
    await store.write(NAME, pieces(bytes));
    s3.mishaps.push(500, 'cut');
    assert.deepEqual(await readBack(store), bytes);
    await store.close();
  });

  it('that stays broken is a fault which names neither keys nor files', async () => {
    const store = s3Store(s3);
    s3.mishaps.push(500, 500, 500, 500);
    await assert.rejects(store.write(NAME, pieces(Buffer.from('x'))), (error) => {
      assert.ok(error instanceof FileStoreFault);
      assert.equal(error.message, 'the file store answered PUT with status 500');
      return true;
    });
    assert.deepEqual(readdirSync(store.workFolder), []);
    s3.mishaps.push('cut', 'cut', 'cut', 'cut');
    await assert.rejects(store.open(NAME), FileStoreFault);
    await store.close();
  });

  it('refuses other keys, and we do not ask it again', async () => {
    const store = s3Store(s3, { secretKey: 'another secret' });
    const earlier = s3.answered.length;
    await assert.rejects(store.write(NAME, pieces(Buffer.from('x'))), /answered PUT with status 403/);
    assert.deepEqual(s3.answered.slice(earlier), ['PUT 403']);
    await store.close();
  });

  it('that breaks off in the middle of an object breaks off our stream', async () => {
    const store = s3Store(s3);
    await store.write(NAME, pieces(randomBytes(500_000)));
    s3.mishaps.push('half');
    const opened = await store.open(NAME);
    await assert.rejects(opened?.stream.toArray() ?? Promise.resolve());
    await store.close();
  });
});
