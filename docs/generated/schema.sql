-- The schema after all migrations, as the catalogue tells it. Written by `npm run generate`.

CREATE OR REPLACE FUNCTION farol.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
    select now() + coalesce(nullif(current_setting('farol.clock_offset_ms', true), '')::double precision, 0)
                   * interval '1 millisecond'
  $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.find_session_caller(session_id uuid)
 RETURNS TABLE(user_id bigint, email text, username text, is_operator boolean, organizations jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'farol', 'pg_temp'
AS $function$
    select u.id, u.email, u.username, u.is_operator, coalesce((
      select jsonb_agg(found.access)
      from farol.memberships m
      cross join lateral farol.organization_access(m.organization_id, m.role) as found (access)
      where m.user_id = u.id and found.access is not null
    ), '[]')
    from farol.sessions s
    join farol.users u on u.id = s.user_id
    where s.id = find_session_caller.session_id
      and s.revoked_at is null and u.disabled_at is null and s.expires_at > farol.clock_now()
  $function$
;
-- owned by farol_lookup

CREATE OR REPLACE FUNCTION farol.find_token_caller(token_hash bytea)
 RETURNS TABLE(token_id bigint, expires_at timestamp with time zone, organizations jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'farol', 'pg_temp'
AS $function$
    select t.id, t.expires_at, jsonb_build_array(found.access)
    from farol.service_tokens t
    cross join lateral farol.organization_access(t.organization_id, t.role) as found (access)
    where t.token_hash = find_token_caller.token_hash
      and t.revoked_at is null and (t.expires_at is null or t.expires_at > farol.clock_now())
      and found.access is not null
  $function$
;
-- owned by farol_lookup

CREATE OR REPLACE FUNCTION farol.forget_answers()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'farol', 'pg_temp'
AS $function$
    with awaited as (
      delete from farol.awaited_answers a where a.created_at < farol.clock_now() - interval '1 day' returning 1
    ), told as (
      delete from farol.told_answers t where t.told_at < farol.clock_now() - interval '1 hour' returning 1
    )
    select ((select count(*) from awaited) + (select count(*) from told))::integer
  $function$
;
-- owned by farol_lookup

CREATE OR REPLACE FUNCTION farol.insist(holds boolean, code text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    if holds is not true then
      raise exception 'a batch did not find what it counted on' using errcode = code;
    end if;
  end
  $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.notify_authority()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
  begin
    perform pg_notify('farol_authority', concat_ws(' ', tg_argv[0], changed ->> tg_argv[1]));
    return null;
  end
  $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.notify_unnumbered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform pg_notify('farol_unnumbered', ''); return null; end $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.organization_access(organization_id bigint, role text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
    select jsonb_build_object(
      'organizationId', o.id,
      'holderId', o.holder_id,
      'role', organization_access.role,
      'plans', coalesce((
        select jsonb_agg(jsonb_build_object('planId', p.id, 'features', p.features) order by p.id)
        from farol.subscriptions s
        join farol.plans p on p.id = s.plan_id
        where s.organization_id = o.id and s.ended_at is null and p.disabled_at is null
      ), '[]')
    )
    from farol.organizations o
    join farol.holders h on h.id = o.holder_id
    where o.id = organization_access.organization_id and o.disabled_at is null and h.disabled_at is null
  $function$
;
-- owned by farol_lookup

CREATE OR REPLACE FUNCTION farol.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception '% is append-only', tg_table_name using errcode = 'P0001'; end $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.refuse_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception '% are disabled, not removed', tg_table_name using errcode = 'P0001'; end $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.scope()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(nullif(current_setting('farol.scope', true), '')::bigint[], '{}') $function$
;
-- owned by the migrating user

CREATE OR REPLACE FUNCTION farol.tell_answer(answer_hash bytea)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'farol', 'pg_temp'
AS $function$
  begin
    perform pg_advisory_xact_lock(7281004, hashtext(encode(tell_answer.answer_hash, 'hex')));
    return query
      update pgboss.job_common j set start_after = now()
      from farol.awaited_answers a
      where a.answer_hash = tell_answer.answer_hash and j.name = a.job and j.id = a.job_id
        and j.state < 'active' and j.start_after > now()
      returning j.name;
    if not found then
      insert into farol.told_answers (answer_hash) values (tell_answer.answer_hash) on conflict do nothing;
    end if;
  end
  $function$
;
-- owned by farol_lookup

create table farol.analyses (
  organization_id bigint not null,
  id bigint not null,
  document_id bigint not null,
  plan_id bigint not null,
  type_plan text not null,
  has_mind_map boolean not null,
  attempt integer default 0 not null,
  status text default 'INITIAL'::text not null,
  status_index text default 'INITIAL'::text not null,
  status_protest text default 'INITIAL'::text not null,
  status_debtor text default 'INITIAL'::text not null,
  status_qsa text default 'INITIAL'::text not null,
  status_report text default 'INITIAL'::text not null,
  steps jsonb default '{}'::jsonb not null,
  wrapped_tickets bytea,
  fault text,
  rules_version integer,
  classified_on date,
  frozen_run integer,
  summary text,
  important_terms text default '[]'::text not null,
  cases_without_value bigint default 0 not null,
  estimated_revenue bigint default 0 not null,
  reports jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint analyses_pkey PRIMARY KEY (id, organization_id),
  constraint analyses_fault_on_error CHECK (((status = 'ERROR'::text) = (fault IS NOT NULL))),
  constraint analyses_frozen_when_done CHECK (((status_index = 'DONE'::text) = (frozen_run IS NOT NULL))),
  constraint analyses_statuses_known CHECK ((ARRAY[status, status_index, status_protest, status_debtor, status_qsa, status_report] <@ ARRAY['INITIAL'::text, 'PROCESSING'::text, 'DONE'::text, 'ERROR'::text]))
);
CREATE INDEX analyses_of_document ON farol.analyses USING btree (document_id, organization_id, id DESC);
alter table farol.analyses enable row level security;
alter table farol.analyses force row level security;
create policy analyses_for_operator on farol.analyses for all to farol_operator using (true) with check (true);
create policy analyses_for_sequencer on farol.analyses for select to farol_sequencer using (true);
create policy analyses_in_scope on farol.analyses for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (attempt, cases_without_value, classified_on, estimated_revenue, fault, frozen_run, important_terms, reports, rules_version, status, status_debtor, status_index, status_protest, status_qsa, status_report, steps, summary, updated_at, wrapped_tickets) on farol.analyses to farol_app;
grant select (attempt, created_at, fault, id, organization_id, rules_version, status, status_debtor, status_index, status_protest, status_qsa, status_report, steps, updated_at) on farol.analyses to farol_operator;
grant select (id, organization_id, reports) on farol.analyses to farol_sequencer;

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
  natures smallint not null,
  traits integer not null,
  outcome smallint not null,
  keys integer not null,
  value numeric(17,2),
  filed_on date,
  moved_on date,
  severe_on date,
  frustrated_on date,
  fetched_at timestamp with time zone not null,
  establishments text,
  reasons jsonb,
  given_class text,
  disagreements jsonb,
  constraint analysis_cases_pkey PRIMARY KEY (organization_id, analysis_id, run, number)
);
alter table farol.analysis_cases enable row level security;
alter table farol.analysis_cases force row level security;
create policy analysis_cases_for_operator on farol.analysis_cases for all to farol_operator using (true) with check (true);
create policy analysis_cases_in_scope on farol.analysis_cases for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant delete, insert, select on farol.analysis_cases to farol_app;

create table farol.analysis_findings (
  organization_id bigint not null,
  analysis_id bigint not null,
  step text not null,
  wrapped_findings bytea not null,
  constraint analysis_findings_pkey PRIMARY KEY (organization_id, analysis_id, step),
  constraint analysis_findings_step_known CHECK ((step = ANY (ARRAY['protests'::text, 'debts'::text, 'partners'::text])))
);
alter table farol.analysis_findings enable row level security;
alter table farol.analysis_findings force row level security;
create policy analysis_findings_for_operator on farol.analysis_findings for all to farol_operator using (true) with check (true);
create policy analysis_findings_in_scope on farol.analysis_findings for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (wrapped_findings) on farol.analysis_findings to farol_app;

create table farol.audit_records (
  organization_id bigint not null,
  row_id bigint generated always as identity not null,
  number bigint,
  at timestamp with time zone default farol.clock_now() not null,
  actor text not null,
  action text not null,
  subject text not null,
  document_hash bytea,
  chain_hash bytea,
  constraint audit_records_pkey PRIMARY KEY (organization_id, row_id)
);
CREATE INDEX audit_records_unnumbered ON farol.audit_records USING btree (row_id) WHERE (number IS NULL);
CREATE UNIQUE INDEX audit_records_number_unique ON farol.audit_records USING btree (organization_id, number) WHERE (number IS NOT NULL);
alter table farol.audit_records enable row level security;
alter table farol.audit_records force row level security;
create policy audit_records_for_operator on farol.audit_records for all to farol_operator using (true) with check (true);
create policy audit_records_for_sequencer on farol.audit_records for all to farol_sequencer using (true) with check (true);
create policy audit_records_from_overseer on farol.audit_records for insert to farol_overseer using () with check (true);
create policy audit_records_from_sender on farol.audit_records for insert to farol_sender using () with check (true);
create policy audit_records_in_scope on farol.audit_records for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER audit_records_tell AFTER INSERT ON farol.audit_records FOR EACH STATEMENT EXECUTE FUNCTION farol.notify_unnumbered();
grant insert, select on farol.audit_records to farol_app;
grant insert, select on farol.audit_records to farol_operator;
grant insert on farol.audit_records to farol_overseer;
grant insert on farol.audit_records to farol_sender;
grant select, update (chain_hash, number) on farol.audit_records to farol_sequencer;

create table farol.awaited_answers (
  organization_id bigint not null,
  answer_hash bytea not null,
  job text not null,
  job_id uuid not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  constraint awaited_answers_pkey PRIMARY KEY (answer_hash, job_id, organization_id)
);
alter table farol.awaited_answers enable row level security;
alter table farol.awaited_answers force row level security;
create policy awaited_answers_for_lookup on farol.awaited_answers for all to farol_lookup using (true) with check (true);
create policy awaited_answers_for_operator on farol.awaited_answers for all to farol_operator using (true) with check (true);
create policy awaited_answers_in_scope on farol.awaited_answers for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant delete, insert, select, update on farol.awaited_answers to farol_app;
grant delete, select on farol.awaited_answers to farol_lookup;
grant delete, insert, select, update on farol.awaited_answers to farol_operator;

create table farol.batch_documents (
  organization_id bigint not null,
  batch_id bigint not null,
  line integer not null,
  analysis_id bigint not null,
  plan_id bigint not null,
  state text default 'WAITING'::text not null,
  wrapped_document bytea not null,
  constraint batch_documents_pkey PRIMARY KEY (organization_id, batch_id, line),
  constraint batch_documents_state_known CHECK ((state = ANY (ARRAY['WAITING'::text, 'TAKEN'::text, 'CANCELLED'::text])))
);
CREATE INDEX batch_documents_by_analysis ON farol.batch_documents USING btree (organization_id, analysis_id);
CREATE INDEX batch_documents_waiting ON farol.batch_documents USING btree (organization_id, batch_id, line) WHERE (state = 'WAITING'::text);
alter table farol.batch_documents enable row level security;
alter table farol.batch_documents force row level security;
create policy batch_documents_for_operator on farol.batch_documents for all to farol_operator using (true) with check (true);
create policy batch_documents_in_scope on farol.batch_documents for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (state) on farol.batch_documents to farol_app;
grant select (analysis_id, batch_id, line, organization_id, plan_id, state) on farol.batch_documents to farol_operator;

create table farol.batches (
  organization_id bigint not null,
  id bigint generated always as identity not null,
  actor text not null,
  status text default 'INITIAL'::text not null,
  total integer not null,
  refused integer not null,
  report jsonb,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint batches_pkey PRIMARY KEY (id, organization_id),
  constraint batches_counted CHECK (((total > refused) AND (refused >= 0))),
  constraint batches_done_when_ended CHECK (((status <> 'DONE'::text) OR (ended_at IS NOT NULL))),
  constraint batches_status_known CHECK ((status = ANY (ARRAY['INITIAL'::text, 'PROCESSING'::text, 'DONE'::text, 'CANCELLED'::text, 'ERROR'::text])))
);
CREATE INDEX batches_newest ON farol.batches USING btree (organization_id, id DESC);
alter table farol.batches enable row level security;
alter table farol.batches force row level security;
create policy batches_for_operator on farol.batches for all to farol_operator using (true) with check (true);
create policy batches_for_sequencer on farol.batches for select to farol_sequencer using (true);
create policy batches_in_scope on farol.batches for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (cancelled_at, ended_at, report, started_at, status) on farol.batches to farol_app;
grant select (cancelled_at, created_at, ended_at, id, organization_id, refused, started_at, status, total) on farol.batches to farol_operator;
grant select (id, organization_id, report) on farol.batches to farol_sequencer;

create table farol.consumed_documents (
  organization_id bigint not null,
  id bigint generated always as identity not null,
  document_hash bytea not null,
  document_type text not null,
  wrapped_subject bytea not null,
  registry_status text not null,
  last_analysis_id bigint default 0 not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  constraint consumed_documents_once UNIQUE (document_hash, organization_id),
  constraint consumed_documents_pkey PRIMARY KEY (id, organization_id),
  constraint consumed_documents_type_known CHECK ((document_type = ANY (ARRAY['CPF'::text, 'CNPJ'::text])))
);
alter table farol.consumed_documents enable row level security;
alter table farol.consumed_documents force row level security;
create policy consumed_documents_for_operator on farol.consumed_documents for all to farol_operator using (true) with check (true);
create policy consumed_documents_in_scope on farol.consumed_documents for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (last_analysis_id, registry_status, wrapped_subject) on farol.consumed_documents to farol_app;
grant select (created_at, document_type, id, organization_id) on farol.consumed_documents to farol_operator;

create table farol.consumption_records (
  organization_id bigint not null,
  document_id bigint not null,
  module text not null,
  plan_id bigint not null,
  type_plan text not null,
  consumed bigint not null,
  latest_analysis_id bigint default 0 not null,
  latest_total bigint default 0 not null,
  latest_risk bigint default 0 not null,
  pausable_at timestamp with time zone,
  plan_changed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  constraint consumption_records_pkey PRIMARY KEY (document_id, organization_id, module),
  constraint consumption_records_counted CHECK ((consumed >= 0)),
  constraint consumption_records_module_known CHECK ((module = ANY (ARRAY['ANALYTICS'::text, 'MONITORING'::text])))
);
CREATE INDEX consumption_records_newest ON farol.consumption_records USING btree (organization_id, created_at DESC, document_id DESC, module);
alter table farol.consumption_records enable row level security;
alter table farol.consumption_records force row level security;
create policy consumption_records_for_operator on farol.consumption_records for all to farol_operator using (true) with check (true);
create policy consumption_records_in_scope on farol.consumption_records for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (consumed, deleted_at, latest_analysis_id, latest_risk, latest_total, pausable_at, paused_at, plan_changed_at, plan_id, type_plan, updated_at) on farol.consumption_records to farol_app;
grant select (consumed, created_at, module, organization_id, plan_id, updated_at) on farol.consumption_records to farol_operator;

create table farol.dismissed_findings (
  organization_id bigint not null,
  finding text not null,
  dismissed_at timestamp with time zone default farol.clock_now() not null,
  dismissed_by text not null,
  constraint dismissed_findings_pkey PRIMARY KEY (finding, organization_id),
  constraint dismissed_findings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id)
);
CREATE INDEX dismissed_findings_in_order ON farol.dismissed_findings USING btree (organization_id, finding);
alter table farol.dismissed_findings enable row level security;
alter table farol.dismissed_findings force row level security;
create policy dismissed_findings_for_facts on farol.dismissed_findings for select to farol_importer, farol_merger using (true);
create policy dismissed_findings_for_operator on farol.dismissed_findings for all to farol_operator using (true) with check (true);
create policy dismissed_findings_in_scope on farol.dismissed_findings for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant delete, insert, select, update on farol.dismissed_findings to farol_app;
grant select on farol.dismissed_findings to farol_importer;
grant select on farol.dismissed_findings to farol_merger;
grant delete, insert, select, update on farol.dismissed_findings to farol_operator;

create table farol.event_marks (
  organization_id bigint not null,
  user_id bigint not null,
  read_up_to bigint not null,
  read_ids bigint[] not null,
  constraint event_marks_pkey PRIMARY KEY (organization_id, user_id),
  constraint event_marks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint event_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES farol.users(id)
);
alter table farol.event_marks enable row level security;
alter table farol.event_marks force row level security;
create policy event_marks_for_operator on farol.event_marks for all to farol_operator using (true) with check (true);
create policy event_marks_in_scope on farol.event_marks for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (read_ids, read_up_to) on farol.event_marks to farol_app;

create table farol.events (
  organization_id bigint not null,
  row_id bigint generated always as identity not null,
  number bigint,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  constraint events_pkey PRIMARY KEY (organization_id, row_id)
);
CREATE INDEX events_unnumbered ON farol.events USING btree (row_id) WHERE (number IS NULL);
CREATE UNIQUE INDEX events_number_unique ON farol.events USING btree (organization_id, number) WHERE (number IS NOT NULL);
alter table farol.events enable row level security;
alter table farol.events force row level security;
create policy events_for_operator on farol.events for all to farol_operator using (true) with check (true);
create policy events_for_sender on farol.events for all to farol_sender using (true) with check (true);
create policy events_for_sequencer on farol.events for all to farol_sequencer using (true) with check (true);
create policy events_from_facts on farol.events for insert to farol_importer, farol_merger using () with check (true);
create policy events_in_scope on farol.events for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER events_tell AFTER INSERT ON farol.events FOR EACH STATEMENT EXECUTE FUNCTION farol.notify_unnumbered();
grant insert, select on farol.events to farol_app;
grant insert on farol.events to farol_importer;
grant insert on farol.events to farol_merger;
grant insert, select on farol.events to farol_operator;
grant insert, select on farol.events to farol_sender;
grant select, update (number) on farol.events to farol_sequencer;

create table farol.holders (
  id bigint generated by default as identity not null,
  name text not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  disabled_at timestamp with time zone,
  constraint holders_pkey PRIMARY KEY (id),
  constraint holders_name_filled CHECK ((name <> ''::text))
);
CREATE TRIGGER holders_tell AFTER UPDATE ON farol.holders FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('all', 'none');
grant select on farol.holders to farol_lookup;
grant insert, select, update on farol.holders to farol_operator;
grant select on farol.holders to farol_overseer;

create table farol.idempotency_records (
  organization_id bigint not null,
  caller_key text not null,
  route text not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  status smallint not null,
  wrapped_answer bytea not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  constraint idempotency_records_pkey PRIMARY KEY (organization_id, caller_key, route, idempotency_key),
  constraint idempotency_records_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id)
);
CREATE INDEX idempotency_records_by_age ON farol.idempotency_records USING btree (created_at);
alter table farol.idempotency_records enable row level security;
alter table farol.idempotency_records force row level security;
create policy idempotency_records_for_operator on farol.idempotency_records for all to farol_operator using (true) with check (true);
create policy idempotency_records_for_sequencer on farol.idempotency_records for all to farol_sequencer using (true);
create policy idempotency_records_in_scope on farol.idempotency_records for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (created_at, fingerprint, status, wrapped_answer) on farol.idempotency_records to farol_app;
grant delete, select on farol.idempotency_records to farol_sequencer;

create table farol.job_figures (
  job text not null,
  kind text not null,
  label text not null,
  value bigint not null,
  constraint job_figures_pkey PRIMARY KEY (job, kind, label),
  constraint job_figures_kind_known CHECK ((kind = ANY (ARRAY['state'::text, 'outcome'::text])))
);
grant select on farol.job_figures to farol_app;
grant insert, select, update on farol.job_figures to farol_jobs;
grant select on farol.job_figures to farol_overseer;

create table farol.known_addresses (
  user_id bigint not null,
  address_hash bytea not null,
  last_seen_at timestamp with time zone not null,
  constraint known_addresses_pkey PRIMARY KEY (user_id, address_hash),
  constraint known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES farol.users(id)
);
grant delete, insert, select, update (last_seen_at) on farol.known_addresses to farol_app;

create table farol.ledger_entries (
  organization_id bigint not null,
  id bigint generated always as identity not null,
  plan_id bigint not null,
  kind text not null,
  units bigint not null,
  subject text not null,
  refunded_entry_id bigint,
  created_at timestamp with time zone default farol.clock_now() not null,
  constraint ledger_entries_pkey PRIMARY KEY (organization_id, id),
  constraint ledger_entries_organization_id_refunded_entry_id_fkey FOREIGN KEY (organization_id, refunded_entry_id) REFERENCES farol.ledger_entries(organization_id, id),
  constraint ledger_entries_kind_known CHECK ((kind = ANY (ARRAY['grant'::text, 'charge'::text, 'refund'::text]))),
  constraint ledger_entries_refund_names_charge CHECK (((kind = 'refund'::text) = (refunded_entry_id IS NOT NULL))),
  constraint ledger_entries_units_counted CHECK ((units > 0))
);
CREATE INDEX ledger_entries_by_subject ON farol.ledger_entries USING btree (organization_id, subject);
CREATE INDEX ledger_entries_by_time ON farol.ledger_entries USING brin (created_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX ledger_entries_refunded_once ON farol.ledger_entries USING btree (organization_id, refunded_entry_id) WHERE (refunded_entry_id IS NOT NULL);
alter table farol.ledger_entries enable row level security;
alter table farol.ledger_entries force row level security;
create policy ledger_entries_for_operator on farol.ledger_entries for all to farol_operator using (true) with check (true);
create policy ledger_entries_in_scope on farol.ledger_entries for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON farol.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION farol.refuse_change();
grant insert, select on farol.ledger_entries to farol_app;
grant insert, select on farol.ledger_entries to farol_operator;

create table farol.licence_answers (
  organization_id bigint not null,
  request_id uuid not null,
  source text not null,
  fetched_at timestamp with time zone not null,
  freshness text not null,
  cost_cents bigint not null,
  wrapped_answer bytea not null,
  constraint licence_answers_pkey PRIMARY KEY (request_id, organization_id)
);
alter table farol.licence_answers enable row level security;
alter table farol.licence_answers force row level security;
create policy licence_answers_for_operator on farol.licence_answers for all to farol_operator using (true) with check (true);
create policy licence_answers_in_scope on farol.licence_answers for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert on farol.licence_answers to farol_app;
grant select on farol.licence_answers to farol_operator;

create table farol.licence_requests (
  organization_id bigint not null,
  id uuid not null,
  document_hash bytea not null,
  wrapped_record bytea not null,
  wrapped_ticket bytea,
  status text default 'PENDING'::text not null,
  attempt integer default 0 not null,
  fault text,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  constraint licence_requests_pkey PRIMARY KEY (id, organization_id),
  constraint licence_requests_fault_on_error CHECK (((fault IS NULL) OR (status = 'ERROR'::text))),
  constraint licence_requests_status_known CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'DONE'::text, 'NOT_FOUND'::text, 'ERROR'::text])))
);
CREATE INDEX licence_requests_latest ON farol.licence_requests USING btree (document_hash, organization_id, created_at DESC, id DESC);
alter table farol.licence_requests enable row level security;
alter table farol.licence_requests force row level security;
create policy licence_requests_for_operator on farol.licence_requests for all to farol_operator using (true) with check (true);
create policy licence_requests_in_scope on farol.licence_requests for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (attempt, fault, status, updated_at, wrapped_record, wrapped_ticket) on farol.licence_requests to farol_app;
grant select (attempt, created_at, fault, id, organization_id, status, updated_at) on farol.licence_requests to farol_operator;

