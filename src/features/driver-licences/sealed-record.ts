// What a request holds about a person, as one encrypted value bound to its row: a look-up opens one value, and a value
// that was put into another row does not open there.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Ticket } from '../../platform/outbound/outcome.ts';

export type RowName = { readonly organizationId: number; readonly id: string };
export type PersonalRecord = {
  readonly document: string;
  /** The licence as JSON text; empty while there is none. */
  readonly data: string;
};

const CPF_LENGTH = 11;

function placeOf(table: string, { organizationId, id }: RowName): string {
  return `${table} ${organizationId} ${id}`;
}

export function sealRecord(keyring: Keyring, row: RowName, { document, data }: PersonalRecord): Buffer {
  return keyring.wrap(Buffer.from(document + data), placeOf('licence_requests', row));
}

export function openRecord(keyring: Keyring, row: RowName, sealed: Uint8Array): PersonalRecord {
  const text = keyring.unwrap(sealed, placeOf('licence_requests', row)).toString();
  return { document: text.slice(0, CPF_LENGTH), data: text.slice(CPF_LENGTH) };
}

/** The source's own bytes, which only an auditor with the key file opens again. */
export function sealAnswer(keyring: Keyring, row: RowName, bytes: Uint8Array): Buffer {
  return keyring.wrap(bytes, placeOf('licence_answers', row));
}

/** What the source knows the question by; it may name the person to whoever can ask it. */
export function sealTicket(keyring: Keyring, row: RowName, ticket: Ticket): Buffer {
  return keyring.wrap(Buffer.from(JSON.stringify(ticket)), placeOf('licence_requests ticket', row));
}

export function openTicket(keyring: Keyring, row: RowName, sealed: Uint8Array): Ticket {
  return JSON.parse(keyring.unwrap(sealed, placeOf('licence_requests ticket', row)).toString()) as Ticket;
}
