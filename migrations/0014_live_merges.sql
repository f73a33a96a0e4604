-- breaking: no
-- What a connector brings is merged while the service runs. The worker enters a role of its own for it, which writes the
-- merged tables and nothing else: it owns nothing, sees no tenant, and cannot touch the snapshots. Roles belong to the
-- whole cluster, so another database of it may have made it, even at this very moment.
do $$
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'farol_merger') then
      create role farol_merger nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if not pg_has_role(current_user, 'farol_merger', 'set') then
    grant farol_merger to current_user with inherit false, set true;
  end if;
end
$$;

-- The newest answer of a live source of protests about one document: what it covers outranks older rows of other sources
-- there, and that there was nothing is a fact too.
create table registry.protest_reports (
  root text collate "C" not null,
  document text collate "C" not null,
  source text not null,
  -- States; empty is the whole country.
  coverage text[] not null,
  count int not null,
  total numeric(17, 2),
  -- False when the source listed only a part of what it counted: then nothing is taken to have ended.
  is_whole boolean not null,
  fetched_at timestamptz not null,
  primary key (root, document, source)
);
alter table registry.protest_reports owner to farol_importer;
grant select on registry.protest_reports to farol_app, farol_operator, farol_lookup;

grant usage on schema farol, registry to farol_merger;
set role farol_importer;
grant select, insert, update, delete on registry.case_records, registry.case_parties, registry.protests,
  registry.protest_reports to farol_merger;
reset role;
