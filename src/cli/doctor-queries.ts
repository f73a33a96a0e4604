// What the doctor asks a database about itself. The catalogue is open to every user, so these need no role of ours and
// work before anything was migrated.
import { Client } from 'pg';

export type ServerFacts = { version: string; version_number: number; encoding: string; now_ms: number };
export type RoleFacts = { is_superuser: boolean; bypasses_rls: boolean; sees_all: boolean; owned: string[] };

const TIMEOUT_MS = 5000;

export async function withCatalogue<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'farol doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that is cut between two questions must not end the process: the next question tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function readServerFacts(client: Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::integer as version_number,
       pg_encoding_to_char(d.encoding) as encoding,
       (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms
     from pg_database d
     where d.datname = current_database()`,
  );
  const [facts] = rows;
  if (facts === undefined) {
    throw new Error('The server does not know the database it serves');
  }
  return facts;
}

/** Membership counts as ownership: a member of the owner can do what the owner can. */
export async function readRoleFacts(client: Client): Promise<RoleFacts | null> {
  const { rows } = await client.query<RoleFacts>(
    `select r.rolsuper as is_superuser, r.rolbypassrls as bypasses_rls,
       exists (
         select from pg_roles o where o.rolname in ('farol_operator', 'farol_lookup') and pg_has_role(r.oid, o.oid, 'member')
       ) as sees_all,
       array(
         select c.relname::text
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'farol' and c.relkind in ('r', 'p', 'v', 'm') and pg_has_role(r.oid, c.relowner, 'member')
         order by c.relname
       ) as owned
     from pg_roles r
     where r.rolname = 'farol_app'`,
  );
  return rows[0] ?? null;
}

export async function hasSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regnamespace('farol') is not null and to_regrole('farol_app') is not null as there`,
  );
  return rows[0]?.there === true;
}
