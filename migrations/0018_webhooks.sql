-- breaking: no
-- Webhooks: where an organization wants its events sent, and what became of sending each of them. When something is due is a
-- column of ours on the one clock, so that days can pass in a test (docs/adr/0021).
create table farol.webhook_endpoints (
  organization_id bigint not null references farol.organizations (id),
  id bigint generated always as identity,
  url text not null,
  description text not null,
  -- Empty: all.
  event_types text[] not null,
  include_documents boolean not null,
  status text not null default 'ENABLED' constraint webhook_endpoints_status_known check (status in ('ENABLED', 'DISABLED')),
  -- REQUESTED by an admin, GONE by the receiver's 410, FAILING for days.
  disabled_reason text
    constraint webhook_endpoints_reason_known check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  disabled_at timestamptz,
  -- The keys that sign, encrypted for this row. The previous one signs beside the present one until its end.
  wrapped_secret bytea not null,
  wrapped_previous_secret bytea,
  previous_secret_ends_at timestamptz,
  -- Events up to this one were there before it.
  after_number bigint not null,
  -- Since when nothing but failure was seen, and when that was seen last.
  failing_since timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null default farol.clock_now(),
  updated_at timestamptz not null default farol.clock_now(),
  removed_at timestamptz,
  -- What tells rows apart comes first in these keys: see docs/adr/0016.
  primary key (id, organization_id),
  constraint webhook_endpoints_reason_when_disabled check ((status = 'DISABLED') = (disabled_reason is not null))
) with (fillfactor = 70);
create index webhook_endpoints_of_organization on farol.webhook_endpoints (organization_id, id) where removed_at is null;

-- How far the events of an organization have been handed out to its endpoints. Moves in the transaction that writes the
-- deliveries, so each is handed out exactly once.
create table farol.webhook_cursors (
  organization_id bigint primary key references farol.organizations (id),
  event_number bigint not null
);

create table farol.webhook_deliveries (
  organization_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  -- Null for a test, which is no event of the organization.
  event_number bigint,
  event_type text not null,
  event_at timestamptz not null default farol.clock_now(),
  status text not null default 'PENDING'
    constraint webhook_deliveries_status_known check (status in ('PENDING', 'DELIVERED', 'EXHAUSTED')),
  -- When it is tried next. Whoever takes it up moves this on by the length of the lease, so one that dies is followed.
  due_at timestamptz not null default farol.clock_now(),
  -- How often it was taken up; what a sender writes names the count it was given.
  attempt integer not null default 0,
  -- How often it was tried to the end since it was queued.
  tries integer not null default 0,
  -- The latest tries, oldest first: when, to which address, the status or the fault, how long. Nothing of the answer's body.
  history jsonb not null default '[]',
  queued_at timestamptz not null default farol.clock_now(),
  primary key (id, organization_id),
  foreign key (endpoint_id, organization_id) references farol.webhook_endpoints (id, organization_id)
) with (fillfactor = 70);
create unique index webhook_deliveries_once on farol.webhook_deliveries (endpoint_id, event_number, organization_id)
  where event_number is not null;
create index webhook_deliveries_due on farol.webhook_deliveries (endpoint_id, due_at) where status = 'PENDING';
create index webhook_deliveries_in_order on farol.webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_by_event_time on farol.webhook_deliveries (endpoint_id, event_at);
create index webhook_deliveries_by_age on farol.webhook_deliveries (queued_at);

do $$
declare
  guarded text;
begin
  foreach guarded in array array['webhook_endpoints', 'webhook_cursors', 'webhook_deliveries'] loop
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

grant select, insert, update on farol.webhook_endpoints, farol.webhook_cursors, farol.webhook_deliveries to farol_app;
-- States and times; the sealed keys are nobody's but the sender's.
grant select (organization_id, id, url, description, event_types, include_documents, status, disabled_reason, disabled_at,
  after_number, failing_since, failed_at, created_at, updated_at, removed_at) on farol.webhook_endpoints to farol_operator;
grant select on farol.webhook_cursors, farol.webhook_deliveries to farol_operator;

-- The sender looks across organizations, so it has a role of its own. Roles belong to the whole cluster, so another database
-- of it may have made it, even at this very moment.
do $$
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'farol_sender') then
      create role farol_sender nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if not pg_has_role(current_user, 'farol_sender', 'set') then
    grant farol_sender to current_user with inherit false, set true;
  end if;
end
$$;

grant usage on schema farol to farol_sender;
create policy webhook_endpoints_for_sender on farol.webhook_endpoints to farol_sender using (true) with check (true);
create policy webhook_cursors_for_sender on farol.webhook_cursors to farol_sender using (true) with check (true);
create policy webhook_deliveries_for_sender on farol.webhook_deliveries to farol_sender using (true) with check (true);
create policy events_for_sender on farol.events to farol_sender using (true) with check (true);
create policy sequence_heads_for_sender on farol.sequence_heads for select to farol_sender using (true);
create policy audit_records_from_sender on farol.audit_records for insert to farol_sender with check (true);
create policy radars_for_sender on farol.radars for select to farol_sender using (true);
grant select, delete, update (status, disabled_reason, disabled_at, failing_since, failed_at, updated_at)
  on farol.webhook_endpoints to farol_sender;
grant select, update (event_number) on farol.webhook_cursors to farol_sender;
grant select, insert, delete, update (status, due_at, attempt, tries, history) on farol.webhook_deliveries to farol_sender;
-- It tells of what it disabled, and puts it on record.
grant select, insert on farol.events to farol_sender;
grant insert on farol.audit_records to farol_sender;
grant select on farol.sequence_heads to farol_sender;
-- For those who want documents in what is sent.
grant select (organization_id, id, document, type) on farol.radars to farol_sender;
