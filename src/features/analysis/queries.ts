// The hot read: one analysis with its states and summary. Who consulted it is put on record in the statement that reads.
import type { CoalescedReads } from '../../platform/db/coalesced-reads.ts';
import type { Database } from '../../platform/db/database.ts';
import { ASKED_SQL, auditReads, NOTED_SQL } from '../../platform/effects/audited-reads.ts';
import type { AuditedKey } from '../../platform/effects/audited-reads.ts';
import type { ConsultParts } from './consult-schemas.ts';
import type { WrittenReports } from './ports.ts';
import type { Status } from './step.ts';

type ConsultRow = {
  place: string;
  id: string;
  document_id: string;
  last_analysis_id: string;
  status: Status;
  status_index: Status;
  status_protest: Status;
  status_debtor: Status;
  status_qsa: Status;
  status_report: Status;
  type_plan: string;
  fault: string | null;
  summary: string | null;
  important_terms: string;
  reports: WrittenReports | null;
  created_at: string;
};

/** The key is the analysis and the record of consumption that it must belong to. */
const CONSULT_SQL = `
  with ${ASKED_SQL}, found as (
    select a.place, l.* from asked a
    cross join lateral (
      select d.document_hash, d.last_analysis_id, s.id, s.document_id, s.status, s.status_index, s.status_protest,
        s.status_debtor, s.status_qsa, s.status_report, s.type_plan, s.fault, s.summary, s.important_terms, s.reports,
        s.created_at
      from analyses s
      join consumed_documents d on d.organization_id = s.organization_id and d.id = s.document_id
      where s.organization_id = a.organization_id and s.id = split_part(a.key, ' ', 1)::bigint
        and s.document_id = split_part(a.key, ' ', 2)::bigint
      limit 1
    ) l
  ), ${NOTED_SQL}
  select place, id::text, document_id::text, last_analysis_id::text, status, status_index, status_protest, status_debtor,
    status_qsa, status_report, type_plan, fault, summary, important_terms, reports,
    to_char(created_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS') as created_at
  from found`;

export type ConsultReads = CoalescedReads<AuditedKey, ConsultParts | null>;

export function consultKey(analysisId: number, uniqueId: number): string {
  return `${analysisId} ${uniqueId}`;
}

export function createConsultReads(database: Database): ConsultReads {
  return auditReads<ConsultRow, ConsultParts>({
    database,
    name: 'analysis_consult',
    action: 'analysis.read',
    subject: 'analysis',
    sql: CONSULT_SQL,
    toValue: (row) => ({
      analysisId: row.id,
      uniqueId: row.document_id,
      lastAnalysisId: row.last_analysis_id,
      status: row.status,
      statusIndex: row.status_index,
      statusProtest: row.status_protest,
      statusDebtor: row.status_debtor,
      statusQsa: row.status_qsa,
      statusReport: row.status_report,
      typePlan: row.type_plan,
      fault: row.fault,
      summary: row.summary,
      importantTerms: row.important_terms,
      reports: row.reports,
      createdAt: row.created_at,
    }),
  });
}
