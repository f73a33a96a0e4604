-- breaking: no
-- What happens exactly once: units are charged, requests are answered once, events are told, accesses are recorded.

-- Every movement of units, written once and never changed. What a subscription has granted and consumed is the sum of
-- its lines; a charge can be given back once.
create table farol.ledger_entries (
  organization_id bigint not null,
  id bigint generated always as identity,
  plan_id bigint not null,
  kind text not null constraint ledger_entries_kind_known check (kind in ('grant', 'charge', 'refund')),
  units bigint not null constraint ledger_entries_units_counted check (units > 0),
  -- What it was for, such as `cnh 0b6f…`: an id of ours, never a document.
  subject text not null,
  refunded_entry_id bigint,
  created_at timestamptz not null default farol.clock_now(),
  primary key (organization_id, id),
  foreign key (organization_id, plan_id) references farol.subscriptions (organization_id, plan_id),
  foreign key (organization_id, refunded_entry_id) references farol.ledger_entries (organization_id, id),
  constraint ledger_entries_refunded_once unique (organization_id, refunded_entry_id),
  constraint ledger_entries_refund_names_charge check ((kind = 'refund') = (refunded_entry_id is not null))
);
create index ledger_entries_by_subject on farol.ledger_entries (organization_id, subject);

-- The first answer to a request that carries a key of its caller's, given again when the same request comes again.
create table farol.idempotency_records (
  organization_id bigint not null references farol.organizations (id),
  caller_key text not null,
  route text not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  status smallint not null,
  -- Wrapped by the key file: an answer can hold a credential or personal data.
  wrapped_answer bytea not null,
  created_at timestamptz not null default farol.clock_now(),
  primary key (organization_id, caller_key, route, idempotency_key)
);
create index idempotency_records_by_age on farol.idempotency_records (created_at);

-- Events and audit rows are inserted without a number, in the transaction they belong to. One sequencer numbers what is
-- committed, so a reader who follows the numbers never misses a row that committed late.
create table farol.events (
  organization_id bigint not null references farol.organizations (id),
  row_id bigint generated always as identity,
  number bigint,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default farol.clock_now(),
  primary key (organization_id, row_id),
  constraint events_number_unique unique (organization_id, number)
);
create index events_unnumbered on farol.events (row_id) where number is null;

create table farol.audit_records (
  organization_id bigint not null references farol.organizations (id),
  row_id bigint generated always as identity,
  number bigint,
  at timestamptz not null default farol.clock_now(),
  -- `session …`, `token …`, `worker` or `operator`.
  actor text not null,
  action text not null,
  -- Ids only, such as a request's; nothing personal.
  subject text not null,
  -- A keyed hash of the document that was looked at, so that it can be searched for but not read.
  document_hash bytea,
  chain_hash bytea,
  primary key (organization_id, row_id),
  constraint audit_records_number_unique unique (organization_id, number)
);
create index audit_records_unnumbered on farol.audit_records (row_id) where number is null;

-- How far the sequencer has come in each organization, and the hash at the end of its audit chain.
create table farol.sequence_heads (
  organization_id bigint primary key references farol.organizations (id),
  event_number bigint not null default 0,
  audit_number bigint not null default 0,
  audit_hash bytea not null default '\x'
);

create function farol.refuse_change() returns trigger
  language plpgsql
  as $$ begin raise exception '% is append-only', tg_table_name using errcode = 'P0001'; end $$;
create trigger ledger_entries_append_only before update or delete or truncate on farol.ledger_entries
  for each statement execute function farol.refuse_change();

-- Wakes the sequencer; equal notifications of one transaction are one.
create function farol.notify_unnumbered() returns trigger
  language plpgsql
  as $$ begin perform pg_notify('farol_unnumbered', ''); return null; end $$;
create trigger events_tell after insert on farol.events
  for each statement execute function farol.notify_unnumbered();
create trigger audit_records_tell after insert on farol.audit_records
  for each statement execute function farol.notify_unnumbered();

do $$
declare
  guarded text;
begin
  foreach guarded in array array['ledger_entries', 'idempotency_records', 'events', 'audit_records', 'sequence_heads'] loop
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

grant select, insert on farol.ledger_entries to farol_app, farol_operator;
grant select, insert, update (fingerprint, status, wrapped_answer, created_at) on farol.idempotency_records to farol_app;
grant select, insert on farol.events, farol.audit_records to farol_app, farol_operator;
grant select on farol.sequence_heads to farol_app, farol_operator;

-- What was granted and used before there was a ledger. The owner of the tables sees no rows under forced row-level
-- security, so the lines are written under the operator's role.
set local role farol_operator;
insert into farol.ledger_entries (organization_id, plan_id, kind, units, subject)
  select s.organization_id, s.plan_id, 'grant', s.granted, 'granted before the ledger'
  from farol.subscriptions s where s.granted > 0;
insert into farol.ledger_entries (organization_id, plan_id, kind, units, subject)
  select s.organization_id, s.plan_id, 'charge', s.consumed, 'used before the ledger'
  from farol.subscriptions s where s.consumed > 0;
reset role;

-- The sequencer looks across organizations, so it has a role of its own that can do just that and nothing else. Roles
-- belong to the whole cluster, so another database of it may have made it, even at this very moment.
do $$
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'farol_sequencer') then
      create role farol_sequencer nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if not pg_has_role(current_user, 'farol_sequencer', 'set') then
    grant farol_sequencer to current_user with inherit false, set true;
  end if;
end
$$;

grant usage on schema farol to farol_sequencer;
create policy events_for_sequencer on farol.events to farol_sequencer using (true) with check (true);
create policy audit_records_for_sequencer on farol.audit_records to farol_sequencer using (true) with check (true);
create policy sequence_heads_for_sequencer on farol.sequence_heads to farol_sequencer using (true) with check (true);
create policy idempotency_records_for_sequencer on farol.idempotency_records to farol_sequencer using (true);
grant select, update (number) on farol.events to farol_sequencer;
grant select, update (number, chain_hash) on farol.audit_records to farol_sequencer;
grant select, insert, update on farol.sequence_heads to farol_sequencer;
-- Answers older than a day are given no more; the same role clears them away.
grant select, delete on farol.idempotency_records to farol_sequencer;
