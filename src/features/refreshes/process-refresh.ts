// One run of `refresh.process`: what a source has on a number, into the registry. Whoever watches is told by the merge itself.
import type { Transaction } from '../../platform/db/database.ts';
import { refundUnits } from '../../platform/effects/ledger.ts';
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import { refreshProcess } from '../cases/index.ts';
import type { ProcessRefresh } from '../cases/index.ts';
import { PROCESS_REFRESH } from './jobs.ts';
import type { ObserveRefresh, ProcessPayload, RefreshResult } from './jobs.ts';
import { claimProcess, giveUpRefresh, settleProcess } from './store.ts';
import type { ClaimedProcess, HeldProcess } from './store.ts';
import { judgeRefresh } from './verdict.ts';
import type { Verdict } from './verdict.ts';

export type ProcessRefreshParts = {
  /** Null where no source is configured. */
  readonly processes: ProcessRefresh | null;
  readonly merger: RegistryMerger;
  readonly observe: ObserveRefresh;
};

/** The source was taken out of the settings since the job was enqueued. */
const UNASKED: Verdict = { kind: 'final', result: 'failed' };

type Charged = { organizationId: number; payload: ProcessPayload };

async function claim(attempt: Attempt<ProcessPayload>): Promise<ClaimedProcess | null> {
  let claimed: ClaimedProcess | null = null as ClaimedProcess | null;
  await attempt.progress(async (tx) => {
    claimed = await claimProcess(tx, attempt.organizationId, attempt.payload.processNumber);
    // None is no fence: it may have been inactivated.
    return 1;
  });
  return claimed;
}

async function giveBack(tx: Transaction, { organizationId, payload }: Charged): Promise<void> {
  if (payload.chargedFor !== undefined) {
    await refundUnits(tx, [{ organizationId, subject: payload.chargedFor }]);
  }
}

async function settle(
  tx: Transaction,
  { held, result, charged }: { held: HeldProcess; result: RefreshResult; charged: Charged },
): Promise<number> {
  const changed = await settleProcess(tx, held, result);
  if (changed > 0 && result === 'failed') {
    await giveBack(tx, charged);
  }
  return changed;
}

async function refresh(parts: ProcessRefreshParts, attempt: Attempt<ProcessPayload>): Promise<void> {
  const { processes: source, merger, observe } = parts;
  const { organizationId, payload, signal } = attempt;
  const claimed = await claim(attempt);
  if (claimed === null) {
    await attempt.settle(() => Promise.resolve(1));
    return;
  }
  const { processNumber: number } = payload;
  const held = { organizationId, number, attempt: claimed.attempt };
  const verdict =
    source === null
      ? UNASKED
      : judgeRefresh(await refreshProcess({ source, merger }, { number, signal }), claimed.age_seconds);
  if (verdict.kind === 'wait') {
    await attempt.postpone(verdict.seconds);
    return;
  }
  const { result } = verdict;
  await attempt.settle((tx) => settle(tx, { held, result, charged: { organizationId, payload } }));
  observe('process', result);
}

export function handleProcessRefresh(parts: ProcessRefreshParts): HandledJob {
  return handleJob(PROCESS_REFRESH, (attempt) => refresh(parts, attempt), {
    onDead: async (tx, { organizationId, payload }) => {
      await giveUpRefresh(tx, 'process', { organizationId, key: payload.processNumber });
      await giveBack(tx, { organizationId, payload });
      parts.observe('process', 'failed');
    },
  });
}
