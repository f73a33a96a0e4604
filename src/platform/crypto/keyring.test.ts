import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { addKey } from './key-file.ts';
import { createKeyFile, createKeyring, describeKeys, KeyFault, readKeyFile } from './keyring.ts';

describe('keyring', () => {
  const keyring = createKeyring(randomBytes(32));
  const plain = Buffer.from('a private key');

  it('opens what it wrapped, in the same place only', () => {
    const wrapped = keyring.wrap(plain, 'table|column|1');
    assert.deepEqual(keyring.unwrap(wrapped, 'table|column|1'), plain);
    assert.throws(() => keyring.unwrap(wrapped, 'table|column|2'), KeyFault);
  });

  it('opens nothing that was altered by a single bit, cut, or wrapped by another key', () => {
    const wrapped = keyring.wrap(plain, 'place');
    for (let index = 0; index < wrapped.length; index += 1) {
      const altered = Buffer.from(wrapped);
      altered[index] = (altered[index] ?? 0) ^ 1;
      assert.throws(() => keyring.unwrap(altered, 'place'), KeyFault);
      assert.throws(() => keyring.unwrap(wrapped.subarray(0, index), 'place'), KeyFault);
    }
    assert.throws(() => createKeyring(randomBytes(32)).unwrap(wrapped, 'place'), KeyFault);
  });

  it('never wraps the same value to the same bytes', () => {
    const wrapped = new Set(Array.from({ length: 1000 }, () => keyring.wrap(plain, 'place').toString('hex')));
    assert.equal(wrapped.size, 1000);
  });

  it('hashes by purpose and by key', () => {
    const hash = keyring.keyedHash('address', 'x').toString('hex');
    assert.equal(keyring.keyedHash('address', 'x').toString('hex'), hash);
    assert.notEqual(keyring.keyedHash('email', 'x').toString('hex'), hash);
    assert.notEqual(createKeyring(randomBytes(32)).keyedHash('address', 'x').toString('hex'), hash);
  });

  it('seals with the newest of several keys, opens with each, and hashes with the first', () => {
    const [old, young] = [randomBytes(32), randomBytes(32)];
    const [before, after] = [createKeyring(old), createKeyring([old, young])];
    const wrapped = before.wrap(plain, 'place');
    const rewrapped = after.wrap(plain, 'place');
    assert.deepEqual(after.unwrap(wrapped, 'place'), plain);
    assert.deepEqual(createKeyring([young, old]).unwrap(wrapped, 'place'), plain);
    assert.deepEqual(createKeyring(young).unwrap(rewrapped, 'place'), plain);
    assert.throws(() => before.unwrap(rewrapped, 'place'), /are all its keys in it/);
    assert.deepEqual(after.keyedHash('document', 'x'), before.keyedHash('document', 'x'));
    const ids = describeKeys([old, young]).map(({ id }) => id);
    assert.deepEqual(
      [wrapped, rewrapped].map((each) => each.subarray(1, 5).toString('hex')),
      ids,
    );
  });

  it('opens what was sealed before keys had ids, with the first key', () => {
    // Sealed by the program as it was then: 32 bytes of 7 as the key, `place` as the place.
    const sealed = Buffer.from('AfMqTthpOAogALTIbqqiqCeDd9TbEDd13v7jX4X5vG2xguwrs_fsXZz9', 'base64url');
    const first = Buffer.alloc(32, 7);
    for (const keys of [[first], [first, randomBytes(32)]]) {
      assert.equal(createKeyring(keys).unwrap(sealed, 'place').toString(), 'sealed before');
    }
    assert.throws(() => createKeyring([randomBytes(32), first]).unwrap(sealed, 'place'), KeyFault);
  });

  it('looks for a key that it lacks again, but not in a file of other keys, nor for every value', () => {
    const [old, young, youngest] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    let [file, reads] = [[old], 0];
    const running = createKeyring([old], () => {
      reads += 1;
      return file;
    });
    const later = createKeyring([old, young]).wrap(plain, 'place');
    file = [young];
    assert.throws(() => running.unwrap(later, 'place'), KeyFault);
    assert.throws(() => running.unwrap(later, 'place'), KeyFault);
    assert.equal(reads, 1);
    file = [old, young, youngest];
    const patient = createKeyring([old], () => file);
    assert.deepEqual(patient.unwrap(later, 'place'), plain);
    assert.deepEqual(createKeyring([old, young, youngest]).unwrap(patient.wrap(plain, 'p'), 'p'), plain);
  });

  it('adds a key for the same owner and the same rights, and refuses to do so twice at once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farol-keys-'));
    const path = join(folder, 'master.key');
    createKeyFile(path);
    chmodSync(path, 0o440);
    const [first] = readKeyFile(path);
    symlinkSync(path, join(folder, 'link.key'));
    assert.equal(addKey(join(folder, 'link.key')).length, 2);
    assert.ok(lstatSync(join(folder, 'link.key')).isSymbolicLink());
    assert.equal(statSync(path).mode & 0o777, 0o440);
    assert.deepEqual([readKeyFile(path)[0], readKeyFile(path).length], [first, 2]);
    writeFileSync(`${path}.next`, '');
    assert.throws(() => addKey(path), { code: 'EEXIST' });
    assert.equal(readKeyFile(path).length, 2);
    rmSync(folder, { recursive: true });
  });

  it('makes a key file that only its owner reads, and never overwrites one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farol-keys-'));
    const path = join(folder, 'secrets', 'master.key');
    createKeyFile(path);
    assert.equal(statSync(path).mode & 0o777, 0o400);
    assert.deepEqual(
      readKeyFile(path).map(({ length }) => length),
      [32],
    );
    assert.throws(() => createKeyFile(path), { code: 'EEXIST' });
    const short = join(folder, 'short.key');
    writeFileSync(short, 'AAAA');
    assert.throws(() => readKeyFile(short), /does not hold a key/);
    assert.throws(() => readKeyFile(join(folder, 'absent.key')), /cannot be read/);
    rmSync(folder, { recursive: true });
  });
});