create table farol.memberships (
  organization_id bigint not null,
  user_id bigint not null,
  role text not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES farol.users(id),
  constraint memberships_role_known CHECK ((role = ANY (ARRAY['viewer'::text, 'analyst'::text, 'admin'::text])))
);
CREATE INDEX memberships_by_user ON farol.memberships USING btree (user_id, organization_id);
alter table farol.memberships enable row level security;
alter table farol.memberships force row level security;
create policy memberships_for_lookup on farol.memberships for select to farol_lookup using (true);
create policy memberships_for_operator on farol.memberships for all to farol_operator using (true) with check (true);
create policy memberships_for_overseer on farol.memberships for select to farol_overseer using (true);
create policy memberships_in_scope on farol.memberships for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER memberships_tell AFTER INSERT OR DELETE OR UPDATE ON farol.memberships FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('user', 'user_id');
grant delete, select, update (role) on farol.memberships to farol_app;
grant select on farol.memberships to farol_lookup;
grant delete, insert, select, update on farol.memberships to farol_operator;
grant select (organization_id, user_id) on farol.memberships to farol_overseer;

create table farol.migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  breaking boolean not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (version)
);
grant select on farol.migrations to farol_app;
grant select on farol.migrations to farol_operator;

create table farol.operator_acts (
  id bigint generated always as identity not null,
  at timestamp with time zone default farol.clock_now() not null,
  user_id bigint not null,
  action text not null,
  subject text not null,
  constraint operator_acts_pkey PRIMARY KEY (id),
  constraint operator_acts_user_id_fkey FOREIGN KEY (user_id) REFERENCES farol.users(id)
);
CREATE TRIGGER operator_acts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON farol.operator_acts FOR EACH STATEMENT EXECUTE FUNCTION farol.refuse_change();
grant select on farol.operator_acts to farol_operator;
grant insert, select on farol.operator_acts to farol_overseer;

