// A job is part of the change that makes it necessary: it is enqueued in the same transaction or not at all.
import type { JobInsert } from 'pg-boss';
import type { Transaction } from '../db/database.ts';
import type { JobDefinition, RequestsPayload } from './definition.ts';
import { insertUnawaited, withBoss } from './transactional-boss.ts';

export type WantedJob<Payload> = {
  organizationId: number;
  payload: Payload;
  /** Counted by the database's clock from the commit's transaction on. */
  startAfterSeconds?: number;
};

/**
 * The scope of the transaction must hold the organizations; the database refuses the job otherwise. All jobs go in one
 * statement, and workers are woken when the transaction commits.
 */
export async function enqueue<Payload>(
  tx: Transaction,
  job: JobDefinition<Payload>,
  wanted: readonly WantedJob<Payload>[],
): Promise<string[]> {
  if (wanted.length === 0) {
    return [];
  }
  const rows = toRows(job, wanted);
  return (await withBoss(tx, (boss) => boss.insert(job.name, rows, { returnId: true }))) ?? [];
}

function toRows<Payload>(job: JobDefinition<Payload>, wanted: readonly WantedJob<Payload>[]): JobInsert[] {
  if (!wanted.every(({ payload }) => job.isPayload(payload))) {
    throw new TypeError(`A payload is not one of ${job.name}`);
  }
  return wanted.map(({ organizationId, payload, startAfterSeconds = 0 }) => ({
    data: payload as object,
    group: { id: String(organizationId) },
    startAfter: startAfterSeconds,
  }));
}

/** One job for each organization, however many of its requests there are; sent on without waiting. */
export async function enqueueForRequests(
  tx: Transaction,
  job: JobDefinition<RequestsPayload>,
  requests: readonly { organizationId: number; requestIds: readonly string[] }[],
): Promise<void> {
  const byOrganization = Map.groupBy(requests, ({ organizationId }) => organizationId);
  const wanted = Array.from(byOrganization, ([organizationId, group]) => ({
    organizationId,
    payload: { requestIds: group.flatMap(({ requestIds }) => requestIds) },
  }));
  if (wanted.length > 0) {
    const rows = toRows(job, wanted);
    await insertUnawaited(tx, (boss) => boss.insert(job.name, rows));
  }
}
