// The walk along the chain of one organization: what each row must be, given the rows before it, and what it tells when
// it is not. Read src/platform/sequencer/audit-chain.ts first.
import type { AuditChain, AuditContent } from '../../platform/sequencer/audit-chain.ts';

export type AuditFinding = {
  organizationId: number;
  number: number;
  /** The last number of the gap for `missing` and `cut`, of the rows for `replaced`; else the same as `number`. */
  through: number;
  kind: FindingKind;
};

export type FindingKind =
  /** Something in the row is not as it was when it was numbered. */
  | 'altered'
  /** There is no row with this number. */
  | 'missing'
  /** The row was never numbered by the sequencer. */
  | 'inserted'
  /** The row is genuine, but it was numbered behind another row than the one that stands before it. */
  | 'unlinked'
  /** The head of the chain does not fit its last row. */
  | 'head'
  /** When the anchor was written, another row stood here: the database was rolled back and went on from there. */
  | 'replaced'
  /** The anchor has seen rows up to here: the end of the chain was cut off together with its head, or rolled back. */
  | 'cut';

export type ChainedRow = AuditContent & { chain_hash: string | null };
export type ChainHead = { number: string; hash: string } | null;

export type Walk = {
  readonly organizationId: number;
  last: bigint;
  rows: number;
  /** What the next row may follow; null when that cannot be known, because the row before it is not genuine or gone. */
  previous: readonly Buffer[] | null;
  findings: AuditFinding[];
  /** The ends of the chain that were seen from outside, by number. */
  readonly anchors: AnchoredEnds;
};

/** More than one hash for a number contradict each other; then at least one of them is not the row's. */
export type AnchoredEnds = ReadonlyMap<number, readonly string[]>;

const SEAL_BYTES = 32;

/** Begun further on, the link of the first row cannot be judged; its seal can. */
export function startWalk(organizationId: number, anchors: AnchoredEnds = new Map(), from = 1): Walk {
  const previous = from === 1 ? [Buffer.alloc(0)] : null;
  return { organizationId, last: BigInt(from - 1), rows: 0, previous, findings: [], anchors };
}

function report(walk: Walk, kind: FindingKind, number: bigint, through = number): void {
  const { organizationId, findings } = walk;
  findings.push({ organizationId, number: Number(number), through: Number(through), kind });
}

function judgeLink(walk: Walk, chain: AuditChain, stored: { seal: Buffer; link: Buffer }): Buffer[] {
  const expected = (walk.previous ?? []).map((previous) => chain.link(previous, stored.seal));
  if (walk.previous === null || expected.some((link) => link.equals(stored.link))) {
    return [stored.link];
  }
  report(walk, 'unlinked', walk.last);
  // Either the stored link was changed, and the next row follows the right one; or another row stood here before.
  return [stored.link, ...expected];
}

/** Rows behind the first that was replaced do not fit their anchors either: one finding tells of all of them. */
function judgeAnchor(walk: Walk, link: Buffer): void {
  const number = Number(walk.last);
  const anchored = walk.anchors.get(number) ?? [];
  const hash = link.toString('hex');
  const isKnownFaulty = (): boolean => walk.findings.some((finding) => finding.number === number);
  if (anchored.every((seen) => seen === hash) || isKnownFaulty()) {
    return;
  }
  const known = walk.findings.find(({ kind }) => kind === 'replaced');
  if (known === undefined) {
    report(walk, 'replaced', walk.last);
  } else {
    known.through = number;
  }
}

function judgeCut(walk: Walk, head: ChainHead): void {
  const end = Math.max(Number(walk.last), Number(head?.number ?? 0));
  const seen = walk.anchors.keys().reduce((most, number) => Math.max(most, number), 0);
  if (seen > end) {
    report(walk, 'cut', BigInt(end + 1), BigInt(seen));
  }
}

export function takeRow(walk: Walk, row: ChainedRow, chain: AuditChain, head: ChainHead): void {
  const number = BigInt(row.number);
  const hash = Buffer.from(row.chain_hash ?? '', 'hex');
  const stored = { seal: hash.subarray(0, SEAL_BYTES), link: hash.subarray(SEAL_BYTES) };
  const isSealed = chain.seal(row).equals(stored.seal);
  walk.rows += 1;
  // Behind the head the sequencer has not been yet, and no number comes twice or is below one.
  if (number <= walk.last || (!isSealed && number > BigInt(head?.number ?? 0))) {
    report(walk, 'inserted', number);
    return;
  }
  if (number > walk.last + 1n) {
    report(walk, 'missing', walk.last + 1n, number - 1n);
    walk.previous = null;
  }
  walk.last = number;
  if (isSealed) {
    walk.previous = judgeLink(walk, chain, stored);
    judgeAnchor(walk, stored.link);
  } else {
    report(walk, 'altered', number);
    walk.previous = null;
  }
}

function judgeEnd(walk: Walk, head: ChainHead): void {
  const number = BigInt(head?.number ?? 0);
  if (walk.last < number) {
    report(walk, 'missing', walk.last + 1n, number);
    return;
  }
  const ends = walk.previous;
  const fits = ends === null || ends.some((link) => link.equals(Buffer.from(head?.hash ?? '', 'hex')));
  if (walk.last > number || !fits) {
    report(walk, 'head', number);
  }
}

/** What was found, by number: a cut tail shows only at the end, though rows may have been put in behind it. */
export function endWalk(walk: Walk, head: ChainHead): AuditFinding[] {
  judgeEnd(walk, head);
  judgeCut(walk, head);
  return walk.findings.toSorted((one, other) => one.number - other.number);
}