create table farol.organizations (
  id bigint generated by default as identity not null,
  holder_id bigint not null,
  name text not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  disabled_at timestamp with time zone,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES farol.holders(id),
  constraint organizations_name_filled CHECK ((name <> ''::text))
);
CREATE INDEX organizations_by_holder ON farol.organizations USING btree (holder_id, id);
alter table farol.organizations enable row level security;
alter table farol.organizations force row level security;
create policy organizations_for_lookup on farol.organizations for select to farol_lookup using (true);
create policy organizations_for_operator on farol.organizations for all to farol_operator using (true) with check (true);
create policy organizations_for_overseer on farol.organizations for select to farol_overseer using (true);
create policy organizations_in_scope on farol.organizations for select to farol_app using ((id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER organizations_stay BEFORE DELETE OR TRUNCATE ON farol.organizations FOR EACH STATEMENT EXECUTE FUNCTION farol.refuse_removal();
CREATE TRIGGER organizations_tell AFTER UPDATE ON farol.organizations FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('organization', 'id');
grant select on farol.organizations to farol_app;
grant select on farol.organizations to farol_lookup;
grant insert, select, update on farol.organizations to farol_operator;
grant select on farol.organizations to farol_overseer;

create table farol.plans (
  id bigint generated by default as identity not null,
  name text not null,
  type_plan text not null,
  features text[] not null,
  is_visible boolean default true not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  disabled_at timestamp with time zone,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_features_known CHECK ((features <@ ARRAY['ANALYTICS'::text, 'MONITORING'::text, 'CNH'::text, 'SCR'::text, 'MIND_MAP'::text, 'CERTIFICATION'::text])),
  constraint plans_name_filled CHECK ((name <> ''::text)),
  constraint plans_type_known CHECK ((type_plan = ANY (ARRAY['ANALYTICS'::text, 'MONITORING'::text, 'COMPLETE'::text])))
);
CREATE TRIGGER plans_tell AFTER UPDATE OF features, disabled_at ON farol.plans FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('all', 'none');
grant select on farol.plans to farol_app;
grant select on farol.plans to farol_lookup;
grant insert, select, update on farol.plans to farol_operator;
grant select on farol.plans to farol_overseer;

create table farol.processes (
  organization_id bigint not null,
  number text collate "C" not null,
  status text not null,
  radar_ids bigint[] default '{}'::bigint[] not null,
  is_imported boolean default false not null,
  matched_at timestamp with time zone default farol.clock_now() not null,
  inactivated_at timestamp with time zone,
  hidden_at timestamp with time zone,
  refresh_due_at timestamp with time zone,
  refreshed_at timestamp with time zone,
  refresh_result text,
  attempt integer default 0 not null,
  refresh_began_at timestamp with time zone,
  constraint processes_pkey PRIMARY KEY (number, organization_id),
  constraint processes_refresh_result_known CHECK ((refresh_result = ANY (ARRAY['changed'::text, 'unchanged'::text, 'failed'::text]))),
  constraint processes_status_known CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
CREATE INDEX processes_asked_for ON farol.processes USING btree (number) WHERE (is_imported AND ((status = 'ACTIVE'::text) OR (hidden_at IS NOT NULL)));
CREATE INDEX processes_due ON farol.processes USING btree (organization_id, refresh_due_at) WHERE ((status = 'ACTIVE'::text) AND (refresh_due_at IS NOT NULL));
CREATE INDEX processes_in_order ON farol.processes USING btree (organization_id, number);
CREATE INDEX processes_inactive ON farol.processes USING btree (organization_id, number) WHERE (status = 'INACTIVE'::text);
alter table farol.processes enable row level security;
alter table farol.processes force row level security;
create policy processes_for_facts on farol.processes for all to farol_importer, farol_merger using (true) with check (true);
create policy processes_for_operator on farol.processes for all to farol_operator using (true) with check (true);
create policy processes_for_sequencer on farol.processes for all to farol_sequencer using (true) with check (true);
create policy processes_in_scope on farol.processes for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant delete, insert, select, update on farol.processes to farol_app;
grant insert, select, update on farol.processes to farol_importer;
grant insert, select, update on farol.processes to farol_merger;
grant delete, insert, select, update on farol.processes to farol_operator;
grant select (number, organization_id, refresh_due_at, status), update (refresh_began_at, refresh_due_at) on farol.processes to farol_sequencer;

create table farol.radars (
  organization_id bigint not null,
  id bigint generated always as identity not null,
  document_id bigint not null,
  root text collate "C" not null,
  document text collate "C" not null,
  name text not null,
  type text not null,
  plan_id bigint not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  primed_at timestamp with time zone,
  attempt integer default 0 not null,
  paused_at timestamp with time zone,
  resumed_at timestamp with time zone default farol.clock_now() not null,
  removed_at timestamp with time zone,
  refresh_due_at timestamp with time zone default farol.clock_now(),
  refreshed_at timestamp with time zone,
  refresh_result text,
  refresh_attempt integer default 0 not null,
  refresh_began_at timestamp with time zone,
  wrapped_refresh_ticket bytea,
  last_event_at timestamp with time zone,
  constraint radars_pkey PRIMARY KEY (id, organization_id),
  constraint radars_refresh_result_known CHECK ((refresh_result = ANY (ARRAY['changed'::text, 'unchanged'::text, 'failed'::text]))),
  constraint radars_type_known CHECK ((type = ANY (ARRAY['CPF'::text, 'CNPJ'::text])))
);
CREATE INDEX radars_by_root ON farol.radars USING btree (root) INCLUDE (organization_id, id, document) WHERE ((removed_at IS NULL) AND (paused_at IS NULL));
CREATE INDEX radars_due ON farol.radars USING btree (organization_id, refresh_due_at) WHERE ((removed_at IS NULL) AND (paused_at IS NULL) AND (refresh_due_at IS NOT NULL));
CREATE INDEX radars_in_order ON farol.radars USING btree (organization_id, created_at, id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX radars_once ON farol.radars USING btree (document, organization_id) WHERE (removed_at IS NULL);
alter table farol.radars enable row level security;
alter table farol.radars force row level security;
create policy radars_for_facts on farol.radars for all to farol_importer, farol_merger using (true) with check (true);
create policy radars_for_operator on farol.radars for all to farol_operator using (true) with check (true);
create policy radars_for_sender on farol.radars for select to farol_sender using (true);
create policy radars_for_sequencer on farol.radars for all to farol_sequencer using (true) with check (true);
create policy radars_in_scope on farol.radars for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant delete, insert, select, update on farol.radars to farol_app;
grant select, update (last_event_at) on farol.radars to farol_importer;
grant select, update (last_event_at) on farol.radars to farol_merger;
grant delete, insert, select, update on farol.radars to farol_operator;
grant select (document, id, organization_id, type) on farol.radars to farol_sender;
grant select (id, organization_id, paused_at, refresh_due_at, removed_at), update (refresh_began_at, refresh_due_at, wrapped_refresh_ticket) on farol.radars to farol_sequencer;

create unlogged table farol.rate_windows (
  key bytea not null,
  window_number bigint not null,
  leased bigint not null,
  ends_at timestamp with time zone not null,
  constraint rate_windows_pkey PRIMARY KEY (key, window_number)
);
CREATE INDEX rate_windows_by_end ON farol.rate_windows USING btree (ends_at);
grant delete, insert, select, update on farol.rate_windows to farol_app;

create table farol.refresh_plans (
  organization_id bigint not null,
  weekdays smallint[] default '{1,2,3,4,5}'::smallint[] not null,
  hours smallint[] default '{6,7,8}'::smallint[] not null,
  daily_budget integer default 1000 not null,
  spent integer default 0 not null,
  spent_on date,
  updated_at timestamp with time zone default farol.clock_now() not null,
  constraint refresh_plans_pkey PRIMARY KEY (organization_id),
  constraint refresh_plans_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint refresh_plans_budget_counted CHECK ((daily_budget >= 0))
);
alter table farol.refresh_plans enable row level security;
alter table farol.refresh_plans force row level security;
create policy refresh_plans_for_operator on farol.refresh_plans for all to farol_operator using (true) with check (true);
create policy refresh_plans_for_sequencer on farol.refresh_plans for all to farol_sequencer using (true) with check (true);
create policy refresh_plans_in_scope on farol.refresh_plans for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant delete, insert, select, update on farol.refresh_plans to farol_app;
grant delete, insert, select, update on farol.refresh_plans to farol_operator;
grant insert, select, update on farol.refresh_plans to farol_sequencer;

create table farol.scr_consents (
  organization_id bigint not null,
  id uuid not null,
  document_hash bytea not null,
  mode text not null,
  proof_hash bytea not null,
  wrapped_proof bytea not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint scr_consents_shown_once UNIQUE (document_hash, organization_id, mode, proof_hash),
  constraint scr_consents_pkey PRIMARY KEY (id, organization_id),
  constraint scr_consents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint scr_consents_mode_known CHECK ((mode = ANY (ARRAY['OWN_PROOF'::text, 'LINKED_ITEM'::text])))
);
CREATE INDEX scr_consents_newest ON farol.scr_consents USING btree (document_hash, organization_id, mode, created_at DESC);
alter table farol.scr_consents enable row level security;
alter table farol.scr_consents force row level security;
create policy scr_consents_for_operator on farol.scr_consents for all to farol_operator using (true) with check (true);
create policy scr_consents_in_scope on farol.scr_consents for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (revoked_at) on farol.scr_consents to farol_app;
grant select (created_at, expires_at, id, mode, organization_id, revoked_at) on farol.scr_consents to farol_operator;

create table farol.scr_enquiries (
  organization_id bigint not null,
  document_hash bytea not null,
  reference_month text not null,
  id uuid not null,
  status text default 'PROCESSING'::text not null,
  attempt integer default 0 not null,
  wrapped_document bytea not null,
  wrapped_ticket bytea,
  wrapped_indicators bytea,
  wrapped_raw bytea,
  connector text,
  fault text,
  started_at timestamp with time zone default farol.clock_now() not null,
  settled_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint scr_enquiries_id_unique UNIQUE (id, organization_id),
  constraint scr_enquiries_pkey PRIMARY KEY (document_hash, organization_id, reference_month),
  constraint scr_enquiries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint scr_enquiries_month_formed CHECK ((reference_month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint scr_enquiries_ready_holds CHECK (((status = 'READY'::text) = (wrapped_indicators IS NOT NULL))),
  constraint scr_enquiries_settled CHECK (((status = 'PROCESSING'::text) = (settled_at IS NULL))),
  constraint scr_enquiries_status_known CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'READY'::text, 'FAILED'::text])))
);
CREATE INDEX scr_enquiries_by_age ON farol.scr_enquiries USING btree (settled_at) WHERE (settled_at IS NOT NULL);
alter table farol.scr_enquiries enable row level security;
alter table farol.scr_enquiries force row level security;
create policy scr_enquiries_for_operator on farol.scr_enquiries for all to farol_operator using (true) with check (true);
create policy scr_enquiries_for_sequencer on farol.scr_enquiries for all to farol_sequencer using (true);
create policy scr_enquiries_in_scope on farol.scr_enquiries for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update (attempt, connector, fault, id, settled_at, started_at, status, told_at, wrapped_document, wrapped_indicators, wrapped_raw, wrapped_ticket) on farol.scr_enquiries to farol_app;
grant select (attempt, connector, fault, id, organization_id, reference_month, settled_at, started_at, status) on farol.scr_enquiries to farol_operator;
grant delete, select (organization_id, settled_at) on farol.scr_enquiries to farol_sequencer;

create table farol.sequence_heads (
  organization_id bigint not null,
  event_number bigint default 0 not null,
  audit_number bigint default 0 not null,
  audit_hash bytea default '\x'::bytea not null,
  constraint sequence_heads_pkey PRIMARY KEY (organization_id),
  constraint sequence_heads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id)
);
alter table farol.sequence_heads enable row level security;
alter table farol.sequence_heads force row level security;
create policy sequence_heads_for_operator on farol.sequence_heads for all to farol_operator using (true) with check (true);
create policy sequence_heads_for_sender on farol.sequence_heads for select to farol_sender using (true);
create policy sequence_heads_for_sequencer on farol.sequence_heads for all to farol_sequencer using (true) with check (true);
create policy sequence_heads_in_scope on farol.sequence_heads for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant select on farol.sequence_heads to farol_app;
grant select on farol.sequence_heads to farol_operator;
grant select on farol.sequence_heads to farol_sender;
grant insert, select, update on farol.sequence_heads to farol_sequencer;

create table farol.service_tokens (
  organization_id bigint not null,
  id bigint generated by default as identity not null,
  name text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  created_by bigint,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint service_tokens_hash_unique UNIQUE (token_hash),
  constraint service_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint service_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES farol.users(id),
  constraint service_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint service_tokens_name_filled CHECK ((name <> ''::text)),
  constraint service_tokens_role_known CHECK ((role = ANY (ARRAY['viewer'::text, 'analyst'::text, 'admin'::text])))
);
alter table farol.service_tokens enable row level security;
alter table farol.service_tokens force row level security;
create policy service_tokens_for_lookup on farol.service_tokens for select to farol_lookup using (true);
create policy service_tokens_for_operator on farol.service_tokens for all to farol_operator using (true) with check (true);
create policy service_tokens_in_scope on farol.service_tokens for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER service_tokens_tell AFTER UPDATE ON farol.service_tokens FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('token', 'id');
grant insert, select, update (revoked_at) on farol.service_tokens to farol_app;
grant select on farol.service_tokens to farol_lookup;
grant insert, select, update (revoked_at) on farol.service_tokens to farol_operator;

create table farol.sessions (
  id uuid not null,
  user_id bigint not null,
  refresh_hash bytea not null,
  generation integer default 1 not null,
  issued_at timestamp with time zone not null,
  token_expires_at timestamp with time zone not null,
  signing_key_id text not null,
  stepped_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES farol.users(id)
);
CREATE INDEX sessions_by_end ON farol.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON farol.sessions USING btree (user_id, created_at DESC);
CREATE TRIGGER sessions_tell AFTER UPDATE OF revoked_at ON farol.sessions FOR EACH ROW WHEN ((new.revoked_at IS DISTINCT FROM old.revoked_at)) EXECUTE FUNCTION farol.notify_authority('session', 'id');
grant delete, insert, select, update (generation, issued_at, last_used_at, revoked_at, revoked_reason, signing_key_id, stepped_at, token_expires_at) on farol.sessions to farol_app;
grant select on farol.sessions to farol_lookup;
grant select, update (revoked_at, revoked_reason) on farol.sessions to farol_operator;

create table farol.signing_keys (
  id text not null,
  public_key bytea not null,
  wrapped_private_key bytea not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (id)
);
CREATE TRIGGER signing_keys_tell AFTER INSERT OR DELETE OR UPDATE ON farol.signing_keys FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('keys', 'none');
grant select on farol.signing_keys to farol_app;
grant insert, select, update (retired_at) on farol.signing_keys to farol_operator;

create unlogged table farol.source_states (
  source text not null,
  breaker text not null,
  last_success_at timestamp with time zone,
  told_at timestamp with time zone not null,
  constraint source_states_pkey PRIMARY KEY (source),
  constraint source_states_breaker CHECK ((breaker = ANY (ARRAY['closed'::text, 'half-open'::text, 'open'::text])))
);
grant insert, select, update on farol.source_states to farol_app;
grant select on farol.source_states to farol_operator;
grant select on farol.source_states to farol_overseer;

create table farol.subscriptions (
  organization_id bigint not null,
  plan_id bigint not null,
  granted bigint not null,
  consumed bigint default 0 not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  ended_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (organization_id, plan_id),
  constraint subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES farol.plans(id),
  constraint subscriptions_granted_counts CHECK ((granted >= 0)),
  constraint subscriptions_never_overdrawn CHECK (((consumed >= 0) AND (consumed <= granted)))
);
alter table farol.subscriptions enable row level security;
alter table farol.subscriptions force row level security;
create policy subscriptions_for_lookup on farol.subscriptions for select to farol_lookup using (true);
create policy subscriptions_for_operator on farol.subscriptions for all to farol_operator using (true) with check (true);
create policy subscriptions_for_overseer on farol.subscriptions for select to farol_overseer using (true);
create policy subscriptions_in_scope on farol.subscriptions for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
CREATE TRIGGER subscriptions_stay BEFORE DELETE OR TRUNCATE ON farol.subscriptions FOR EACH STATEMENT EXECUTE FUNCTION farol.refuse_removal();
CREATE TRIGGER subscriptions_tell AFTER INSERT OR UPDATE OF ended_at ON farol.subscriptions FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('organization', 'organization_id');
grant select, update (consumed, updated_at) on farol.subscriptions to farol_app;
grant select on farol.subscriptions to farol_lookup;
grant insert, select, update on farol.subscriptions to farol_operator;
grant select on farol.subscriptions to farol_overseer;

create table farol.told_answers (
  answer_hash bytea not null,
  told_at timestamp with time zone default farol.clock_now() not null,
  constraint told_answers_pkey PRIMARY KEY (answer_hash)
);
grant delete, select on farol.told_answers to farol_app;
grant delete, insert, select on farol.told_answers to farol_lookup;

create table farol.users (
  id bigint generated by default as identity not null,
  email text not null,
  username text not null,
  password_hash text not null,
  is_operator boolean default false not null,
  is_demo boolean default false not null,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  constraint users_email_unique UNIQUE (email),
  constraint users_username_unique UNIQUE (username),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE TRIGGER users_tell AFTER UPDATE ON farol.users FOR EACH ROW EXECUTE FUNCTION farol.notify_authority('user', 'id');
grant select, update (password_hash, updated_at) on farol.users to farol_app;
grant select on farol.users to farol_lookup;
grant insert, select, update on farol.users to farol_operator;
grant select (id, username) on farol.users to farol_overseer;

create table farol.webhook_cursors (
  organization_id bigint not null,
  event_number bigint not null,
  constraint webhook_cursors_pkey PRIMARY KEY (organization_id),
  constraint webhook_cursors_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id)
);
alter table farol.webhook_cursors enable row level security;
alter table farol.webhook_cursors force row level security;
create policy webhook_cursors_for_operator on farol.webhook_cursors for all to farol_operator using (true) with check (true);
create policy webhook_cursors_for_sender on farol.webhook_cursors for all to farol_sender using (true) with check (true);
create policy webhook_cursors_in_scope on farol.webhook_cursors for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update on farol.webhook_cursors to farol_app;
grant select on farol.webhook_cursors to farol_operator;
grant select, update (event_number) on farol.webhook_cursors to farol_sender;

create table farol.webhook_deliveries (
  organization_id bigint not null,
  id bigint generated always as identity not null,
  endpoint_id bigint not null,
  event_number bigint,
  event_type text not null,
  event_at timestamp with time zone default farol.clock_now() not null,
  status text default 'PENDING'::text not null,
  due_at timestamp with time zone default farol.clock_now() not null,
  attempt integer default 0 not null,
  tries integer default 0 not null,
  history jsonb default '[]'::jsonb not null,
  queued_at timestamp with time zone default farol.clock_now() not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id, organization_id),
  constraint webhook_deliveries_endpoint_id_organization_id_fkey FOREIGN KEY (endpoint_id, organization_id) REFERENCES farol.webhook_endpoints(id, organization_id),
  constraint webhook_deliveries_status_known CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'EXHAUSTED'::text])))
);
CREATE INDEX webhook_deliveries_by_age ON farol.webhook_deliveries USING btree (queued_at);
CREATE INDEX webhook_deliveries_by_event_time ON farol.webhook_deliveries USING btree (endpoint_id, event_at);
CREATE INDEX webhook_deliveries_due ON farol.webhook_deliveries USING btree (endpoint_id, due_at) WHERE (status = 'PENDING'::text);
CREATE INDEX webhook_deliveries_in_order ON farol.webhook_deliveries USING btree (endpoint_id, id);
CREATE UNIQUE INDEX webhook_deliveries_once ON farol.webhook_deliveries USING btree (endpoint_id, event_number, organization_id) WHERE (event_number IS NOT NULL);
alter table farol.webhook_deliveries enable row level security;
alter table farol.webhook_deliveries force row level security;
create policy webhook_deliveries_for_operator on farol.webhook_deliveries for all to farol_operator using (true) with check (true);
create policy webhook_deliveries_for_sender on farol.webhook_deliveries for all to farol_sender using (true) with check (true);
create policy webhook_deliveries_in_scope on farol.webhook_deliveries for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update on farol.webhook_deliveries to farol_app;
grant select on farol.webhook_deliveries to farol_operator;
grant delete, insert, select, update (attempt, due_at, history, status, tries) on farol.webhook_deliveries to farol_sender;

