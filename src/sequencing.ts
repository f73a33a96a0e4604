// What the worker does over all organizations, under a role of its own: numbering, anchoring, removing, and finding what is due.
import type { DatabaseSurroundings } from './connect.ts';
import { connect } from './connect.ts';
import type { Connectors } from './connectors.ts';
import * as audit from './features/audit/index.ts';
import * as register from './features/credit-register/index.ts';
import * as refreshes from './features/refreshes/index.ts';
import type { Clock } from './platform/clock.ts';
import { openKeyring } from './platform/crypto/keyring.ts';
import { removePastAnswers } from './platform/effects/idempotency.ts';
import { startSchedule } from './platform/schedule.ts';
import { createAuditChain } from './platform/sequencer/audit-chain.ts';
import { startSequencer } from './platform/sequencer/sequencer.ts';
import { openReportSweep } from './reports.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** Only what a source is there for is ever due. */
function refreshedKinds({
  lawsuits,
  processes,
}: Pick<Connectors, 'lawsuits' | 'processes'>): ReadonlySet<refreshes.RefreshedKind> {
  const kinds = new Set<refreshes.RefreshedKind>();
  if (lawsuits.length > 0) kinds.add('radar');
  if (processes !== null) kinds.add('process');
  return kinds;
}

/** Whoever wakes up first numbers what is committed; the others let the turn pass. */
export async function openSequencer(
  around: DatabaseSurroundings & { clock: Clock },
  connectors: Pick<Connectors, 'lawsuits' | 'processes'>,
): Promise<{ close(): Promise<void> }> {
  const { config, log, clock, databaseUrl: url } = around;
  const database = connect(around, 'farol_sequencer', 'sequencer');
  const keyring = openKeyring(config.keyFile);
  const sequencer = await startSequencer({ database, chain: createAuditChain(keyring), log, url });
  const [path, everyMs] = [config.auditAnchorFile, config.auditAnchorSeconds * SECOND_MS];
  const anchoring = audit.createAnchoring({ database, keyring, path, everyMs, log });
  void anchoring.anchorNow();
  const kinds = refreshedKinds(connectors);
  const sweep = await openReportSweep({ config, log, clock });
  const schedule = startSchedule(database, log, [
    {
      name: 'refresh what is due',
      lock: 7_281_122,
      everyMs: 10 * SECOND_MS,
      run: (tx) => refreshes.dispatchDue(tx, { database, clock, kinds }),
    },
    { name: 'remove past answers', lock: 7_281_104, everyMs: HOUR_MS, run: removePastAnswers },
    {
      name: 'remove past enquiries',
      lock: 7_281_106,
      everyMs: HOUR_MS,
      run: register.removePastEnquiries,
    },
    sweep.task,
  ]);
  return {
    close: async () => {
      await schedule.close();
      await sweep.close();
      await sequencer.close();
      await anchoring.close();
      await database.close();
    },
  };
}
