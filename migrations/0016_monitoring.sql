-- breaking: no
-- Monitoring. Facts look for radars, radars never scan facts: an import or a connector joins what it changed with
-- radars_by_root, and writes processes and events in its own transaction, under its own role. Documents stand in clear
-- here as they do in the registry, because that join is by them (docs/adr/0020).
-- No foreign keys from radars and processes to organizations: see docs/adr/0013.
create table farol.radars (
  organization_id bigint not null,
  id bigint generated always as identity,
  -- Its row in consumed_documents, shared with analyses.
  document_id bigint not null,
  -- What facts are found by: the CPF, or the first 8 characters of the CNPJ.
  root text collate "C" not null,
  document text collate "C" not null,
  name text not null,
  type text not null constraint radars_type_known check (type in ('CPF', 'CNPJ')),
  plan_id bigint not null,
  created_at timestamptz not null default farol.clock_now(),
  -- When the cases known were matched; null while that is still to come.
  primed_at timestamptz,
  -- How often priming was taken up; what a worker writes names the count it was given.
  attempt integer not null default 0,
  paused_at timestamptz,
  -- When it was added or last resumed; a week later it may be paused.
  resumed_at timestamptz not null default farol.clock_now(),
  removed_at timestamptz,
  -- Of a live source: from when on its facts are to be fetched again, and what came of it last.
  refresh_due_at timestamptz default farol.clock_now(),
  refreshed_at timestamptz,
  refresh_result text constraint radars_refresh_result_known check (refresh_result in ('changed', 'unchanged', 'failed')),
  -- Apart from attempt, which is priming's; when the refresh that goes on was first taken up, and what the source gave to
  -- come back with, encrypted for this row.
  refresh_attempt integer not null default 0,
  refresh_began_at timestamptz,
  wrapped_refresh_ticket bytea,
  last_event_at timestamptz,
  -- What tells rows apart comes first in these keys: see docs/adr/0016.
  primary key (id, organization_id)
) with (fillfactor = 80);
create unique index radars_once on farol.radars (document, organization_id) where removed_at is null;
create index radars_by_root on farol.radars (root) include (organization_id, id, document)
  where removed_at is null and paused_at is null;
create index radars_in_order on farol.radars (organization_id, created_at, id) where removed_at is null;
create index radars_due on farol.radars (organization_id, refresh_due_at)
  where removed_at is null and paused_at is null and refresh_due_at is not null;

-- A case that a radar of the organization matched, or that it asked to watch by its number.
create table farol.processes (
  organization_id bigint not null,
  number text collate "C" not null,
  status text not null constraint processes_status_known check (status in ('ACTIVE', 'INACTIVE')),
  radar_ids bigint[] not null default '{}',
  -- Asked for by its number (importProcess), so it stays when its radars go.
  is_imported boolean not null default false,
  matched_at timestamptz not null default farol.clock_now(),
  inactivated_at timestamptz,
  -- Of one that turned inactive because nothing may be told of its case any more; it comes back when that may be again.
  -- Whoever inactivates it by hand makes this null.
  hidden_at timestamptz,
  -- As radars: of numbers that are refreshed by themselves.
  refresh_due_at timestamptz,
  refreshed_at timestamptz,
  refresh_result text
    constraint processes_refresh_result_known check (refresh_result in ('changed', 'unchanged', 'failed')),
  attempt integer not null default 0,
  refresh_began_at timestamptz,
  primary key (number, organization_id)
) with (fillfactor = 80);
create index processes_in_order on farol.processes (organization_id, number);
create index processes_asked_for on farol.processes (number)
  where is_imported and (status = 'ACTIVE' or hidden_at is not null);
create index processes_inactive on farol.processes (organization_id, number) where status = 'INACTIVE';
create index processes_due on farol.processes (organization_id, refresh_due_at)
  where status = 'ACTIVE' and refresh_due_at is not null;

-- What somebody has looked at and wants to hear no more of; remembered as long as the organization is there.
create table farol.dismissed_findings (
  organization_id bigint not null references farol.organizations (id),
  -- Names the fact and no person: `case:NUMBER`, `debt:REGISTER:INSCRIPTION`, `protest:…`, `partner:…`, `registry:…`.
  finding text not null,
  dismissed_at timestamptz not null default farol.clock_now(),
  dismissed_by text not null,
  primary key (finding, organization_id)
);
create index dismissed_findings_in_order on farol.dismissed_findings (organization_id, finding);

-- While it is paused, a monitored document cannot be paused again, whatever pausable_at says.
alter table farol.consumption_records add column paused_at timestamptz;
grant update (paused_at) on farol.consumption_records to farol_app;

-- When an organization's radars are refreshed from live sources.
create table farol.refresh_plans (
  organization_id bigint primary key references farol.organizations (id),
  -- 1 is Monday, as ISO counts; hours of America/Sao_Paulo.
  weekdays smallint[] not null default '{1,2,3,4,5}',
  hours smallint[] not null default '{6,7,8}',
  daily_budget integer not null default 1000 constraint refresh_plans_budget_counted check (daily_budget >= 0),
  -- How many were asked for in the run of the day that is named.
  spent integer not null default 0,
  spent_on date,
  updated_at timestamptz not null default farol.clock_now()
);

