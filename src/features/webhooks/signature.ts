// Standard Webhooks 1.0 (https://www.standardwebhooks.com, seen 2026-11): HMAC-SHA256 over `id.timestamp.payload`, one
// signature for each live secret, so that a receiver can change its own at any moment of a rotation.
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

export function newSigningSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** As it is shown once, and as receivers' libraries take it. */
export function secretToWire(secret: Uint8Array): string {
  return `${PREFIX}${Buffer.from(secret).toString('base64')}`;
}

export type Message = { readonly id: string; readonly timestampSeconds: number; readonly body: string };

export function signMessage(
  { id, timestampSeconds, body }: Message,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const signed = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
