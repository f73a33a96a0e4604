import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createClock } from '../clock.ts';
import { createKeyring } from '../crypto/keyring.ts';
import { createSignedAddresses } from './signed-addresses.ts';

const FILE = {
  folder: '7/1234/0b9f2c1e-8d5a-4f0e-9a57-3f1f6d0c9b11',
  filename: 'processos-com-risco-1234.xlsx',
};
const clock = createClock();
const PREFIX = 'https://farol.example.com/base/v1/files/';
const open = (master = randomBytes(32)): ReturnType<typeof createSignedAddresses> =>
  createSignedAddresses({
    keyring: createKeyring(master),
    clock,
    publicUrl: 'https://farol.example.com/base',
  });
const addresses = open();
const tokenOf = (address: string): string => address.slice(PREFIX.length);

describe('a signed address', () => {
  it('starts with the configured address, fits a path parameter and opens its one file', () => {
    const address = addresses.addressOf(FILE);
    assert.ok(address.startsWith(PREFIX));
    assert.ok(tokenOf(address).length <= 256);
    assert.deepEqual(addresses.readSigned(tokenOf(address)), FILE);
  });

  it('opens nothing once a single character of it is changed, removed or added', () => {
    const token = tokenOf(addresses.addressOf(FILE));
    const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=%/?#+ ');
    let tried = 0;
    for (let at = 0; at <= token.length; at += 1) {
      const [head, tail] = [token.slice(0, at), token.slice(at + 1)];
      const changed = alphabet
        .filter((character) => character !== token.charAt(at))
        .map((c) => head + c + tail);
      const added = alphabet.map((character) => head + character + token.slice(at));
      for (const altered of [...changed, ...added, head + tail].filter((each) => each !== token)) {
        assert.equal(addresses.readSigned(altered), null, altered);
        tried += 1;
      }
    }
    assert.ok(tried > 20_000);
  });

  it('opens nothing in pieces, with the parts of two, or signed by another key', () => {
    const [one, two] = [
      tokenOf(addresses.addressOf(FILE)),
      tokenOf(addresses.addressOf({ ...FILE, filename: 'x' })),
    ];
    const [stated = '', signature = ''] = one.split('.');
    const [otherStated = ''] = two.split('.');
    for (const token of [
      '',
      '.',
      stated,
      `.${signature}`,
      `${stated}.`,
      `${otherStated}.${signature}`,
      one.toLowerCase(),
    ]) {
      assert.equal(addresses.readSigned(token), null, token);
    }
    assert.equal(open().readSigned(one), null);
  });

  it('lives 15 minutes and not a millisecond more', () => {
    let nowMs = 1_800_000_000_000;
    const still = { ...clock, nowMs: () => nowMs };
    const dated = createSignedAddresses({
      keyring: createKeyring(randomBytes(32)),
      clock: still,
      publicUrl: '',
    });
    const token = dated.addressOf(FILE).slice('/v1/files/'.length);
    nowMs += 15 * 60_000 - 1;
    assert.deepEqual(dated.readSigned(token), FILE);
    nowMs += 1;
    assert.equal(dated.readSigned(token), null);
  });

  it('is another one at each asking', () => {
    let nowMs = 1_800_000_000_000;
    const moving = { ...clock, nowMs: () => (nowMs += 1) };
    const made = createSignedAddresses({
      keyring: createKeyring(randomBytes(32)),
      clock: moving,
      publicUrl: '',
    });
    assert.notEqual(made.addressOf(FILE), made.addressOf(FILE));
  });
});
