import assert from 'node:assert/strict';
import { it } from 'node:test';
import { foldAddress } from './address.ts';

it('counts an IPv4 address as itself, however it is written', () => {
  assert.equal(foldAddress('192.0.2.7'), '192.0.2.7');
  assert.equal(foldAddress('::ffff:192.0.2.7'), '192.0.2.7');
});

it('counts all IPv6 addresses of one network as one', () => {
  const folded = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::',
    '2001:0DB8:1:2:1:2:3:4',
    '2001:db8:1:2::1%eth0',
  ].map(foldAddress);
  assert.deepEqual(new Set(folded), new Set(['2001:db8:1:2::/64']));
  assert.equal(foldAddress('::1'), '0:0:0:0::/64');
  assert.notEqual(foldAddress('2001:db8:1:3::1'), folded[0]);
});
