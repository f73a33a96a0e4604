// A signing secret as the database holds it: encrypted and bound to its endpoint, whichever of its two places it is in.
import type { Keyring } from '../../platform/crypto/keyring.ts';

export type EndpointName = {
  readonly organizationId: number | string;
  readonly endpointId: number | string;
};

function placeOf({ organizationId, endpointId }: EndpointName): string {
  return `webhook_endpoints ${organizationId} ${endpointId}`;
}

export function sealSecret(keyring: Keyring, endpoint: EndpointName, secret: Uint8Array): Buffer {
  return keyring.wrap(secret, placeOf(endpoint));
}

export function openSecret(keyring: Keyring, endpoint: EndpointName, sealed: Uint8Array): Buffer {
  return keyring.unwrap(sealed, placeOf(endpoint));
}