-- Jobs that wait for an answer which a source tells of by itself. They are found by a keyed hash of what the source calls
-- the answer, and made due when it is told; what is told before anybody waits is remembered, as sources can be quicker
-- than our commit.
create table farol.awaited_answers (
  organization_id bigint not null,
  answer_hash bytea not null,
  job text not null,
  job_id uuid not null,
  created_at timestamptz not null default farol.clock_now(),
  primary key (answer_hash, job_id, organization_id)
);
create table farol.told_answers (
  answer_hash bytea primary key,
  told_at timestamptz not null default farol.clock_now()
);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['radars', 'processes', 'dismissed_findings', 'refresh_plans', 'awaited_answers'] loop
    execute format('alter table farol.%I enable row level security', guarded);
    execute format('alter table farol.%I force row level security', guarded);
    execute format('create policy %I on farol.%I to farol_app
      using (organization_id = any ((select farol.scope())::bigint[]))
      with check (organization_id = any ((select farol.scope())::bigint[]))', guarded || '_in_scope', guarded);
    execute format('create policy %I on farol.%I to farol_operator using (true) with check (true)',
      guarded || '_for_operator', guarded);
    execute format('grant select, insert, update, delete on farol.%I to farol_app, farol_operator', guarded);
  end loop;
end
$$;

-- Ids are drawn before the rows are made: what is charged names the radar.
grant usage on sequence farol.radars_id_seq to farol_app;

-- Those who bring facts tell every organization that watches them; of the tenants they see nothing else.
create policy radars_for_facts on farol.radars to farol_importer, farol_merger using (true) with check (true);
create policy processes_for_facts on farol.processes to farol_importer, farol_merger using (true) with check (true);
create policy dismissed_findings_for_facts on farol.dismissed_findings for select to farol_importer, farol_merger
  using (true);
create policy events_from_facts on farol.events for insert to farol_importer, farol_merger with check (true);
grant select, update (last_event_at) on farol.radars to farol_importer, farol_merger;
grant select, insert, update on farol.processes to farol_importer, farol_merger;
grant select on farol.dismissed_findings to farol_importer, farol_merger;
grant insert on farol.events to farol_importer, farol_merger;

-- What is due for a refresh is found and enqueued over all organizations, by a role that sees when and not whom.
create policy radars_for_sequencer on farol.radars to farol_sequencer using (true) with check (true);
create policy processes_for_sequencer on farol.processes to farol_sequencer using (true) with check (true);
create policy refresh_plans_for_sequencer on farol.refresh_plans to farol_sequencer using (true) with check (true);
grant select (organization_id, id, refresh_due_at, removed_at, paused_at) on farol.radars to farol_sequencer;
grant update (refresh_due_at, refresh_began_at, wrapped_refresh_ticket) on farol.radars to farol_sequencer;
grant select (organization_id, number, refresh_due_at, status) on farol.processes to farol_sequencer;
grant update (refresh_due_at, refresh_began_at) on farol.processes to farol_sequencer;
grant select, insert, update on farol.refresh_plans to farol_sequencer;
do $$
declare
  guarded text;
begin
  foreach guarded in array array['job', 'job_common'] loop
    execute format('create policy %I on pgboss.%I for select to farol_sequencer using (true)',
      guarded || '_for_sequencer', guarded);
    execute format('create policy %I on pgboss.%I for insert to farol_sequencer with check (true)',
      guarded || '_from_sequencer', guarded);
  end loop;
end
$$;
grant usage on schema pgboss to farol_sequencer;
grant select (id, start_after), insert on pgboss.job, pgboss.job_common to farol_sequencer;
grant select on pgboss.queue to farol_sequencer;

-- Who is told of an answer does not know whose job waits for it.
create policy awaited_answers_for_lookup on farol.awaited_answers to farol_lookup using (true) with check (true);
create policy job_common_for_lookup on pgboss.job_common to farol_lookup using (true) with check (true);
grant select, delete on farol.awaited_answers to farol_lookup;
grant select, insert, delete on farol.told_answers to farol_lookup;
grant select, delete on farol.told_answers to farol_app;
grant usage on schema pgboss to farol_lookup;
grant select, update (start_after) on pgboss.job_common to farol_lookup;

-- The same lock is taken by whoever begins to wait: one of the two sees the other.
create function farol.tell_answer(answer_hash bytea) returns setof text
  language plpgsql security definer set search_path = farol, pg_temp
  as $$
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
  $$;

-- A search at a source ends within hours; what is older wakes nobody any more.
create function farol.forget_answers() returns integer
  language sql security definer set search_path = farol, pg_temp
  as $$
    with awaited as (
      delete from farol.awaited_answers a where a.created_at < farol.clock_now() - interval '1 day' returning 1
    ), told as (
      delete from farol.told_answers t where t.told_at < farol.clock_now() - interval '1 hour' returning 1
    )
    select ((select count(*) from awaited) + (select count(*) from told))::integer
  $$;

revoke execute on function farol.tell_answer, farol.forget_answers from public;
grant execute on function farol.tell_answer, farol.forget_answers to farol_app;
grant create on schema farol to farol_lookup;
alter function farol.tell_answer owner to farol_lookup;
alter function farol.forget_answers owner to farol_lookup;
revoke create on schema farol from farol_lookup;
