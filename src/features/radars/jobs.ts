// Work on radars that nobody waits for.
import type { Attempt } from '../../platform/jobs/attempt.ts';
import type { RequestsPayload } from '../../platform/jobs/definition.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import { holdCaseNews } from '../cases/index.ts';
import { PRIME_JOB, UNLINK_JOB } from './definition.ts';
import { unlinkPart } from './priming-store.ts';
import { isLockWait, PART, primeRadars } from './priming.ts';
import type { PrimingParts } from './priming.ts';

/** A merge of millions is under way; the work goes on behind it. */
const MERGE_PAUSE_SECONDS = 2;
/** A radar that is not primed is told of nothing, so it is never given up. */
const DEAD_PAUSE_SECONDS = 600;

async function unlink(attempt: Attempt<RequestsPayload>): Promise<void> {
  const { organizationId, payload } = attempt;
  const removed = { organizationId, ids: payload.requestIds };
  const part: { after: string | null } = { after: '' };
  while (part.after !== null) {
    const { after } = part;
    await attempt.progress(async (tx) => {
      await holdCaseNews(tx);
      part.after = await unlinkPart(tx, removed, { after, limit: PART });
      return 1;
    });
  }
}

async function workOrWait(attempt: Attempt<RequestsPayload>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isLockWait(error)) throw error;
    await attempt.postpone(MERGE_PAUSE_SECONDS);
    return;
  }
  await attempt.settle(() => Promise.resolve(1));
}

export function handleRadarJobs(parts: PrimingParts): HandledJob[] {
  return [
    handleJob(PRIME_JOB, (attempt) => workOrWait(attempt, () => primeRadars(parts, attempt)), {
      onDead: async (tx, { organizationId, payload }) => {
        await enqueue(tx, PRIME_JOB, [{ organizationId, payload, startAfterSeconds: DEAD_PAUSE_SECONDS }]);
      },
    }),
    handleJob(UNLINK_JOB, (attempt) => workOrWait(attempt, () => unlink(attempt))),
  ];
}
