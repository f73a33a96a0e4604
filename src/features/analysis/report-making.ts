// Spreadsheets of analyses that were made without any, as those of a batch are: written when somebody first consults them.
// The list is frozen and findings are kept, so they are what they would have been.
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Entry } from '../../platform/http/caller.ts';
import type { ReportWriter, WrittenReports } from './ports.ts';
import { writeFrozen } from './reporting.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';
import { nameReports } from './store.ts';

const RETRY_AFTER_SECONDS = 5;

type Missing = { readonly entry: Entry; readonly analysisId: number; readonly uniqueId: number };
export type ReportMaking = { make(missing: Missing): Promise<WrittenReports> };
export type ReportMakingParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  reports: ReportWriter;
  snapshots: Snapshots;
};

async function writeOf(
  parts: ReportMakingParts,
  { scope }: Entry,
  snapshot: Snapshot,
): Promise<WrittenReports> {
  const { organizationId, analysisId, document, name, steps, frozen, summary } = snapshot;
  if (frozen === null || summary === null) {
    throw new Error('An analysis that is DONE has no frozen list');
  }
  const held = { organizationId, analysisId: String(analysisId) };
  const attempt = { scope, signal: new AbortController().signal };
  return writeFrozen({ ...parts, held, attempt, document, name, steps }, { frozen, summary });
}

export function createReportMaking(parts: ReportMakingParts): ReportMaking {
  const { database, snapshots } = parts;
  const making = new Map<number, Promise<WrittenReports>>();
  let last: Promise<unknown> = Promise.resolve();

  const write = async ({ entry, analysisId, uniqueId }: Missing): Promise<WrittenReports> => {
    const { scope, organizationId } = entry;
    const name = { organizationId, analysisId, uniqueId };
    const snapshot = await database.transaction(scope, (tx) => snapshots.find(tx, name));
    if (snapshot === null) throw new FarolError('NOT_FOUND', { message: 'Analysis not found' });
    const written = await writeOf(parts, entry, snapshot);
    // Whoever was first has named theirs; those of the others are swept.
    return database.transaction(scope, (tx) => nameReports(tx, name, written));
  };

  return {
    // One at a time: this process has requests to answer.
    make: (missing) => {
      const known = making.get(missing.analysisId);
      if (known !== undefined) return known;
      const made = last
        .then(() => write(missing))
        .catch((cause: unknown) => {
          if (cause instanceof FarolError) throw cause;
          throw new FarolError('UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
        })
        .finally(() => making.delete(missing.analysisId));
      making.set(missing.analysisId, made);
      last = made.catch(() => undefined);
      return made;
    },
  };
}