create table farol.webhook_endpoints (
  organization_id bigint not null,
  id bigint generated always as identity not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  include_documents boolean not null,
  status text default 'ENABLED'::text not null,
  disabled_reason text,
  disabled_at timestamp with time zone,
  wrapped_secret bytea not null,
  wrapped_previous_secret bytea,
  previous_secret_ends_at timestamp with time zone,
  after_number bigint not null,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  created_at timestamp with time zone default farol.clock_now() not null,
  updated_at timestamp with time zone default farol.clock_now() not null,
  removed_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id, organization_id),
  constraint webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES farol.organizations(id),
  constraint webhook_endpoints_reason_known CHECK ((disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text]))),
  constraint webhook_endpoints_reason_when_disabled CHECK (((status = 'DISABLED'::text) = (disabled_reason IS NOT NULL))),
  constraint webhook_endpoints_status_known CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text])))
);
CREATE INDEX webhook_endpoints_of_organization ON farol.webhook_endpoints USING btree (organization_id, id) WHERE (removed_at IS NULL);
alter table farol.webhook_endpoints enable row level security;
alter table farol.webhook_endpoints force row level security;
create policy webhook_endpoints_for_operator on farol.webhook_endpoints for all to farol_operator using (true) with check (true);
create policy webhook_endpoints_for_sender on farol.webhook_endpoints for all to farol_sender using (true) with check (true);
create policy webhook_endpoints_in_scope on farol.webhook_endpoints for all to farol_app using ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[]))) with check ((organization_id = ANY (( SELECT farol.scope() AS scope)::bigint[])));
grant insert, select, update on farol.webhook_endpoints to farol_app;
grant select (after_number, created_at, description, disabled_at, disabled_reason, event_types, failed_at, failing_since, id, include_documents, organization_id, removed_at, status, updated_at, url) on farol.webhook_endpoints to farol_operator;
grant delete, select, update (disabled_at, disabled_reason, failed_at, failing_since, status, updated_at) on farol.webhook_endpoints to farol_sender;

