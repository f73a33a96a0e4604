// What a source gave to come back with, encrypted and bound to its radar.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Ticket } from '../../platform/outbound/outcome.ts';

type RadarRow = { readonly organizationId: number; readonly radarId: number };

function placeOf({ organizationId, radarId }: RadarRow): string {
  return JSON.stringify(['radars', organizationId, radarId, 'refresh ticket']);
}

export function sealTicket(keyring: Keyring, row: RadarRow, ticket: Ticket): Buffer {
  return keyring.wrap(Buffer.from(JSON.stringify(ticket)), placeOf(row));
}

export function openTicket(keyring: Keyring, row: RadarRow, sealed: Uint8Array): Ticket {
  return JSON.parse(keyring.unwrap(sealed, placeOf(row)).toString()) as Ticket;
}
