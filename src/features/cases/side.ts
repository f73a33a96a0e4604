// Where each document stands in a case. One row for each whole or masked document; names alone are nobody's.
import { findDocumentKind } from '../../documents/document.ts';
import type { DocumentKind } from '../../documents/document.ts';
import { nameKey } from '../../documents/name-key.ts';
import { degreeRank } from './degree.ts';
import type { CaseRecord, Party, Side } from './ports.ts';

export type Standing = {
  readonly document: string;
  readonly kind: DocumentKind;
  /** Of the lowest degree in which the document is a party. */
  rank: number;
  side: Side;
  /** False while it is nothing but victim or witness. */
  isParty: boolean;
  /** Only of a masked CPF. */
  readonly nameKey: string | null;
  readonly isFromVisible: boolean;
};

/** Within one degree the first of these wins. */
const PRECEDENCE: Record<Side, number> = { PASSIVE: 0, ACTIVE: 1, THIRD: 2, UNKNOWN: 3 };

/** What hidden records say of a document matters only when no visible one knows it. */
export function listStandings(
  visible: readonly CaseRecord[],
  hidden: readonly CaseRecord[],
): readonly Standing[] {
  const standings = new Map<string, Standing>();
  for (const record of visible) readParties(record, standings, true);
  for (const record of hidden) readParties(record, standings, false);
  const sorted = [...standings.values()].toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));
  return sorted.some(({ nameKey: key }) => key !== null) ? joinMasks(sorted) : sorted;
}

function orderKey({ document, isFromVisible, isParty, nameKey: key }: Standing): string {
  return `${document} ${isFromVisible ? 0 : 1} ${isParty ? 0 : 1} ${key ?? ''}`;
}

/**
 * One row for each mask: two names under one are two spellings or, once in a million, two people. If any of them is
 * only a victim or a witness, the row is hidden rather than be that person's.
 */
function joinMasks(sorted: readonly Standing[]): Standing[] {
  const joined: Standing[] = [];
  for (const standing of sorted) {
    const before = joined.at(-1);
    if (before?.document !== standing.document) joined.push(standing);
    else if (!standing.isParty) before.isParty = false;
  }
  return joined;
}

function readParties(record: CaseRecord, standings: Map<string, Standing>, isFromVisible: boolean): void {
  const rank = degreeRank(record.degree);
  for (const party of record.parties) {
    const { document } = party;
    if (document === null || party.isHomonym === true) continue;
    // A masked CPF is six digits and the name together; without a name it matches nobody.
    const key = document.startsWith('*') ? nameKey(party.name ?? '') : null;
    if (key === '') continue;
    const identity = key === null ? document : `${document} ${key}`;
    const known = standings.get(identity);
    if (known === undefined) {
      const kind = findDocumentKind(document);
      if (kind === null) continue;
      const standing = newStanding({ document, kind, nameKey: key, isFromVisible });
      standings.set(identity, standing);
      addParty(standing, party, rank);
    } else if (known.isFromVisible === isFromVisible) addParty(known, party, rank);
  }
}

function newStanding(identity: Pick<Standing, 'document' | 'kind' | 'nameKey' | 'isFromVisible'>): Standing {
  return { ...identity, rank: Number.POSITIVE_INFINITY, side: 'UNKNOWN', isParty: false };
}

function addParty(standing: Standing, party: Party, rank: number): void {
  if (party.role !== 'PARTY') return;
  const isLower = !standing.isParty || rank < standing.rank;
  const isStronger = rank === standing.rank && PRECEDENCE[party.side] < PRECEDENCE[standing.side];
  standing.isParty = true;
  if (!isLower && !isStronger) return;
  standing.rank = rank;
  standing.side = party.side;
}
