// Merges what connectors bring into the registry while the service runs: one at a time on one connection, under a role
// that writes the merged tables and nothing else. Merges of court cases wait for each other anyway.
import type { Clock } from '../clock.ts';
import { openImportConnection } from './connection.ts';
import type { ImportConnection } from './connection.ts';
import type { ChangeCounts, ChangeOrigin, ChangeWatcher, ImportTransaction } from './definition.ts';
import { openWatching, tellWatchers } from './watching.ts';

export type LiveOrigin = { readonly source: string; readonly fetchedAt: Date };

type MergeWork = (tx: ImportTransaction, origin: ChangeOrigin) => Promise<ChangeCounts>;

export type RegistryMerger = {
  /** Begin, the work, what watchers make of it, commit: all or nothing. */
  merge(origin: LiveOrigin, work: MergeWork): Promise<ChangeCounts>;
  close(): Promise<void>;
};

export type MergerParts = {
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly watchers: readonly ChangeWatcher[];
};

const SETTINGS = {
  role: 'farol_merger',
  // An import that is merging its millions keeps the others waiting; whoever brought something comes back later.
  lock_timeout: 10_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  synchronous_commit: 'on',
  work_mem: '16MB',
};

/** Emptied by every commit; what watchers read is the same as after an import. */
const CHANGES = `
  create temp table import_changes (root text collate "C", number text collate "C", kind text not null)
  on commit delete rows`;

async function openConnection({ databaseUrl, clock, watchers }: MergerParts): Promise<ImportConnection> {
  const connection = await openImportConnection({
    url: databaseUrl,
    name: 'live merges',
    clockOffsetMs: clock.offsetMs(),
    settings: SETTINGS,
  });
  await connection.query(CHANGES);
  await openWatching(connection, watchers);
  return connection;
}

function hasChanged(counts: ChangeCounts): boolean {
  return Object.values(counts).some(({ added, changed, removed }) => added + changed + removed > 0);
}

export function createRegistryMerger(parts: MergerParts): RegistryMerger {
  let current: ImportConnection | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const take = async (): Promise<ImportConnection> => {
    if (current?.isAlive() !== true) {
      current = await openConnection(parts);
    }
    return current;
  };
  const run = async ({ source, fetchedAt }: LiveOrigin, work: MergeWork): Promise<ChangeCounts> => {
    const connection = await take();
    const origin = { importId: null, source, startedAt: fetchedAt };
    return connection.transaction(async (tx) => {
      const counts = await work(tx, origin);
      if (hasChanged(counts)) {
        await tellWatchers(tx, parts.watchers, origin);
      }
      return counts;
    });
  };
  return {
    merge: (origin, work) => {
      const merging = last.then(() => run(origin, work));
      last = merging.catch(() => undefined);
      return merging;
    },
    close: async () => {
      await last;
      await current?.close();
    },
  };
}
