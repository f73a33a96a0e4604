// Where a tenant may have events sent. What is written is judged here, when it is registered; what a name leads to is judged
// when it is called, since it can change at any moment. No name is looked up here: the answer would tell a tenant which
// names of our network exist.
import { isAddress, isPublicAddress } from '../../platform/outbound/addresses.ts';
import { isLoopbackHost } from '../../platform/outbound/poster.ts';

/** Services inside listen elsewhere; a receiver of webhooks is a web server. */
const PORTS = new Set(['', '443', '8443']);
/** Names that mean something only inside a network. */
const INSIDE = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/** The address as it is kept, or the sentence that says what is wrong with it. */
export function readEndpointAddress(
  text: string,
  { mayUseLoopback }: { mayUseLoopback: boolean },
): { url: string } | { fault: string } {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    return { fault: 'must be an https address' };
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return { fault: 'must be an address without user and fragment' };
  }
  if (mayUseLoopback && isLoopbackHost(url.hostname)) {
    return { url: url.href };
  }
  if (url.protocol !== 'https:') {
    return { fault: 'must be an https address' };
  }
  if (!PORTS.has(url.port)) {
    return { fault: 'must have port 443 or 8443' };
  }
  const host = url.hostname.replace(/\.$/, '');
  if (isAddress(host) ? !isPublicAddress(host) : !host.includes('.') || INSIDE.test(host)) {
    return { fault: 'must be an address of the public internet' };
  }
  return { url: url.href };
}
