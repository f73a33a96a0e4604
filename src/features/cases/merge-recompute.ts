// Party rows of numbers that several sources know: read back whole, derived from all records together, staged again. A page
// of numbers at a time on the one connection of the import, so memory stays flat however many there are.
import { finished } from 'node:stream/promises';
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { derivePartyFacts } from './facts.ts';
import { COPY_NEW_PARTIES } from './merge-parties-store.ts';
import { partyRow } from './merge-rows.ts';
import type { CaseRecord } from './ports.ts';
import { listMixedNumbers, listRecordsOf } from './store.ts';

const PAGE = 500;

export async function recomputeMixed(tx: ImportTransaction): Promise<void> {
  for (let after = ''; ;) {
    const numbers = await listMixedNumbers(tx, after, PAGE);
    const last = numbers.at(-1);
    if (last === undefined) return;
    after = last;
    const rows = groupByNumber(await listRecordsOf(tx, numbers)).flatMap(derivePartyRows);
    if (rows.length > 0) {
      const copy = tx.copyIn(COPY_NEW_PARTIES);
      copy.end(`${rows.join('\n')}\n`);
      await finished(copy);
    }
  }
}

function groupByNumber(records: readonly CaseRecord[]): CaseRecord[][] {
  return [...Map.groupBy(records, ({ number }) => number).values()];
}

function derivePartyRows(records: readonly CaseRecord[]): string[] {
  return derivePartyFacts(records).map(partyRow);
}
