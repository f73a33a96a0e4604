// Analyses as they are taken up and settled. Every write of a worker names the attempt that it belongs to.
import type { Transaction } from '../../platform/db/database.ts';
import type { WrittenReports } from './ports.ts';
import type { Status, StepStates } from './step.ts';

export type ClaimedAnalysis = {
  attempt: number;
  document_id: string;
  document_hash: Buffer;
  wrapped_subject: Buffer;
  registry_status: string;
  steps: Partial<StepStates>;
  wrapped_tickets: Buffer | null;
  rules_version: number | null;
  classified_on: string | null;
  frozen_run: number | null;
  summary: string | null;
  important_terms: string;
  cases_without_value: string;
  estimated_revenue: string;
  reports: WrittenReports | null;
  created_at: Date;
  age_seconds: number;
};

const CLAIM_SQL = `
  update analyses a
  set attempt = a.attempt + 1, status = 'PROCESSING', updated_at = greatest(clock_now(), a.created_at),
    status_index = case a.status_index when 'INITIAL' then 'PROCESSING' else a.status_index end
  from consumed_documents d
  where a.organization_id = $1 and a.id = $2 and a.status in ('INITIAL', 'PROCESSING')
    and d.organization_id = $1 and d.id = a.document_id
  returning a.attempt, a.document_id::text, d.document_hash, d.wrapped_subject, d.registry_status, a.steps,
    a.wrapped_tickets, a.rules_version, a.classified_on::text, a.frozen_run, a.summary, a.important_terms,
    a.cases_without_value::text, a.estimated_revenue::text, a.reports, a.created_at,
    extract(epoch from clock_now() - a.created_at)::double precision as age_seconds`;

/** Null when it has ended already. */
export async function claimAnalysis(
  tx: Transaction,
  organizationId: number,
  analysisId: string,
): Promise<ClaimedAnalysis | null> {
  const values = [organizationId, analysisId];
  const [row] = await tx.prepared<ClaimedAnalysis>('claim_analysis', CLAIM_SQL, values);
  return row ?? null;
}

export type Held = { readonly organizationId: number; readonly analysisId: string; readonly attempt: number };

/** All that a run knows of its analysis; written whole, as only one attempt may write. */
export type StoredState = {
  status: Status;
  fault: string | null;
  steps: StepStates;
  sealedTickets: Buffer | null;
  rulesVersion: number | null;
  classifiedOn: string | null;
  frozenRun: number | null;
  /** JSON text. */
  summary: string | null;
  importantTerms: readonly string[];
  casesWithoutValue: number;
  estimatedRevenue: number;
  reports: WrittenReports | null;
};

const SAVE_SQL = `
  update analyses
  set status = $4, fault = $5, status_index = $6, status_protest = $7, status_debtor = $8, status_qsa = $9,
    status_report = $10, steps = $11::jsonb, wrapped_tickets = $12, rules_version = $13, classified_on = $14::date,
    frozen_run = $15, summary = $16, important_terms = $17, cases_without_value = $18, estimated_revenue = $19,
    reports = $20::jsonb, updated_at = greatest(clock_now(), created_at)
  where organization_id = $1 and id = $2 and attempt = $3 and status = 'PROCESSING'
  returning id`;

/** 0 when the analysis is no longer this attempt's. */
export async function saveState(tx: Transaction, held: Held, state: StoredState): Promise<number> {
  const { steps } = state;
  const rows = await tx.prepared('save_analysis', SAVE_SQL, [
    held.organizationId,
    held.analysisId,
    held.attempt,
    state.status,
    state.fault,
    steps.cases.status,
    steps.protests.status,
    steps.debts.status,
    steps.partners.status,
    steps.report.status,
    JSON.stringify(steps),
    state.sealedTickets,
    state.rulesVersion,
    state.classifiedOn,
    state.frozenRun,
    state.summary,
    JSON.stringify(state.importantTerms),
    state.casesWithoutValue,
    state.estimatedRevenue,
    state.reports === null ? null : JSON.stringify(state.reports),
  ]);
  return rows.length;
}

const GIVE_UP_SQL = `
  update analyses
  set status = 'ERROR', fault = $3, wrapped_tickets = null, updated_at = greatest(clock_now(), created_at),
    status_index = case status_index when 'DONE' then 'DONE' else 'ERROR' end,
    status_protest = case status_protest when 'PROCESSING' then 'ERROR' else status_protest end,
    status_report = case status_index when 'DONE' then 'ERROR' else status_report end
  where organization_id = $1 and id = $2 and status in ('INITIAL', 'PROCESSING')
  returning document_id::text`;

/** The document's id, or null when the analysis has ended already. */
export async function giveUpAnalysis(
  tx: Transaction,
  organizationId: number,
  analysisId: string,
): Promise<string | null> {
  const values = [organizationId, analysisId, 'GIVEN_UP'];
  const [row] = await tx.prepared<{ document_id: string }>('give_up_analysis', GIVE_UP_SQL, values);
  return row?.document_id ?? null;
}

/** Those that the analysis names by now, whoever wrote them. */
export async function nameReports(
  tx: Transaction,
  { organizationId, analysisId }: { organizationId: number; analysisId: number },
  written: WrittenReports,
): Promise<WrittenReports> {
  const [row] = await tx.prepared<{ reports: WrittenReports }>(
    'name_reports',
    `update analyses set reports = coalesce(reports, $3::jsonb) where organization_id = $1 and id = $2 returning reports`,
    [organizationId, analysisId, JSON.stringify(written)],
  );
  return row?.reports ?? written;
}
