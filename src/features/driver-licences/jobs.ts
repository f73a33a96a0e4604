// Looks up the licences of requests that were created together. The source is asked outside of any transaction; what
// comes of it is written by the attempt that holds both the job and the row, or not at all.
import { randomInt } from 'node:crypto';
import { FarolError } from '../../errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import { askAll, claim } from './asking.ts';
import type { Left, LicenceJobParts, Run } from './asking.ts';
import { LICENCE_JOB } from './definition.ts';
import { createResultWriter } from './result-writer.ts';
import { giveUp, writeFindings } from './settling.ts';
import type { Finding } from './settling.ts';

/** A job that took so long lets others have their turn and goes on later. */
const LONGEST_MS = 120_000;

type LeftOver = { waiting: readonly Left[]; failed: readonly Left[] };

function shortestWait(waiting: readonly Left[]): number {
  return Math.min(...waiting.map(({ verdict }) => (verdict.kind === 'wait' ? verdict.seconds : 0)));
}

/** Each that failed goes on by itself, so that one bad answer does not use up the attempts of the others. */
async function splitUp(
  tx: Transaction,
  organizationId: number,
  { waiting, failed }: LeftOver,
): Promise<number> {
  const alone = failed.map(({ id }) => ({
    organizationId,
    payload: { requestIds: [id] },
    startAfterSeconds: randomInt(1, LICENCE_JOB.retryWithinSeconds + 1),
  }));
  const together = {
    organizationId,
    payload: { requestIds: waiting.map(({ id }) => id) },
    startAfterSeconds: waiting.length === 0 ? 0 : shortestWait(waiting),
  };
  const jobs = waiting.length === 0 ? alone : [...alone, together];
  return (await enqueue(tx, LICENCE_JOB, jobs)).length;
}

async function conclude(run: Run, unwritten: readonly Finding[], left: readonly Left[]): Promise<void> {
  const { attempt, keyring } = run;
  const { organizationId, payload } = attempt;
  const [waiting, failed] = [
    left.filter(({ verdict }) => verdict.kind === 'wait'),
    left.filter(({ verdict }) => verdict.kind === 'failed'),
  ];
  const write = async (tx: Transaction): Promise<number> =>
    unwritten.length === 0 ? 1 : writeFindings(tx, { keyring, organizationId }, unwritten);
  const [first] = failed;
  if (first === undefined) {
    await (waiting.length === 0 ? attempt.settle(write) : attempt.postpone(shortestWait(waiting), write));
  } else if (payload.requestIds.length > 1) {
    await attempt.settle(
      async (tx) => (await write(tx)) * (await splitUp(tx, organizationId, { waiting, failed })),
    );
  } else {
    const message = `The source gave no usable answer: ${first.verdict.kind === 'failed' ? first.verdict.fault : ''}`;
    throw new FarolError('SOURCE_UNAVAILABLE', { message });
  }
}

export function handleLicenceJob(parts: LicenceJobParts): HandledJob {
  const { keyring } = parts;
  return handleJob(
    LICENCE_JOB,
    async (attempt) => {
      const { organizationId } = attempt;
      const run: Run = { ...parts, attempt, goesOnUntilMs: performance.now() + LONGEST_MS };
      const writer = createResultWriter<Finding>((found) =>
        attempt.progress((tx) => writeFindings(tx, { keyring, organizationId }, found)),
      );
      const left = await askAll(run, await claim(run), writer);
      await conclude(run, await writer.close(), left);
    },
    { onDead: (tx, { organizationId, payload }) => giveUp(tx, organizationId, payload.requestIds) },
  );
}
