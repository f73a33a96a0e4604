-- breaking: no
-- What operators do in the browser. Who is one, only a command can say: the application may not change that mark.

-- A role of its own: it sees of all organizations names, plans and units, how sources, imports and jobs fare, and nothing
-- that belongs to a tenant's people; it can send dead jobs back. Roles belong to the whole cluster, so another database of
-- it may have made it, even at this very moment.
do $$
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'farol_overseer') then
      create role farol_overseer nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if not pg_has_role(current_user, 'farol_overseer', 'set') then
    grant farol_overseer to current_user with inherit false, set true;
  end if;
end
$$;

-- Every look and every act of an operator in the browser. It names no tenant's people, and is kept for good.
create table farol.operator_acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default farol.clock_now(),
  user_id bigint not null references farol.users (id),
  action text not null,
  -- Ids only, such as a job's.
  subject text not null
);
create trigger operator_acts_append_only before update or delete or truncate on farol.operator_acts
  for each statement execute function farol.refuse_change();

grant usage on schema farol, registry, pgboss to farol_overseer;
grant select, insert on farol.operator_acts to farol_overseer;
grant select on farol.operator_acts to farol_operator;
-- For the name beside an act, and for the reference to it.
grant select (id, username) on farol.users to farol_overseer;

create policy organizations_for_overseer on farol.organizations for select to farol_overseer using (true);
create policy subscriptions_for_overseer on farol.subscriptions for select to farol_overseer using (true);
create policy memberships_for_overseer on farol.memberships for select to farol_overseer using (true);
create policy audit_records_from_overseer on farol.audit_records for insert to farol_overseer with check (true);
grant select on farol.holders, farol.organizations, farol.plans, farol.subscriptions, farol.source_states,
  farol.job_figures to farol_overseer;
grant select (organization_id, user_id) on farol.memberships to farol_overseer;
-- A job that was sent back is on record in its organization.
grant insert on farol.audit_records to farol_overseer;

create policy job_for_overseer on pgboss.job to farol_overseer using (true) with check (true);
create policy job_common_for_overseer on pgboss.job_common to farol_overseer using (true) with check (true);
grant select, insert, update, delete on pgboss.job, pgboss.job_common to farol_overseer;
grant select on pgboss.queue to farol_overseer;

-- Of what was set aside everything but the line itself, which is about people.
set role farol_importer;
grant select on registry.imports to farol_overseer;
grant select (import_id, file, line, reason) on registry.quarantine to farol_overseer;
reset role;

-- Admins manage the members that an operator let in.
grant update (role), delete on farol.memberships to farol_app;

-- Usage is summed by day. Lines come in the order of time, so a few kilobytes are enough, and a charge pays nothing for it.
create index ledger_entries_by_time on farol.ledger_entries using brin (created_at) with (autosummarize = on);
