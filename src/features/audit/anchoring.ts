// The worker's part: again and again it writes down, outside of the database, how far each chain has come. What is cut off
// or rolled back afterwards shows; what came since the last time is the only thing that can go unnoticed.
import { randomBytes } from 'node:crypto';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Log } from '../../platform/log.ts';
import { appendAnchor, buildAnchorLine } from './anchor-file.ts';
import { listHeads } from './queries.ts';

export type AnchoringOptions = {
  /** Under the role `farol_sequencer`, which sees every organization. */
  database: Database;
  keyring: Keyring;
  path: string;
  everyMs: number;
  log: Log;
};

export type Anchoring = { anchorNow(): Promise<void>; close(): Promise<void> };

/** Every worker writes for itself, whatever the others do: its file may be the one that is left. */
export function createAnchoring({ database, keyring, path, everyMs, log }: AnchoringOptions): Anchoring {
  const writer = randomBytes(6).toString('hex');
  const written = new Map<number, number>();
  let lines = 0;
  let turn: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const { at, heads } = await database.transaction(NO_SCOPE, listHeads);
    const moved = heads.filter(({ organizationId, number }) => written.get(organizationId) !== number);
    if (moved.length === 0) {
      return;
    }
    await appendAnchor(path, buildAnchorLine(keyring, { at, writer, line: lines + 1, heads: moved }));
    lines += 1;
    moved.forEach(({ organizationId, number }) => written.set(organizationId, number));
  }

  function anchorNow(): Promise<void> {
    turn = turn
      .then(write)
      .catch((error: unknown) =>
        log.error(
          { err: error, path },
          'the heads of the audit could not be anchored; tried again at its next turn',
        ),
      );
    return turn;
  }

  const timer = setInterval(() => void anchorNow(), everyMs);
  return {
    anchorNow,
    close: async () => {
      clearInterval(timer);
      await anchorNow();
    },
  };
}
