// Analyses as they are made: the document, its record of consumption and the analysis itself, of many in one statement. Those of
// a batch are brought to their end as they are made.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { StepStates } from './step.ts';

export type NewAnalysis = {
  organizationId: number;
  id: string;
  documentHash: Buffer;
  documentType: string;
  sealedSubject: Buffer;
  registryStatus: string;
  planId: number;
  createdAt: string;
};

/** Drawn ahead: what is charged names the analysis before it is made. */
export async function drawAnalysisId(tx: Transaction): Promise<string> {
  const [row] = await tx.prepared<{ id: string }>(
    'draw_analysis_id',
    `select nextval('farol.analysis_ids')::text as id`,
    [],
  );
  return row?.id ?? '';
}

const WANTED_COLUMNS = `w.organization_id, w.id, decode(w.document_hash, 'hex') as document_hash, w.document_type,
      decode(w.wrapped_subject, 'hex') as wrapped_subject, w.registry_status, p.id as plan_id, p.type_plan,
      'MIND_MAP' = any (p.features) as has_mind_map, w.created_at`;
const WANTED_ARRAYS = `$1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
      $8::timestamptz[]`;
const WANTED_NAMES = `organization_id, id, document_hash, document_type, wrapped_subject, registry_status, plan_id,
      created_at`;

/** Rows are locked in the order of their keys, so that two batches never wait for each other. */
const DOCUMENTS = `
    insert into consumed_documents as d
      (organization_id, document_hash, document_type, wrapped_subject, registry_status, last_analysis_id, created_at)
    select distinct on (w.organization_id, w.document_hash)
      w.organization_id, w.document_hash, w.document_type, w.wrapped_subject, w.registry_status, w.id, w.created_at
    from wanted w order by w.organization_id, w.document_hash, w.id desc
    on conflict (organization_id, document_hash) do update
      set wrapped_subject = excluded.wrapped_subject, registry_status = excluded.registry_status,
        last_analysis_id = greatest(d.last_analysis_id, excluded.last_analysis_id)
    returning d.organization_id, d.id, d.document_hash, d.last_analysis_id`;

const RECORD_COLUMNS =
  'organization_id, document_id, module, plan_id, type_plan, consumed, created_at, updated_at';
const RECORD_VALUES = `w.organization_id, d.id, 'ANALYTICS', (array_agg(w.plan_id order by w.id desc))[1],
      (array_agg(w.type_plan order by w.id desc))[1], count(*), min(w.created_at), max(w.created_at)`;
const RECORDED = `from wanted w join documents d using (organization_id, document_hash)
    group by w.organization_id, d.id order by w.organization_id, d.id
    on conflict (organization_id, document_id, module) do update
      set consumed = r.consumed + excluded.consumed, plan_id = excluded.plan_id, type_plan = excluded.type_plan,
        plan_changed_at = coalesce(r.plan_changed_at,
          case when r.plan_id <> excluded.plan_id then excluded.updated_at end),
        updated_at = greatest(r.updated_at, excluded.updated_at)`;

const COLUMNS = 'organization_id, id, document_id, plan_id, type_plan, has_mind_map, created_at, updated_at';
const VALUES =
  'w.organization_id, w.id, d.id, w.plan_id, w.type_plan, w.has_mind_map, w.created_at, w.created_at';
const MADE = 'from wanted w join documents d using (organization_id, document_hash)';
const ADDED = `select w.id::text, d.id::text as document_id, d.last_analysis_id::text, w.type_plan
  from wanted w join documents d using (organization_id, document_hash)`;

const ADD_SQL = `
  with wanted as materialized (
    select ${WANTED_COLUMNS} from unnest(${WANTED_ARRAYS}) as w (${WANTED_NAMES}) join plans p on p.id = w.plan_id
  ), documents as (${DOCUMENTS}
  ), records as (
    insert into consumption_records as r (${RECORD_COLUMNS})
    select ${RECORD_VALUES} ${RECORDED}
  ), made as (
    insert into analyses (${COLUMNS}) select ${VALUES} ${MADE}
  )
  ${ADDED}`;

