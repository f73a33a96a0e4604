// Where a source is: what an operator may configure as its address.
import { isLoopbackAddress } from './addresses.ts';

export type BaseAddress = {
  readonly origin: string;
  readonly host: string;
  /** Put before every path; empty or `/something`. */
  readonly prefix: string;
  /** The sandbox on this machine, the only place that may be reached in clear and on a loopback address. */
  readonly isSandbox: boolean;
};

/** A sentence that says what is wrong; it does not quote the address, which may hold a password. */
export class AddressFault extends Error {}

export function parseBaseAddress(text: string): BaseAddress {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    throw new AddressFault('must be an https address');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new AddressFault('must be an address without user, query and fragment');
  }
  // By what is written, not by what a name resolves to: names other than this one are never taken for loopback.
  const isSandbox = url.hostname === 'localhost' || isLoopbackAddress(url.hostname);
  if (url.protocol === 'http:' && !isSandbox) {
    throw new AddressFault('must be an https address; plain http is for a sandbox on a loopback address');
  }
  return { origin: url.origin, host: url.host, prefix: url.pathname.replace(/\/$/, ''), isSandbox };
}
