-- breaking: no
-- Analyses of documents, and what organizations have used on each document. A document stands here as a keyed hash to be
-- found by and encrypted to be read, as does whatever was found about it; only the list of cases names public facts in
-- clear, without the document. No foreign keys to organizations and between these tables: see docs/adr/0013.

-- One row for each organization and document, for ever and for both modules; its id is userPlanConsumeUniqueId.
create table farol.consumed_documents (
  organization_id bigint not null,
  id bigint generated always as identity,
  document_hash bytea not null,
  document_type text not null constraint consumed_documents_type_known check (document_type in ('CPF', 'CNPJ')),
  -- The document and its name as best known; encrypted for this row.
  wrapped_subject bytea not null,
  -- What the tax registry says of it.
  registry_status text not null,
  -- Of the newest analysis; 0 while there is none.
  last_analysis_id bigint not null default 0,
  created_at timestamptz not null default farol.clock_now(),
  -- What tells rows apart comes first in these keys: see docs/adr/0016.
  primary key (id, organization_id),
  constraint consumed_documents_once unique (document_hash, organization_id)
) with (fillfactor = 80);

-- What was used on a document in one module.
create table farol.consumption_records (
  organization_id bigint not null,
  document_id bigint not null,
  module text not null constraint consumption_records_module_known check (module in ('ANALYTICS', 'MONITORING')),
  -- Charged last.
  plan_id bigint not null,
  type_plan text not null,
  -- Units used less those given back.
  consumed bigint not null constraint consumption_records_counted check (consumed >= 0),
  -- Of the newest analysis that is done.
  latest_analysis_id bigint not null default 0,
  latest_total bigint not null default 0,
  latest_risk bigint not null default 0,
  -- From when on monitoring may be paused; null for analyses.
  pausable_at timestamptz,
  plan_changed_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (document_id, organization_id, module)
) with (fillfactor = 80);
create index consumption_records_newest
  on farol.consumption_records (organization_id, created_at desc, document_id desc, module);

-- Ids are drawn before the rows are made, so that each caller of a batch is told its own.
create sequence farol.analysis_ids as bigint;

create table farol.analyses (
  organization_id bigint not null,
  id bigint not null,
  document_id bigint not null,
  plan_id bigint not null,
  type_plan text not null,
  has_mind_map boolean not null,
  -- How often a worker took it up; what a worker writes names the count it was given.
  attempt integer not null default 0,
  status text not null default 'INITIAL',
  status_index text not null default 'INITIAL',
  status_protest text not null default 'INITIAL',
  status_debtor text not null default 'INITIAL',
  status_qsa text not null default 'INITIAL',
  status_report text not null default 'INITIAL',
  -- By part: how often it was tried, when it was checked, why it failed, and how fresh each of its sources was.
  steps jsonb not null default '{}',
  -- What sources gave to come back with while they take their time.
  wrapped_tickets bytea,
  -- Why the whole ended as ERROR, in a word of ours.
  fault text,
  -- The rules and the day that the cases were classified by, and the attempt whose rows are the frozen list.
  rules_version integer,
  classified_on date,
  frozen_run integer,
  -- JSON text as it is answered.
  summary text,
  important_terms text not null default '[]',
  cases_without_value bigint not null default 0,
  estimated_revenue bigint not null default 0,
  -- {full, risk}, each {folder, filename, bytes, sha256, rows}.
  reports jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id, organization_id),
  constraint analyses_statuses_known check (
    array[status, status_index, status_protest, status_debtor, status_qsa, status_report]
      <@ array['INITIAL', 'PROCESSING', 'DONE', 'ERROR']
  ),
  constraint analyses_fault_on_error check ((status = 'ERROR') = (fault is not null)),
  constraint analyses_frozen_when_done check ((status_index = 'DONE') = (frozen_run is not null))
) with (fillfactor = 60);
create index analyses_of_document on farol.analyses (document_id, organization_id, id desc);

-- The frozen list: one row for each case, with the facts it was classified by, what came of it, and why. Rows of a run
-- that is not the analysis's frozen_run are left over from an attempt that died. Neither a CPF nor a name stands here;
-- of a company the last six characters of the establishments that stand in the case.
create table farol.analysis_cases (
  organization_id bigint not null,
  analysis_id bigint not null,
  run integer not null,
  number text collate "C" not null,
  side text not null,
  is_debtor_side boolean not null,
  is_by_mask boolean not null,
  is_active boolean not null,
  class_code integer,
  -- Sets of bits; their meaning is in features/cases, that of keys in features/analysis.
  natures smallint not null,
  traits integer not null,
  outcome smallint not null,
  keys integer not null,
  value numeric(17, 2),
  filed_on date,
  moved_on date,
  severe_on date,
  frustrated_on date,
  fetched_at timestamptz not null,
  establishments text,
  -- [{rule, facts}]; null for a case without risk.
  reasons jsonb,
  primary key (organization_id, analysis_id, run, number)
);

-- Debts, protests and partners as they were when the analysis looked; encrypted for this row.
create table farol.analysis_findings (
  organization_id bigint not null,
  analysis_id bigint not null,
  step text not null constraint analysis_findings_step_known check (step in ('protests', 'debts', 'partners')),
  wrapped_findings bytea not null,
  primary key (organization_id, analysis_id, step)
);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['consumed_documents', 'consumption_records', 'analyses', 'analysis_cases',
    'analysis_findings'] loop
    execute format('alter table farol.%I enable row level security', guarded);
    execute format('alter table farol.%I force row level security', guarded);
    execute format('create policy %I on farol.%I to farol_app
      using (organization_id = any ((select farol.scope())::bigint[]))
      with check (organization_id = any ((select farol.scope())::bigint[]))', guarded || '_in_scope', guarded);
    execute format('create policy %I on farol.%I to farol_operator using (true) with check (true)',
      guarded || '_for_operator', guarded);
  end loop;
end
$$;

grant usage on sequence farol.analysis_ids to farol_app;
grant select, insert, update (wrapped_subject, registry_status, last_analysis_id) on farol.consumed_documents to farol_app;
grant select, insert, update (plan_id, type_plan, consumed, latest_analysis_id, latest_total, latest_risk, pausable_at,
  plan_changed_at, deleted_at, updated_at) on farol.consumption_records to farol_app;
grant select, insert, update (attempt, status, status_index, status_protest, status_debtor, status_qsa, status_report, steps,
  wrapped_tickets, fault, rules_version, classified_on, frozen_run, summary, important_terms, cases_without_value,
  estimated_revenue, reports, updated_at) on farol.analyses to farol_app;
grant select, insert, delete on farol.analysis_cases to farol_app;
grant select, insert, update (wrapped_findings) on farol.analysis_findings to farol_app;
-- States and times only: the operator has no use for whom an organization asked about.
grant select (organization_id, id, document_type, created_at) on farol.consumed_documents to farol_operator;
grant select (organization_id, module, plan_id, consumed, created_at, updated_at) on farol.consumption_records
  to farol_operator;
grant select (organization_id, id, attempt, status, status_index, status_protest, status_debtor, status_qsa, status_report,
  steps, fault, rules_version, created_at, updated_at) on farol.analyses to farol_operator;
