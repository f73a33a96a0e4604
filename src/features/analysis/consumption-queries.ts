// Records of consumption, newest first, with the analyses that belong to them.
import type { Transaction } from '../../platform/db/database.ts';

export type RecordRow = {
  document_id: string;
  document_hash: Buffer;
  document_type: string;
  wrapped_subject: Buffer;
  registry_status: string;
  module: 'ANALYTICS' | 'MONITORING';
  type_plan: string;
  consumed: string;
  latest_total: string;
  latest_risk: string;
  may_pause: boolean;
  days_until_pause: number;
  pausable_at: string | null;
  created_at: string;
  created_ms: string;
  updated_at: string;
  deleted_at: string | null;
  plan_changed_at: string | null;
  /** JSON text. */
  analyses: string;
};

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const MOST_NESTED = 100;

/** Key order and spellings are those of `NestedAnalysis` in activity-schemas.ts; a test holds one against the other. */
const NESTED_SQL = `
  select coalesce(json_agg(json_build_object(
    'userPlanConsumeProtestSummaryId', case s.status_protest when 'DONE' then s.id::text else '' end,
    'bucketName', $5::text,
    'userPlanConsumeGovernmentDebtorSummaryId', case s.status_debtor when 'DONE' then s.id::text else '' end,
    'statusIndex', s.status_index,
    'statusProtest', s.status_protest,
    'filenameFull', coalesce(s.reports -> 'full' ->> 'filename', ''),
    'statusDebtor', s.status_debtor,
    'statusReport', s.status_report,
    'typePlan', s.type_plan,
    'createdAt', to_char(s.created_at, ${ISO}),
    'folder', coalesce(s.reports -> 'full' ->> 'folder', ''),
    'statusQSA', s.status_qsa,
    'status', s.status,
    'filename', coalesce(s.reports -> 'risk' ->> 'filename', ''),
    'hasMindMap', s.has_mind_map,
    'hasCertification', false,
    'lastUserPlanConsumeAnalytics', r.last_analysis_id,
    'userPlanConsumeUniqueId', s.document_id,
    'userPlanConsumeAnalyticsId', s.id,
    'faturamentoEstimado', s.estimated_revenue,
    'importantTerms', s.important_terms::json
  ) order by s.id desc), '[]')::text as analyses
  from (
    select n.* from analyses n
    where n.organization_id = r.organization_id and n.document_id = r.document_id and r.module = 'ANALYTICS'
    order by n.id desc limit ${MOST_NESTED}
  ) s`;

const RECORD_COLUMNS = `d.document_hash, d.document_type, d.wrapped_subject, d.registry_status, d.last_analysis_id`;

const LIST_SQL = `
  select r.document_id::text, r.document_hash, r.document_type, r.wrapped_subject, r.registry_status, r.module, r.type_plan,
    r.consumed::text, r.latest_total::text, r.latest_risk::text,
    coalesce(r.pausable_at <= clock_now() and r.paused_at is null and r.deleted_at is null, false) as may_pause,
    coalesce(greatest(0, ceil(extract(epoch from r.pausable_at - clock_now()) / 86400)), 0)::integer as days_until_pause,
    to_char(r.pausable_at, ${ISO}) as pausable_at, to_char(r.created_at, ${ISO}) as created_at,
    floor(extract(epoch from r.created_at) * 1000)::bigint::text as created_ms,
    to_char(r.updated_at, ${ISO}) as updated_at, to_char(r.deleted_at, ${ISO}) as deleted_at,
    to_char(r.plan_changed_at, ${ISO}) as plan_changed_at, nested.analyses
  from (
    select c.*, ${RECORD_COLUMNS} from consumption_records c
    join consumed_documents d on d.organization_id = c.organization_id and d.id = c.document_id
    where c.organization_id = $1 and ($2::bytea is null or d.document_hash = $2)
    order by c.created_at desc, c.document_id desc, c.module offset $3 limit $4
  ) r
  cross join lateral (${NESTED_SQL}) nested
  order by r.created_at desc, r.document_id desc, r.module`;

export type RecordRange = {
  readonly organizationId: number;
  /** Null for all documents. */
  readonly documentHash: Buffer | null;
  readonly from: number;
  readonly limit: number;
  readonly bucketName: string;
};

export function listRecords(tx: Transaction, range: RecordRange): Promise<RecordRow[]> {
  const { organizationId, documentHash, from, limit, bucketName } = range;
  return tx.prepared('list_consumption', LIST_SQL, [organizationId, documentHash, from, limit, bucketName]);
}

const COUNT_SQL = `
  select count(*)::text as count from consumption_records c
  join consumed_documents d on d.organization_id = c.organization_id and d.id = c.document_id
  where c.organization_id = $1 and ($2::bytea is null or d.document_hash = $2)`;

export async function countRecords(
  tx: Transaction,
  organizationId: number,
  documentHash: Buffer | null,
): Promise<number> {
  const values = [organizationId, documentHash];
  const [row] = await tx.prepared<{ count: string }>('count_consumption', COUNT_SQL, values);
  return Number(row?.count ?? 0);
}

export type SubjectRow = { document_hash: Buffer; wrapped_subject: Buffer; registry_status: string };

/** Null unless the document is one of the organization's. */
export async function findSubject(
  tx: Transaction,
  organizationId: number,
  documentId: number,
): Promise<SubjectRow | null> {
  const [row] = await tx.prepared<SubjectRow>(
    'find_consumed_subject',
    `select d.document_hash, d.wrapped_subject, d.registry_status from consumed_documents d
     where d.organization_id = $1 and d.id = $2`,
    [organizationId, documentId],
  );
  return row ?? null;
}