/** An older analysis that ends later does not take the place of a newer one. */
const IS_NEWER = 'excluded.latest_analysis_id > r.latest_analysis_id';
const ADD_ENDED_SQL = `
  with wanted as materialized (
    select ${WANTED_COLUMNS}, w.ended::jsonb as ended
    from unnest(${WANTED_ARRAYS}, $9::text[]) as w (${WANTED_NAMES}, ended) join plans p on p.id = w.plan_id
  ), documents as (${DOCUMENTS}
  ), records as (
    insert into consumption_records as r (${RECORD_COLUMNS}, latest_analysis_id, latest_total, latest_risk)
    select ${RECORD_VALUES}, max(w.id), (array_agg((w.ended ->> 'total')::bigint order by w.id desc))[1],
      (array_agg((w.ended ->> 'risk')::bigint order by w.id desc))[1]
    ${RECORDED},
        latest_total = case when ${IS_NEWER} then excluded.latest_total else r.latest_total end,
        latest_risk = case when ${IS_NEWER} then excluded.latest_risk else r.latest_risk end,
        latest_analysis_id = greatest(r.latest_analysis_id, excluded.latest_analysis_id)
  ), made as (
    insert into analyses (${COLUMNS}, attempt, status, status_index, status_protest, status_debtor, status_qsa,
      status_report, steps, frozen_run, rules_version, classified_on, summary, important_terms, cases_without_value,
      estimated_revenue)
    select ${VALUES}, (w.ended ->> 'run')::integer, 'DONE', w.ended #>> '{steps,cases,status}',
      w.ended #>> '{steps,protests,status}', w.ended #>> '{steps,debts,status}', w.ended #>> '{steps,partners,status}',
      w.ended #>> '{steps,report,status}', w.ended -> 'steps', (w.ended ->> 'run')::integer,
      (w.ended ->> 'rulesVersion')::integer, (w.ended ->> 'classifiedOn')::date, w.ended ->> 'summary',
      w.ended ->> 'importantTerms', (w.ended ->> 'casesWithoutValue')::bigint, (w.ended ->> 'estimatedRevenue')::bigint
    ${MADE}
  )
  ${ADDED}`;

export type AddedAnalysis = { id: string; document_id: string; last_analysis_id: string; type_plan: string };

function valuesOf(analyses: readonly NewAnalysis[]): string[] {
  return [
    numberArray(analyses.map(({ organizationId }) => organizationId)),
    textArray(analyses.map(({ id }) => id)),
    textArray(analyses.map(({ documentHash }) => documentHash.toString('hex'))),
    textArray(analyses.map(({ documentType }) => documentType)),
    textArray(analyses.map(({ sealedSubject }) => sealedSubject.toString('hex'))),
    textArray(analyses.map(({ registryStatus }) => registryStatus)),
    numberArray(analyses.map(({ planId }) => planId)),
    textArray(analyses.map(({ createdAt }) => createdAt)),
  ];
}

/** In any order. */
export function addAnalyses(tx: Transaction, analyses: readonly NewAnalysis[]): Promise<AddedAnalysis[]> {
  return tx.prepared<AddedAnalysis>('add_analyses', ADD_SQL, valuesOf(analyses));
}

/** What an analysis has come to, with nobody waiting for it and nothing failed. */
export type EndedState = {
  /** Also the attempt that its list is kept under. */
  readonly run: number;
  readonly steps: StepStates;
  readonly rulesVersion: number;
  readonly classifiedOn: string;
  /** JSON text, as are the terms. */
  readonly summary: string;
  readonly importantTerms: string;
  readonly casesWithoutValue: number;
  readonly estimatedRevenue: number;
  /** Of the summary, for the record of consumption. */
  readonly total: number;
  readonly risk: number;
};

/** In any order; `ended` is in that of the analyses. */
export function addEndedAnalyses(
  tx: Transaction,
  analyses: readonly NewAnalysis[],
  ended: readonly EndedState[],
): Promise<AddedAnalysis[]> {
  const values = [...valuesOf(analyses), textArray(ended.map((state) => JSON.stringify(state)))];
  return tx.prepared<AddedAnalysis>('add_ended_analyses', ADD_ENDED_SQL, values);
}
