// What a search at a source is found by when the source says that it has ended. Keyed, because a source may call it by what
// it is about.
import type { Keyring } from '../crypto/keyring.ts';
import type { Ticket } from './outcome.ts';

export function hashTicket(keyring: Keyring, { connector, ref }: Pick<Ticket, 'connector' | 'ref'>): Buffer {
  return keyring.keyedHash('ticket', JSON.stringify([connector, ref]));
}
