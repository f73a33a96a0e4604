-- breaking: no
-- Who a caller is and where it may go has to be read before a scope exists. These functions look across organizations,
-- so they belong to a role of their own that can only read, and they take an exact key: nothing can be listed with them.
create function farol.organization_access(organization_id bigint, role text) returns jsonb
  language sql stable
  as $$
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
  $$;

create function farol.find_session_caller(session_id uuid)
  returns table (user_id bigint, email text, username text, is_operator boolean, organizations jsonb)
  language sql stable security definer set search_path = farol, pg_temp
  as $$
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
  $$;

create function farol.find_token_caller(token_hash bytea)
  returns table (token_id bigint, expires_at timestamptz, organizations jsonb)
  language sql stable security definer set search_path = farol, pg_temp
  as $$
    select t.id, t.expires_at, jsonb_build_array(found.access)
    from farol.service_tokens t
    cross join lateral farol.organization_access(t.organization_id, t.role) as found (access)
    where t.token_hash = find_token_caller.token_hash
      and t.revoked_at is null and (t.expires_at is null or t.expires_at > farol.clock_now())
      and found.access is not null
  $$;

revoke execute on function farol.organization_access, farol.find_session_caller, farol.find_token_caller from public;
grant execute on function farol.organization_access to farol_lookup;
grant execute on function farol.find_session_caller, farol.find_token_caller to farol_app;

-- Ownership can only be given to a role that may create in the schema; it needs that for this moment alone.
grant create on schema farol to farol_lookup;
alter function farol.organization_access owner to farol_lookup;
alter function farol.find_session_caller owner to farol_lookup;
alter function farol.find_token_caller owner to farol_lookup;
revoke create on schema farol from farol_lookup;
