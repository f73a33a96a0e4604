// All statements that change requests. They go over sets: a batch of creates, or what a job has found out.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Status } from './schemas.ts';

export type NewRequest = {
  organizationId: number;
  id: string;
  documentHash: Buffer;
  sealedRecord: Buffer;
  createdAt: string;
};

const ADD_SQL = `
  insert into licence_requests (organization_id, id, document_hash, wrapped_record, created_at, updated_at)
  select n.organization_id, n.id, decode(n.document_hash, 'hex'), decode(n.wrapped_record, 'hex'),
    n.created_at, n.created_at
  from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
    as n (organization_id, id, document_hash, wrapped_record, created_at)`;

export function addRequests(tx: Transaction, requests: readonly NewRequest[]): void {
  tx.send('add_licence_requests', ADD_SQL, [
    numberArray(requests.map(({ organizationId }) => organizationId)),
    textArray(requests.map(({ id }) => id)),
    textArray(requests.map(({ documentHash }) => documentHash.toString('hex'))),
    textArray(requests.map(({ sealedRecord }) => sealedRecord.toString('hex'))),
    textArray(requests.map(({ createdAt }) => createdAt)),
  ]);
}

export type ClaimedRequest = {
  id: string;
  attempt: number;
  wrapped_record: Buffer;
  wrapped_ticket: Buffer | null;
  age_seconds: number;
};

/** What is settled already stays as it is, so a job that runs again does only what is left. */
const CLAIM_SQL = `
  update licence_requests
  set status = 'PROCESSING', attempt = attempt + 1, updated_at = greatest(clock_now(), created_at)
  where organization_id = $1 and id = any ($2::uuid[]) and status in ('PENDING', 'PROCESSING')
  returning id::text, attempt, wrapped_record, wrapped_ticket,
    extract(epoch from clock_now() - created_at)::double precision as age_seconds`;

export function claimRequests(
  tx: Transaction,
  organizationId: number,
  requestIds: readonly string[],
): Promise<ClaimedRequest[]> {
  const values = [organizationId, textArray(requestIds)];
  return tx.prepared<ClaimedRequest>('claim_licence_requests', CLAIM_SQL, values);
}

export type Settlement = {
  id: string;
  /** The count that was given with the claim. */
  attempt: number;
  status: Exclude<Status, 'PENDING' | 'PROCESSING'>;
  /** Null leaves what is there. */
  sealedRecord: Buffer | null;
  fault: string | null;
};

const SETTLE_SQL = `
  update licence_requests r
  set status = s.status, fault = s.fault, updated_at = greatest(clock_now(), r.created_at),
    wrapped_record = coalesce(decode(s.wrapped_record, 'hex'), r.wrapped_record), wrapped_ticket = null
  from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[])
    as s (id, attempt, status, wrapped_record, fault)
  where r.organization_id = $1 and r.id = s.id and r.attempt = s.attempt and r.status = 'PROCESSING'
  returning r.id::text`;

/** The ids of those that were still this attempt's to settle. */
export async function settleRequests(
  tx: Transaction,
  organizationId: number,
  settlements: readonly Settlement[],
): Promise<Set<string>> {
  const rows = await tx.prepared<{ id: string }>('settle_licence_requests', SETTLE_SQL, [
    organizationId,
    textArray(settlements.map(({ id }) => id)),
    numberArray(settlements.map(({ attempt }) => attempt)),
    textArray(settlements.map(({ status }) => status)),
    textArray(settlements.map(({ sealedRecord }) => sealedRecord?.toString('hex') ?? null)),
    textArray(settlements.map(({ fault }) => fault)),
  ]);
  return new Set(rows.map(({ id }) => id));
}

export type KeptTicket = { id: string; attempt: number; sealedTicket: Buffer };

const KEEP_TICKETS_SQL = `
  update licence_requests r
  set wrapped_ticket = decode(t.wrapped_ticket, 'hex'), updated_at = greatest(clock_now(), r.created_at)
  from unnest($2::uuid[], $3::integer[], $4::text[]) as t (id, attempt, wrapped_ticket)
  where r.organization_id = $1 and r.id = t.id and r.attempt = t.attempt and r.status = 'PROCESSING'
  returning r.id`;

/** How many were still this attempt's. */
export async function keepTickets(
  tx: Transaction,
  organizationId: number,
  tickets: readonly KeptTicket[],
): Promise<number> {
  if (tickets.length === 0) {
    return 0;
  }
  const rows = await tx.prepared('keep_licence_tickets', KEEP_TICKETS_SQL, [
    organizationId,
    textArray(tickets.map(({ id }) => id)),
    numberArray(tickets.map(({ attempt }) => attempt)),
    textArray(tickets.map(({ sealedTicket }) => sealedTicket.toString('hex'))),
  ]);
  return rows.length;
}

export type KeptAnswer = {
  requestId: string;
  source: string;
  fetchedAt: string;
  freshness: string;
  costCents: number;
  sealedAnswer: Buffer;
};

const KEEP_SQL = `
  insert into licence_answers
    (organization_id, request_id, source, fetched_at, freshness, cost_cents, wrapped_answer)
  select $1, a.request_id, a.source, a.fetched_at, a.freshness, a.cost_cents, decode(a.wrapped_answer, 'hex')
  from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::bigint[], $7::text[])
    as a (request_id, source, fetched_at, freshness, cost_cents, wrapped_answer)`;

export function keepAnswers(tx: Transaction, organizationId: number, answers: readonly KeptAnswer[]): void {
  if (answers.length === 0) {
    return;
  }
  tx.send('keep_licence_answers', KEEP_SQL, [
    organizationId,
    textArray(answers.map(({ requestId }) => requestId)),
    textArray(answers.map(({ source }) => source)),
    textArray(answers.map(({ fetchedAt }) => fetchedAt)),
    textArray(answers.map(({ freshness }) => freshness)),
    numberArray(answers.map(({ costCents }) => costCents)),
    textArray(answers.map(({ sealedAnswer }) => sealedAnswer.toString('hex'))),
  ]);
}

const GIVE_UP_SQL = `
  update licence_requests
  set status = 'ERROR', fault = 'GIVEN_UP', wrapped_ticket = null, updated_at = greatest(clock_now(), created_at)
  where organization_id = $1 and id = any ($2::uuid[]) and status in ('PENDING', 'PROCESSING')
  returning id::text`;

export async function giveUpRequests(
  tx: Transaction,
  organizationId: number,
  requestIds: readonly string[],
): Promise<string[]> {
  const values = [organizationId, textArray(requestIds)];
  const rows = await tx.prepared<{ id: string }>('give_up_licence_requests', GIVE_UP_SQL, values);
  return rows.map(({ id }) => id);
}
