// Opens the sockets of calls. The address is judged before a packet leaves: a name by every address it resolves to,
// an address by itself (no lookup happens for it), and once more on the connected socket.
import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAddress, isLoopbackAddress, isPublicAddress } from './addresses.ts';

/** Told apart from other connection errors by its code, as undici advises. */
class RefusedAddressError extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

export type ResolveAll = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type ClientCertificate = { readonly cert: string; readonly key: string; readonly passphrase?: string };

export type ConnectorOptions = {
  isSandbox: boolean;
  timeoutMs: number;
  certificate?: ClientCertificate;
  /** PEM certificates to trust instead of the usual ones; ICP-Brasil's roots are not among those. */
  trusted?: string;
  resolve?: ResolveAll;
};

const resolveBySystem: ResolveAll = (hostname, options, callback) =>
  systemLookup(hostname, { ...options, all: true }, callback);

function judge(isSandbox: boolean): (address: string) => boolean {
  return isSandbox ? isLoopbackAddress : isPublicAddress;
}

/** One bad address spoils the name: a mix is what a rebinding attack looks like. */
function guardedLookup(resolve: ResolveAll, mayConnect: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => mayConnect(address))) {
        callback(new RefusedAddressError('a name leads to an address that is not called'), []);
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const mayConnect = judge(options.isSandbox);
  const connect = buildConnector({
    timeout: options.timeoutMs,
    allowH2: false,
    lookup: guardedLookup(options.resolve ?? resolveBySystem, mayConnect),
    ...options.certificate,
    ...(options.trusted === undefined ? {} : { ca: options.trusted }),
  });
  return (target, callback) => {
    if (isAddress(target.hostname) && !mayConnect(target.hostname)) {
      queueMicrotask(() => callback(new RefusedAddressError('an address that is not called'), null));
      return;
    }
    connect(target, (error, socket) => {
      // Undici's own connector calls back with the error alone, whatever its types say.
      const connected = (socket as Socket | null | undefined) ?? null;
      if (connected !== null && !mayConnect(connected.remoteAddress ?? '')) {
        connected.destroy();
        callback(new RefusedAddressError('the connected address is not called'), null);
      } else if (error !== null) {
        callback(error, null);
      } else if (connected !== null) {
        callback(null, connected);
      }
    });
  };
}
