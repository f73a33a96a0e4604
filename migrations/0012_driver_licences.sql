-- breaking: no
-- Look-ups of driver licences. No foreign key to the organization: see docs/adr/0013.

create table farol.licence_requests (
  organization_id bigint not null,
  id uuid not null,
  -- Keyed, so that requests are found by CPF and nobody reads one.
  document_hash bytea not null,
  -- The CPF, and behind it the licence once there is one; encrypted for this row.
  wrapped_record bytea not null,
  -- What the source gave to come back with, while it takes its time; encrypted for this row.
  wrapped_ticket bytea,
  status text not null default 'PENDING',
  -- How often a worker took it up; what a worker writes names the count it was given.
  attempt integer not null default 0,
  -- Why it ended as ERROR, in a word of ours for the operator.
  fault text,
  created_at timestamptz not null default farol.clock_now(),
  updated_at timestamptz not null default farol.clock_now(),
  -- The id first, as what tells rows apart: an index that begins with the organization fits every look-up a little, and a
  -- plan made while the table was small would read all of a large tenant through it.
  primary key (id, organization_id),
  constraint licence_requests_status_known
    check (status in ('PENDING', 'PROCESSING', 'DONE', 'NOT_FOUND', 'ERROR')),
  constraint licence_requests_fault_on_error check (fault is null or status = 'ERROR')
) with (fillfactor = 70);
create index licence_requests_latest on farol.licence_requests (document_hash, organization_id, created_at desc, id desc);

-- What the source itself answered, for audit: the service puts it in and never reads it.
create table farol.licence_answers (
  organization_id bigint not null,
  request_id uuid not null,
  source text not null,
  fetched_at timestamptz not null,
  freshness text not null,
  cost_cents bigint not null,
  -- The source's own bytes, encrypted for this row.
  wrapped_answer bytea not null,
  primary key (request_id, organization_id)
);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['licence_requests', 'licence_answers'] loop
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

grant select, insert, update (wrapped_record, wrapped_ticket, status, attempt, fault, updated_at) on farol.licence_requests
  to farol_app;
grant insert on farol.licence_answers to farol_app;
-- States and times, and the sealed answers, which open only with the key file.
grant select (organization_id, id, status, attempt, fault, created_at, updated_at) on farol.licence_requests
  to farol_operator;
grant select on farol.licence_answers to farol_operator;
