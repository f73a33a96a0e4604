// Matches new and resumed radars against the cases known. The last step of each takes the lock of case merges in share mode,
// links what is missing and marks the radar, in one transaction: a merge is either before it, and its cases are linked
// here, or behind it, and finds a radar that is primed. Whoever matches what merges bring leaves out radars that are not.
import type { Document } from '../../documents/document.ts';
import { FarolError } from '../../errors.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordEvents } from '../../platform/effects/record.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import type { RequestsPayload } from '../../platform/jobs/definition.ts';
import { refreshMonitored } from '../analysis/index.ts';
import { holdCaseNews } from '../cases/index.ts';
import {
  claimRadars,
  countMatches,
  holdClaimed,
  linkMissing,
  linkPart,
  linkRest,
  markPrimed,
} from './priming-store.ts';
import type { ClaimedRadar } from './priming-store.ts';

/** Cases that are linked in one transaction: a fraction of a second, which is how long a merge may have to wait. */
export const PART = 10_000;
const MOST_NUMBERS_TOLD = 100;

export type PrimingParts = { database: Database; keyring: Keyring };
type Run = PrimingParts & { attempt: Attempt<RequestsPayload> };
type Sized = ClaimedRadar & { readonly total: number };

/** Whether the database gave up waiting for a lock, such as that of a merge of millions. */
export function isLockWait(error: unknown): boolean {
  const cause = error instanceof FarolError ? error.cause : null;
  return (cause as { code?: string } | null)?.code === '55P03';
}

async function claim({ attempt, database }: Run): Promise<Sized[]> {
  const { organizationId, payload } = attempt;
  const held: { radars: ClaimedRadar[] } = { radars: [] };
  await attempt.progress(async (tx) => {
    held.radars = await claimRadars(tx, organizationId, payload.requestIds);
    return 1;
  });
  const totals = await database.transaction(attempt.scope, (tx) => countMatches(tx, held.radars));
  return held.radars.map((radar) => Object.assign(radar, { total: totals.get(radar.id) ?? 0 }));
}

/** In the order of their hashes, as everybody locks these rows. */
async function refreshNames({ attempt, keyring }: Run, radars: readonly ClaimedRadar[]): Promise<void> {
  const { organizationId } = attempt;
  const monitored = radars
    .map(({ document, document_id: documentId, name }) => ({
      organizationId,
      documentId,
      document: document as Document,
      documentHash: hashDocument(keyring, document),
      name,
    }))
    .toSorted((one, other) => Buffer.compare(one.documentHash, other.documentHash));
  await attempt.progress(async (tx) => {
    for (const each of monitored) await refreshMonitored(tx, keyring, each);
    return 1;
  });
}

/** So that the last step finds little to do. */
async function linkInParts({ attempt }: Run, radar: Sized): Promise<void> {
  const { organizationId } = attempt;
  const part: { after: string | null } = { after: '' };
  while (part.after !== null) {
    const { after } = part;
    await attempt.progress(async (tx) => {
      await holdCaseNews(tx);
      const held = await holdClaimed(tx, organizationId, [radar]);
      const isMine = held.has(radar.id);
      part.after = isMine ? await linkPart(tx, { organizationId, radar, after, limit: PART }) : null;
      return 1;
    });
  }
}

async function linkAll(tx: Transaction, organizationId: number, radars: readonly Sized[]): Promise<void> {
  const [first] = radars;
  if (first === undefined || first.total <= PART) {
    await linkRest(tx, organizationId, radars);
    return;
  }
  let after: string | null = '';
  while (after !== null) after = await linkMissing(tx, { organizationId, radar: first, after, limit: PART });
}

async function finish(tx: Transaction, organizationId: number, radars: readonly Sized[]): Promise<number> {
  await holdCaseNews(tx);
  const held = await holdClaimed(tx, organizationId, radars);
  const mine = radars.filter(({ id }) => held.has(id));
  if (mine.length === 0) return 1;
  await linkAll(tx, organizationId, mine);
  const primed = await markPrimed(tx, organizationId, mine, MOST_NUMBERS_TOLD);
  recordEvents(
    tx,
    primed.map(({ id, total, numbers }) => ({
      organizationId,
      type: 'radar.primed',
      data: { radarId: Number(id), total, processNumbers: numbers },
    })),
  );
  return primed.length;
}

/** Short dossiers together, as long as they make no more than a part; each long one by itself. */
function groupBySize<Radar extends { readonly total: number }>(radars: readonly Radar[]): Radar[][] {
  const groups: Radar[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const radar of radars.toSorted((one, other) => one.total - other.total)) {
    if (size + radar.total > PART) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(radar);
    size += radar.total;
  }
  return groups;
}

/** Run again after a worker died it does what is left, and tells of each radar once. */
export async function primeRadars(parts: PrimingParts, attempt: Attempt<RequestsPayload>): Promise<void> {
  const run = { ...parts, attempt };
  const claimed = await claim(run);
  if (claimed.length > 0) await refreshNames(run, claimed);
  for (const group of groupBySize(claimed)) {
    const [first] = group;
    if (first !== undefined && first.total > PART) await linkInParts(run, first);
    await attempt.progress((tx) => finish(tx, attempt.organizationId, group));
  }
}