create table registry.case_parties (
  root text collate "C" not null,
  number text collate "C" not null,
  document text collate "C" not null,
  is_countable boolean not null,
  name_key text,
  side text not null,
  is_debtor_side boolean not null,
  class_code integer,
  natures smallint not null,
  traits integer not null,
  is_active boolean not null,
  outcome smallint not null,
  value numeric(17,2),
  filed_on date,
  moved_on date,
  severe_on date,
  frustrated_on date,
  facts_version smallint not null,
  fetched_at timestamp with time zone not null,
  constraint case_parties_pkey PRIMARY KEY (root, number, document) INCLUDE (is_countable),
  constraint case_parties_side_check CHECK ((side = ANY (ARRAY['ACTIVE'::text, 'PASSIVE'::text, 'THIRD'::text, 'UNKNOWN'::text])))
);
grant select on registry.case_parties to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.case_parties to farol_importer;
grant select on registry.case_parties to farol_lookup;
grant delete, insert, select, update on registry.case_parties to farol_merger;
grant select on registry.case_parties to farol_operator;

create table registry.case_records (
  number text collate "C" not null,
  source text not null,
  degree text not null,
  record_key text not null,
  class_code integer,
  class_name text,
  unit_code text,
  unit_name text,
  filed_at timestamp with time zone,
  value numeric(17,2),
  secrecy smallint,
  court_state text,
  subject_codes integer[] default '{}'::integer[] not null,
  movement_codes integer[] default '{}'::integer[] not null,
  movement_times timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  movement_names text[],
  parties jsonb default '[]'::jsonb not null,
  rest jsonb,
  updated_at timestamp with time zone,
  fetched_at timestamp with time zone not null,
  import_id bigint,
  constraint case_records_pkey PRIMARY KEY (number, source, degree, record_key),
  constraint case_records_court_state_check CHECK ((court_state = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'CLOSED'::text]))),
  constraint case_records_number_check CHECK ((number ~ '^[0-9]{20}$'::text))
);
grant select on registry.case_records to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.case_records to farol_importer;
grant select on registry.case_records to farol_lookup;
grant delete, insert, select, update on registry.case_records to farol_merger;
grant select on registry.case_records to farol_operator;

