-- breaking: no
-- Three roles, none of which can log in. The program enters one of them on every connection:
--   farol_app       serves requests; sees only rows of the organizations in its scope
--   farol_operator  the operator's commands; sees every organization
--   farol_lookup    owns the functions that must look across organizations before a scope can exist (who is this caller?)
-- Roles belong to the whole cluster, so another database of it may have made them, even at this very moment.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['farol_app', 'farol_operator', 'farol_lookup'] loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
    -- The migrating user must be able to become each of them: with one address it also serves under them.
    if not pg_has_role(current_user, wanted, 'set') then
      execute format('grant %I to current_user with inherit false, set true', wanted);
    end if;
  end loop;
end
$$;

grant usage on schema farol to farol_app, farol_operator, farol_lookup;
grant select on farol.migrations to farol_app, farol_operator;

-- The organizations whose access was checked, as the program set them for this transaction. The setting is '' (not
-- absent) after its first use on a connection, and then nothing is in scope.
create function farol.scope() returns bigint[]
  language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('farol.scope', true), '')::bigint[], '{}') $$;

-- The one clock: the transaction's time, moved by what tests ask for.
create function farol.clock_now() returns timestamptz
  language sql stable parallel safe
  as $$
    select now() + coalesce(nullif(current_setting('farol.clock_offset_ms', true), '')::double precision, 0)
                   * interval '1 millisecond'
  $$;

-- Tells every node that what it remembers of a caller may be wrong now. The payload names whom it concerns.
create function farol.notify_authority() returns trigger
  language plpgsql
  as $$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
  begin
    perform pg_notify('farol_authority', concat_ws(' ', tg_argv[0], changed ->> tg_argv[1]));
    return null;
  end
  $$;
