import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createKeyFile, createKeyring, KeyFault, readKeyFile } from './keyring.ts';

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

  it('makes a key file that only its owner reads, and never overwrites one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farol-keys-'));
    const path = join(folder, 'secrets', 'master.key');
    createKeyFile(path);
    assert.equal(statSync(path).mode & 0o777, 0o400);
    assert.equal(readKeyFile(path).length, 32);
    assert.throws(() => createKeyFile(path), { code: 'EEXIST' });
    const short = join(folder, 'short.key');
    writeFileSync(short, 'AAAA');
    assert.throws(() => readKeyFile(short), /does not hold a key/);
    assert.throws(() => readKeyFile(join(folder, 'absent.key')), /cannot be read/);
    rmSync(folder, { recursive: true });
  });
});
