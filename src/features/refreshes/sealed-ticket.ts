// How far a refresh of a radar has come at each of its sources, encrypted and bound to its radar: what a source gave to come
// back with, or what came of it.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Ticket } from '../../platform/outbound/outcome.ts';
import type { RefreshResult } from './jobs.ts';

type RadarRow = { readonly organizationId: number; readonly radarId: number };

/** By the name of the source. */
export type Progress = {
  readonly tickets: Readonly<Record<string, Ticket>>;
  readonly results: Readonly<Record<string, RefreshResult>>;
};

function placeOf({ organizationId, radarId }: RadarRow): string {
  return JSON.stringify(['radars', organizationId, radarId, 'refresh ticket']);
}

export function sealProgress(keyring: Keyring, row: RadarRow, progress: Progress): Buffer {
  return keyring.wrap(Buffer.from(JSON.stringify(progress)), placeOf(row));
}

export function openProgress(keyring: Keyring, row: RadarRow, sealed: Uint8Array | null): Progress {
  if (sealed === null) return { tickets: {}, results: {} };
  const kept = JSON.parse(keyring.unwrap(sealed, placeOf(row)).toString()) as Progress | Ticket;
  // While there was one source only, its ticket was all.
  return 'connector' in kept ? { tickets: { [kept.connector]: kept }, results: {} } : kept;
}
