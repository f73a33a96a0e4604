// Merges the cases that a connector brought: a handful to some thousands, in one transaction with the facts derived from
// them. The same facts again change nothing and cost one read.
import { finished } from 'node:stream/promises';
import type { ChangeCounts, ImportTransaction } from '../../platform/imports/definition.ts';
import type { LiveOrigin, RegistryMerger } from '../../platform/imports/live-merges.ts';
import { derivePartyFacts } from './facts.ts';
import { noteChangedCases } from './merge-changes.ts';
import { partyRow, recordRow } from './merge-rows.ts';
import { COPY_LIVE_PARTIES, COPY_LIVE_RECORDS, openLiveStage, waitForOtherMerges } from './merge-store.ts';
import { mergeStagedCases } from './merge.ts';
import { chooseNews } from './news.ts';
import type { CaseNews } from './news.ts';
import type { CaseRecord } from './ports.ts';
import { listRecordsOf } from './store.ts';

const NOTHING = { added: 0, changed: 0, removed: 0 };

async function copy(tx: ImportTransaction, statement: string, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const stream = tx.copyIn(statement);
  stream.end(`${rows.join('\n')}\n`);
  await finished(stream);
}

async function stageNews(tx: ImportTransaction, news: readonly CaseNews[]): Promise<void> {
  await openLiveStage(tx);
  const records = news.flatMap((each, arrival) => each.records.map((record) => recordRow(record, arrival)));
  const parties = news.flatMap(({ whole }, arrival) =>
    derivePartyFacts(whole).map((party) => `${arrival}\t${partyRow(party)}`),
  );
  await copy(tx, COPY_LIVE_RECORDS, records);
  await copy(tx, COPY_LIVE_PARTIES, parties);
}

/** All records must be of the source that is named. */
export function mergeCases(
  merger: RegistryMerger,
  records: readonly CaseRecord[],
  origin: LiveOrigin,
): Promise<ChangeCounts> {
  if (records.some(({ source }) => source !== origin.source)) {
    throw new TypeError(`A record is not of ${origin.source}`);
  }
  return merger.merge(origin, async (tx, run) => {
    await waitForOtherMerges(tx);
    const numbers = [...new Set(records.map(({ number }) => number))];
    const news = chooseNews(records, await listRecordsOf(tx, numbers));
    if (news.length === 0) return { case_records: NOTHING, case_parties: NOTHING };
    await stageNews(tx, news);
    const counts = await mergeStagedCases(tx, run, 'of-degree');
    await noteChangedCases(tx);
    return counts;
  });
}

/** How many records were brought, and how many of them were news. */
export type BroughtRecords = { readonly records: number; readonly news: number };

export function countNews({ case_records: records }: ChangeCounts): number {
  return records === undefined ? 0 : records.added + records.changed + records.removed;
}
