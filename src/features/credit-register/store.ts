// Enquiries as they are started, claimed and settled.
import type { Transaction } from '../../platform/db/database.ts';
import { IN_FORCE_SQL } from './consent-store.ts';

export type NewEnquiry = {
  organizationId: number;
  id: string;
  documentHash: Buffer;
  month: string;
  wrappedDocument: Buffer;
  /** The enquiry whose row is taken over, as it was seen when the question was decided. */
  replacedId: string | null;
};

/** Whoever finds the row taken by somebody else fails its batch with a conflict; done again, it finds their answer. */
const START_SQL = `
  with started as (
    insert into scr_enquiries as e (organization_id, document_hash, reference_month, id, wrapped_document)
    select n.organization_id, n.document_hash, n.reference_month, n.id, n.wrapped_document
    from unnest($1::bigint[], $2::bytea[], $3::text[], $4::uuid[], $5::bytea[])
      as n (organization_id, document_hash, reference_month, id, wrapped_document)
    order by n.organization_id, n.document_hash, n.reference_month
    on conflict (organization_id, document_hash, reference_month) do update
      set id = excluded.id, status = 'PROCESSING', attempt = 0, wrapped_document = excluded.wrapped_document,
        wrapped_ticket = null, wrapped_indicators = null, wrapped_raw = null, connector = null, fault = null,
        started_at = clock_now(), settled_at = null, told_at = null
      where e.status <> 'PROCESSING' and e.id = any ($6::uuid[])
    returning e.id
  )
  select insist((select count(*) from started) = cardinality($1::bigint[]), '40001')`;

export function startEnquiries(tx: Transaction, enquiries: readonly NewEnquiry[]): void {
  tx.send('start_scr', START_SQL, [
    enquiries.map(({ organizationId }) => organizationId),
    enquiries.map(({ documentHash }) => documentHash),
    enquiries.map(({ month }) => month),
    enquiries.map(({ id }) => id),
    enquiries.map(({ wrappedDocument }) => wrappedDocument),
    enquiries.flatMap(({ replacedId }) => (replacedId === null ? [] : [replacedId])),
  ]);
}

export type ClaimedEnquiry = {
  id: string;
  attempt: number;
  reference_month: string;
  document_hash: Buffer;
  wrapped_document: Buffer;
  wrapped_ticket: Buffer | null;
  age_seconds: number;
  consent_id: string | null;
  wrapped_proof: Buffer | null;
};

const CLAIM_SQL = `
  update scr_enquiries e set attempt = e.attempt + 1
  where e.organization_id = $1 and e.id = $2 and e.status = 'PROCESSING'
  returning e.id, e.attempt, e.reference_month, e.document_hash, e.wrapped_document, e.wrapped_ticket,
    extract(epoch from clock_now() - e.started_at)::float8 as age_seconds`;

const PROOF_SQL = `
  select s.id as consent_id, s.wrapped_proof from scr_consents s
  where s.organization_id = $1 and s.document_hash = $2 and s.mode = $3 and ${IN_FORCE_SQL}
  order by s.created_at desc
  limit 1`;

/** With the newest consent of that kind that is in force, where there is one. */
export async function claimEnquiry(
  tx: Transaction,
  { organizationId, id, mode }: { organizationId: number; id: string; mode: string },
): Promise<ClaimedEnquiry | null> {
  const [claimed] = await tx.prepared<ClaimedEnquiry>('claim_scr', CLAIM_SQL, [organizationId, id]);
  if (claimed === undefined) {
    return null;
  }
  const [proof] = await tx.prepared<Pick<ClaimedEnquiry, 'consent_id' | 'wrapped_proof'>>(
    'scr_proof',
    PROOF_SQL,
    [organizationId, claimed.document_hash, mode],
  );
  return { ...claimed, consent_id: proof?.consent_id ?? null, wrapped_proof: proof?.wrapped_proof ?? null };
}

type Held = { organizationId: number; id: string; attempt: number };

const KEEP_TICKET_SQL = `
  update scr_enquiries set wrapped_ticket = $4
  where organization_id = $1 and id = $2 and attempt = $3 and status = 'PROCESSING'
  returning id`;

export async function keepTicket(tx: Transaction, held: Held, wrappedTicket: Buffer): Promise<number> {
  const values = [held.organizationId, held.id, held.attempt, wrappedTicket];
  return (await tx.prepared('keep_scr_ticket', KEEP_TICKET_SQL, values)).length;
}

const SETTLE_SQL = `
  update scr_enquiries
  set status = 'READY', settled_at = clock_now(), wrapped_indicators = $4, wrapped_raw = $5, connector = $6,
    wrapped_ticket = null
  where organization_id = $1 and id = $2 and attempt = $3 and status = 'PROCESSING'
  returning id`;

export async function settleEnquiry(
  tx: Transaction,
  held: Held,
  answer: { wrappedIndicators: Buffer; wrappedRaw: Buffer | null; connector: string },
): Promise<number> {
  const { wrappedIndicators, wrappedRaw, connector } = answer;
  const values = [held.organizationId, held.id, held.attempt, wrappedIndicators, wrappedRaw, connector];
  return (await tx.prepared('settle_scr', SETTLE_SQL, values)).length;
}

const FAIL_SQL = `
  update scr_enquiries
  set status = 'FAILED', settled_at = clock_now(), fault = $3, connector = $4, wrapped_ticket = null
  where organization_id = $1 and id = any ($2::uuid[]) and status = 'PROCESSING'
    and ($5::integer is null or attempt = $5)
  returning id, reference_month`;

export type FailedEnquiry = { id: string; reference_month: string };

/** `attempt` is null when nobody holds them any more. */
export function failEnquiries(
  tx: Transaction,
  failed: {
    organizationId: number;
    ids: readonly string[];
    fault: string;
    connector: string | null;
    attempt: number | null;
  },
): Promise<FailedEnquiry[]> {
  const { organizationId, ids, fault, connector, attempt } = failed;
  return tx.prepared('fail_scr', FAIL_SQL, [organizationId, ids, fault, connector, attempt]);
}

/** Run by the worker under the role that looks across organizations. */
export async function removePastEnquiries(tx: Transaction): Promise<number> {
  const rows = await tx.query(
    `delete from scr_enquiries where settled_at <= clock_now() - interval '30 days' returning organization_id`,
  );
  return rows.length;
}
