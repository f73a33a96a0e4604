// What the tables of analyses hold about a person, encrypted and bound to its row: a value that was put into another row
// does not open there.
import type { Document } from '../../documents/document.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Ticket } from '../../platform/outbound/outcome.ts';
import type { Findings } from './findings.ts';

/** Whom an analysis is about. */
export type Subject = {
  readonly document: Document;
  /** As best known; empty when it is not. */
  readonly name: string;
};
/** The hash and not the id, which is known only once the row is there. */
export type SubjectRow = { readonly organizationId: number; readonly documentHash: Buffer };
export type AnalysisRow = { readonly organizationId: number; readonly analysisId: string };
/** By the part that waits; of each of its sources at most one. */
export type Tickets = { readonly cases?: readonly Ticket[]; readonly protests?: readonly Ticket[] };
/** Before there were several sources to a part it had one ticket and no list. */
type KeptTickets = { readonly [Step in keyof Tickets]?: Ticket | readonly Ticket[] };

function subjectPlace({ organizationId, documentHash }: SubjectRow): string {
  return JSON.stringify(['consumed_documents', organizationId, documentHash.toString('hex')]);
}

function analysisPlace(table: string, { organizationId, analysisId }: AnalysisRow, part: string): string {
  return JSON.stringify([table, organizationId, analysisId, part]);
}

export function sealSubject(keyring: Keyring, row: SubjectRow, { document, name }: Subject): Buffer {
  return keyring.wrap(Buffer.from(JSON.stringify([document, name])), subjectPlace(row));
}

export function openSubject(keyring: Keyring, row: SubjectRow, sealed: Uint8Array): Subject {
  const text = keyring.unwrap(sealed, subjectPlace(row)).toString();
  const [document, name] = JSON.parse(text) as [Document, string];
  return { document, name };
}

export function listTickets({ cases = [], protests = [] }: Tickets): Ticket[] {
  return [...cases, ...protests];
}

export function sealTickets(keyring: Keyring, row: AnalysisRow, tickets: Tickets): Buffer | null {
  if (listTickets(tickets).length === 0) {
    return null;
  }
  return keyring.wrap(Buffer.from(JSON.stringify(tickets)), analysisPlace('analyses', row, 'tickets'));
}

export function openTickets(keyring: Keyring, row: AnalysisRow, sealed: Uint8Array | null): Tickets {
  if (sealed === null) {
    return {};
  }
  const text = keyring.unwrap(sealed, analysisPlace('analyses', row, 'tickets')).toString();
  const { cases = [], protests = [] } = JSON.parse(text) as KeptTickets;
  return { cases: [cases].flat(), protests: [protests].flat() };
}

type Part = keyof Findings;

export function sealFindings<P extends Part>(
  keyring: Keyring,
  row: AnalysisRow,
  part: P,
  found: Findings[P],
): Buffer {
  return keyring.wrap(Buffer.from(JSON.stringify(found)), analysisPlace('analysis_findings', row, part));
}

export function openFindings<P extends Part>(
  keyring: Keyring,
  row: AnalysisRow,
  part: P,
  sealed: Uint8Array,
): Findings[P] {
  const text = keyring.unwrap(sealed, analysisPlace('analysis_findings', row, part)).toString();
  return JSON.parse(text) as Findings[P];
}
