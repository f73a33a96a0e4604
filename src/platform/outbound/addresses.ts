// Which addresses a call may go to. Everything that is not an ordinary public address is refused: what a name resolves
// to is decided by whoever owns the name, and inside our network it could be anything.
// Ranges: IANA special-purpose registries for IPv4 and IPv6, seen 2026-11.
import { BlockList, isIP } from 'node:net';

const REFUSED_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network; Linux takes 0.0.0.0 for the machine itself
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT; also a cloud's metadata service (100.100.100.200)
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // a cloud's host agent, which is a public address in name only
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

const REFUSED_IPV6: readonly (readonly [string, number])[] = [
  ['::', 96], // unspecified, loopback, IPv4-compatible
  ['::ffff:0:0', 96], // IPv4-mapped
  ['::ffff:0:0:0', 96], // IPv4-translated
  ['64:ff9b::', 96], // NAT64 leads into IPv4 wherever it likes
  ['64:ff9b:1::', 48],
  ['100::', 64], // discard
  ['100:0:0:1::', 64],
  ['2001::', 23], // Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48],
  ['3fff::', 20], // documentation
  ['5f00::', 16],
  ['fc00::', 7], // unique local
  ['fe80::', 10], // link-local
  ['fec0::', 10], // site-local
  ['ff00::', 8], // multicast
];

function blockList(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) {
    list.addSubnet(network, bits, family);
  }
  return list;
}

// Two lists: in one, the network of IPv4-mapped addresses would take every IPv4 address with it.
const refusedIpv4 = blockList(REFUSED_IPV4, 'ipv4');
const refusedIpv6 = blockList(REFUSED_IPV6, 'ipv6');
// Only this block is handed out at all; whatever comes to be outside of it is not ours to call.
const globalUnicast = blockList([['2000::', 3]], 'ipv6');

const loopbackIpv4 = blockList([['127.0.0.0', 8]], 'ipv4');
const loopbackIpv6 = blockList([['::1', 128]], 'ipv6');

/** `address` as a socket names it, perhaps with the zone of an IPv6 address or the brackets of a URL. */
function bare(address: string): string {
  const [host = ''] = address.replace(/^\[|\]$/g, '').split('%');
  return host;
}

export function isPublicAddress(address: string): boolean {
  const text = bare(address);
  const family = isIP(text);
  if (family === 4) {
    return !refusedIpv4.check(text, 'ipv4');
  }
  return family === 6 && globalUnicast.check(text, 'ipv6') && !refusedIpv6.check(text, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  const text = bare(address);
  const family = isIP(text);
  return family === 4 ? loopbackIpv4.check(text, 'ipv4') : family === 6 && loopbackIpv6.check(text, 'ipv6');
}

export function isAddress(host: string): boolean {
  return isIP(bare(host)) !== 0;
}