create table registry.companies (
  root text collate "C" not null,
  name text not null,
  legal_nature text,
  responsible_qualification text,
  capital numeric(17,2),
  size text,
  federative_entity text,
  constraint companies_pkey PRIMARY KEY (root)
);
grant select on registry.companies to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.companies to farol_importer;
grant select on registry.companies to farol_lookup;
grant select on registry.companies to farol_operator;

create table registry.company_codes (
  kind text not null,
  code text not null,
  name text not null,
  constraint company_codes_pkey PRIMARY KEY (kind, code),
  constraint company_codes_kind_check CHECK ((kind = ANY (ARRAY['activity'::text, 'reason'::text, 'city'::text, 'legal-nature'::text, 'country'::text, 'qualification'::text])))
);
grant select on registry.company_codes to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.company_codes to farol_importer;
grant select on registry.company_codes to farol_lookup;
grant select on registry.company_codes to farol_operator;

create table registry.debts (
  root text collate "C" not null,
  document text collate "C" not null,
  name_key text,
  name text,
  register text not null,
  inscription text not null,
  debtor_kind text,
  state text,
  unit text,
  situation_kind text,
  situation text,
  credit text,
  entity text,
  registered_on date,
  is_filed_in_court boolean,
  value numeric(17,2),
  constraint debts_register_check CHECK ((register = ANY (ARRAY['general'::text, 'social-security'::text, 'severance-fund'::text])))
);
CREATE INDEX debts_by_root ON registry.debts USING btree (root, register, inscription);
grant select on registry.debts to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.debts to farol_importer;
grant select on registry.debts to farol_lookup;
grant select on registry.debts to farol_operator;

