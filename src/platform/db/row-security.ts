// A lint of the schema's tenant walls, run in tests and by the operator's doctor. Each statement returns what is wrong.
import type { Client } from 'pg';

const TENANT_TABLES = `
  select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relowner, c.relkind
  from pg_class c
  where c.relnamespace = 'farol'::regnamespace and c.relkind in ('r', 'p')
    and (c.relname = 'organizations' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    ))`;

/** The one expression a policy of the application may have, as the catalogue prints it (with the schema or without). */
const SCOPED = `^\\((organization_id|id) = ANY \\(\\( SELECT (farol\\.)?scope\\(\\) AS scope\\)(::bigint\\[\\])?\\)\\)$`;

const CHECKS: readonly string[] = [
  `select t.relname || ' has no forced row-level security' as fault
   from (${TENANT_TABLES}) t where not (t.relrowsecurity and t.relforcerowsecurity)`,
  `select t.relname || ' belongs to ' || t.relowner::regrole as fault
   from (${TENANT_TABLES}) t
   where t.relowner::regrole::text in ('farol_app', 'farol_operator', 'farol_lookup', 'farol_sequencer', 'farol_jobs', 'farol_importer', 'farol_merger', 'farol_sender', 'farol_overseer')`,
  `select format('policy %s on %s is not limited to the scope', p.polname, t.relname) as fault
   from (${TENANT_TABLES}) t
   join pg_policy p on p.polrelid = t.oid
   where ('farol_app'::regrole = any (p.polroles) or 0 = any (p.polroles))
     and (
       0 = any (p.polroles)
       or not coalesce(pg_get_expr(p.polqual, p.polrelid) ~ '${SCOPED}', p.polcmd = 'a')
       or (p.polcmd in ('a', 'w', '*') and not coalesce(pg_get_expr(p.polwithcheck, p.polrelid) ~ '${SCOPED}', false))
     )`,
  `select format('role %s can get around row-level security', r.rolname) as fault
   from pg_roles r
   where r.rolname in ('farol_app', 'farol_operator', 'farol_lookup', 'farol_sequencer', 'farol_jobs', 'farol_importer', 'farol_merger', 'farol_sender', 'farol_overseer')
     and (r.rolsuper or r.rolbypassrls or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb)`,
  `select format('role %s is a member of %s', m.member::regrole, m.roleid::regrole) as fault
   from pg_auth_members m
   where m.member in ('farol_app'::regrole, 'farol_operator'::regrole, 'farol_lookup'::regrole, 'farol_sequencer'::regrole, 'farol_jobs'::regrole,
     'farol_importer'::regrole, 'farol_merger'::regrole, 'farol_sender'::regrole, 'farol_overseer'::regrole)`,
  `select format('view %s is read with the rights of its owner', c.relname) as fault
   from pg_class c
   where c.relnamespace = 'farol'::regnamespace
     and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}', false)))`,
  `select format('function %s runs with rights of its owner but is not a lookup', f.proname) as fault
   from pg_proc f
   where f.pronamespace = 'farol'::regnamespace and f.prosecdef
     and (f.proowner <> 'farol_lookup'::regrole or f.proconfig is null
       or not exists (select from unnest(f.proconfig) as s (setting) where s.setting like 'search\\_path=%'))`,
  `select format('%s may %s %s', case g.grantee when 0 then 'everybody' else g.grantee::regrole::text end,
     lower(g.privilege_type), c.relname) as fault
   from pg_class c
   cross join lateral aclexplode(c.relacl) g
   where c.relnamespace = 'farol'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and (
     g.grantee = 0
     or (g.grantee = 'farol_app'::regrole
       and (c.relname = 'holders' or g.privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN')))
   )`,
  // Those who bring facts tell every organization that watches them, and may see of tenants what that takes and no more.
  `select format('%s may %s %s', g.grantee::regrole, lower(g.privilege_type), c.relname) as fault
   from pg_class c
   cross join lateral aclexplode(c.relacl) g
   where c.relnamespace = 'farol'::regnamespace and g.grantee in ('farol_importer'::regrole, 'farol_merger'::regrole)
     and c.relname || ' ' || g.privilege_type <> all (array['radars SELECT', 'processes SELECT', 'processes INSERT',
       'processes UPDATE', 'dismissed_findings SELECT', 'events INSERT'])
   union all
   select format('%s may %s %s of %s', g.grantee::regrole, lower(g.privilege_type), a.attname, c.relname)
   from pg_class c
   join pg_attribute a on a.attrelid = c.oid
   cross join lateral aclexplode(a.attacl) g
   where c.relnamespace = 'farol'::regnamespace and g.grantee in ('farol_importer'::regrole, 'farol_merger'::regrole)
     and (c.relname, a.attname, g.privilege_type) <> ('radars', 'last_event_at', 'UPDATE')`,
  // Whoever looks after the installation in the browser sees names, plans and units of tenants, and nobody's people.
  `select format('farol_overseer may %s %s', lower(g.privilege_type), c.relname) as fault
   from pg_class c
   cross join lateral aclexplode(c.relacl) g
   where c.relnamespace in ('farol'::regnamespace, 'registry'::regnamespace) and g.grantee = 'farol_overseer'::regrole
     and c.relname || ' ' || g.privilege_type <> all (array['holders SELECT', 'organizations SELECT', 'plans SELECT',
       'subscriptions SELECT', 'source_states SELECT', 'job_figures SELECT', 'audit_records INSERT', 'imports SELECT',
       'operator_acts SELECT', 'operator_acts INSERT'])
   union all
   select format('farol_overseer may %s %s of %s', lower(g.privilege_type), a.attname, c.relname)
   from pg_class c
   join pg_attribute a on a.attrelid = c.oid
   cross join lateral aclexplode(a.attacl) g
   where c.relnamespace in ('farol'::regnamespace, 'registry'::regnamespace) and g.grantee = 'farol_overseer'::regrole
     and concat_ws(' ', c.relname, a.attname, g.privilege_type) <> all (array['users id SELECT', 'users username SELECT',
       'memberships organization_id SELECT', 'memberships user_id SELECT', 'quarantine import_id SELECT',
       'quarantine file SELECT', 'quarantine line SELECT', 'quarantine reason SELECT'])`,
  // The registry belongs to the importer; the merger writes what is merged. What was set aside holds rows of people, and is
  // the operator's.
  `select format('registry.%s belongs to %s', c.relname, c.relowner::regrole) as fault
   from pg_class c
   where c.relnamespace in ('registry'::regnamespace, 'registry_stage'::regnamespace) and c.relkind = 'r'
     and c.relowner <> 'farol_importer'::regrole`,
  `select format('%s may %s registry.%s', case g.grantee when 0 then 'everybody' else g.grantee::regrole::text end,
     lower(g.privilege_type), c.relname) as fault
   from pg_class c
   cross join lateral aclexplode(c.relacl) g
   where c.relnamespace = 'registry'::regnamespace and c.relkind = 'r' and g.grantee <> c.relowner
     and not (g.grantee = 'farol_merger'::regrole and g.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
       and c.relname in ('case_records', 'case_parties', 'protests', 'protest_reports'))
     and (g.privilege_type <> 'SELECT' or g.grantee in (0, 'farol_merger'::regrole)
       or (c.relname = 'quarantine' and g.grantee <> 'farol_operator'::regrole))`,
];

export async function findRowSecurityFaults(client: Pick<Client, 'query'>): Promise<string[]> {
  const faults: string[] = [];
  for (const check of CHECKS) {
    const { rows } = await client.query<{ fault: string }>(check);
    faults.push(...rows.map(({ fault }) => fault));
  }
  return faults;
}
