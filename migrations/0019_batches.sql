-- breaking: no
-- Many documents at once. A batch holds its documents encrypted and in the order of their lines; each is charged when the
-- batch is taken, under the id of the analysis that it becomes when its turn comes. No foreign keys: see docs/adr/0013.

create table farol.batches (
  organization_id bigint not null,
  id bigint generated always as identity,
  -- Who sent it, as the audit names callers.
  actor text not null,
  status text not null default 'INITIAL',
  -- Lines that were sent, and those of them that hold no document to analyse.
  total integer not null,
  refused integer not null,
  -- {folder, filename, bytes, sha256, rows} of the combined spreadsheet.
  report jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  cancelled_at timestamptz,
  ended_at timestamptz,
  primary key (id, organization_id),
  constraint batches_status_known check (status in ('INITIAL', 'PROCESSING', 'DONE', 'CANCELLED', 'ERROR')),
  constraint batches_counted check (total > refused and refused >= 0),
  constraint batches_done_when_ended check (status <> 'DONE' or ended_at is not null)
) with (fillfactor = 60);
create index batches_newest on farol.batches (organization_id, id desc);

create table farol.batch_documents (
  organization_id bigint not null,
  batch_id bigint not null,
  line integer not null,
  -- Drawn ahead: what is charged names the analysis before it is made.
  analysis_id bigint not null,
  plan_id bigint not null,
  -- Whether its turn has come; from then on the analysis tells how it fares.
  state text not null default 'WAITING'
    constraint batch_documents_state_known check (state in ('WAITING', 'TAKEN', 'CANCELLED')),
  -- Encrypted for this row.
  wrapped_document bytea not null,
  primary key (organization_id, batch_id, line)
) with (fillfactor = 80);
create index batch_documents_waiting on farol.batch_documents (organization_id, batch_id, line) where state = 'WAITING';

do $$
declare
  guarded text;
begin
  foreach guarded in array array['batches', 'batch_documents'] loop
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

grant select, insert, update (status, report, started_at, cancelled_at, ended_at) on farol.batches to farol_app;
grant select, insert, update (state) on farol.batch_documents to farol_app;
-- States and times only: the operator has no use for whom an organization asked about.
grant select (organization_id, id, status, total, refused, created_at, started_at, cancelled_at, ended_at)
  on farol.batches to farol_operator;
grant select (organization_id, batch_id, line, analysis_id, plan_id, state) on farol.batch_documents to farol_operator;
-- Whoever sweeps files that nobody names looks across organizations, for what is named and for nothing else.
create policy batches_for_sequencer on farol.batches for select to farol_sequencer using (true);
grant select (organization_id, id, report) on farol.batches to farol_sequencer;