create table registry.establishments (
  document text collate "C" not null,
  is_head boolean not null,
  trade_name text,
  situation text not null,
  situation_on date,
  situation_reason text,
  foreign_city text,
  country text,
  started_on date,
  main_activity text,
  other_activities text,
  street_kind text,
  street text,
  street_number text,
  complement text,
  district text,
  postal_code text,
  state text,
  city text,
  phone_1 text,
  phone_2 text,
  fax text,
  email text,
  special_situation text,
  special_on date,
  constraint establishments_pkey PRIMARY KEY (document)
);
grant select on registry.establishments to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.establishments to farol_importer;
grant select on registry.establishments to farol_lookup;
grant select on registry.establishments to farol_operator;

create table registry.imports (
  id bigint generated always as identity not null,
  source text not null,
  state text not null,
  files jsonb default '[]'::jsonb not null,
  started_at timestamp with time zone default farol.clock_now() not null,
  ended_at timestamp with time zone,
  edition text,
  rows_read bigint default 0 not null,
  rows_set_aside bigint default 0 not null,
  warnings jsonb default '{}'::jsonb not null,
  changed jsonb default '{}'::jsonb not null,
  checksum text,
  reason text,
  times_resumed integer default 0 not null,
  run_by text,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX imports_by_source ON registry.imports USING btree (source, id);
grant select on registry.imports to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.imports to farol_importer;
grant select on registry.imports to farol_lookup;
grant select on registry.imports to farol_operator;
grant select on registry.imports to farol_overseer;

create table registry.partners (
  root text collate "C" not null,
  kind text not null,
  name text,
  name_key text,
  document text collate "C",
  document_root text collate "C",
  qualification text,
  since date,
  country text,
  representative_document text collate "C",
  representative_name text,
  representative_qualification text,
  age_band text
);
CREATE INDEX partners_by_document ON registry.partners USING btree (document_root, name_key);
CREATE INDEX partners_by_root ON registry.partners USING btree (root);
grant select on registry.partners to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.partners to farol_importer;
grant select on registry.partners to farol_lookup;
grant select on registry.partners to farol_operator;

create table registry.protest_reports (
  root text collate "C" not null,
  document text collate "C" not null,
  source text not null,
  coverage text[] not null,
  count integer not null,
  total numeric(17,2),
  is_whole boolean not null,
  fetched_at timestamp with time zone not null,
  constraint protest_reports_pkey PRIMARY KEY (root, document, source)
);
grant select on registry.protest_reports to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.protest_reports to farol_importer;
grant select on registry.protest_reports to farol_lookup;
grant delete, insert, select, update on registry.protest_reports to farol_merger;
grant select on registry.protest_reports to farol_operator;

create table registry.protests (
  root text collate "C" not null,
  source text not null,
  protest_key text not null,
  document text collate "C" not null,
  office text,
  city text,
  state text,
  protested_on date,
  due_on date,
  value numeric(17,2),
  kind text,
  presenter text,
  creditor text,
  is_live boolean not null,
  rest jsonb,
  updated_at timestamp with time zone,
  fetched_at timestamp with time zone not null,
  import_id bigint,
  constraint protests_pkey PRIMARY KEY (root, source, protest_key)
);
grant select on registry.protests to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.protests to farol_importer;
grant select on registry.protests to farol_lookup;
grant delete, insert, select, update on registry.protests to farol_merger;
grant select on registry.protests to farol_operator;

create table registry.quarantine (
  import_id bigint not null,
  file text not null,
  line bigint not null,
  reason text not null,
  original text not null,
  constraint quarantine_pkey PRIMARY KEY (import_id, file, line, reason),
  constraint quarantine_import_id_fkey FOREIGN KEY (import_id) REFERENCES registry.imports(id) ON DELETE CASCADE
);
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.quarantine to farol_importer;
grant select on registry.quarantine to farol_operator;
grant select (file, import_id, line, reason) on registry.quarantine to farol_overseer;

create table registry.simples_options (
  root text collate "C" not null,
  is_simples boolean,
  simples_from date,
  simples_until date,
  is_mei boolean,
  mei_from date,
  mei_until date,
  constraint simples_options_pkey PRIMARY KEY (root)
);
grant select on registry.simples_options to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.simples_options to farol_importer;
grant select on registry.simples_options to farol_lookup;
grant select on registry.simples_options to farol_operator;

create table registry.tpu_items (
  kind text not null,
  code integer not null,
  parent integer,
  name text not null,
  is_active boolean not null,
  constraint tpu_items_pkey PRIMARY KEY (kind, code),
  constraint tpu_items_kind_check CHECK ((kind = ANY (ARRAY['class'::text, 'subject'::text, 'movement'::text])))
);
grant select on registry.tpu_items to farol_app;
grant delete, insert, maintain, references, select, trigger, truncate, update on registry.tpu_items to farol_importer;
grant select on registry.tpu_items to farol_lookup;
grant select on registry.tpu_items to farol_operator;
