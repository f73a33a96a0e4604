// Brings a database to the newest schema: plain SQL files, forward only, each in a transaction of its own together with
// its line in farol.migrations. Any number of processes may call it at once; a killed one leaves nothing half done.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { withClient } from './client.ts';

export type Migration = { version: number; name: string; sql: string; checksum: string; breaking: boolean };
export type MigrationReport = { applied: string[]; version: number };

/** Any number, as long as no other advisory lock of ours uses it. */
const MIGRATION_LOCK = 7_281_001;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

export class MigrationFault extends Error {}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(FILE_NAME.exec(name)?.[1]);
      if (version !== index + 1) {
        throw new MigrationFault(`${name} is out of order: migrations are numbered from 0001 without gaps`);
      }
      const sql = await readFile(join(folder, name), 'utf8');
      const breaking = /^-- breaking: (yes|no)\b/.exec(sql)?.[1];
      if (breaking === undefined) {
        throw new MigrationFault(
          `${name} must say "-- breaking: yes" or "-- breaking: no" in its first line`,
        );
      }
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version, name, sql, checksum, breaking: breaking === 'yes' };
    }),
  );
}

export type AppliedRow = { version: number; name: string; checksum: string; breaking: boolean };

/** What is not applied yet; throws when the database cannot be served by this program. */
export function compareWithApplied(known: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  const byVersion = new Map(applied.map((row) => [row.version, row]));
  for (const migration of known) {
    const row = byVersion.get(migration.version);
    if (row !== undefined && row.checksum !== migration.checksum) {
      throw new MigrationFault(`${migration.name} was changed after it had been applied to this database`);
    }
  }
  const newer = applied.filter(({ version }) => version > known.length);
  const breaking = newer.find((row) => row.breaking);
  if (breaking !== undefined) {
    throw new MigrationFault(
      `the database is newer than this program (${breaking.name}): start the newer program`,
    );
  }
  return known.filter(({ version }) => !byVersion.has(version));
}

async function prepareSchema(client: Client): Promise<AppliedRow[]> {
  await client.query('create schema if not exists farol');
  await client.query(`
    create table if not exists farol.migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      breaking boolean not null,
      applied_at timestamptz not null default now()
    )`);
  return (
    await client.query<AppliedRow>(
      'select version, name, checksum, breaking from farol.migrations order by version',
    )
  ).rows;
}

async function apply(client: Client, { version, name, sql, checksum, breaking }: Migration): Promise<void> {
  try {
    await client.query('begin');
    // A migration that waits for a lock makes everybody behind it wait too: rather fail and be run again.
    await client.query(`set local lock_timeout = '2s'`);
    await client.query(`set local search_path = farol`);
    await client.query(sql);
    await client.query(
      'insert into farol.migrations (version, name, checksum, breaking) values ($1, $2, $3, $4)',
      [version, name, checksum, breaking],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationFault(`${name} failed: ${error instanceof Error ? error.message : 'unknown reason'}`, {
      cause: error,
    });
  }
}

export async function migrate(url: string, folder: string): Promise<MigrationReport> {
  const known = await readMigrations(folder);
  return withClient(url, 'migrate', async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const pending = compareWithApplied(known, await prepareSchema(client));
    for (const migration of pending) {
      await apply(client, migration);
    }
    return { applied: pending.map(({ name }) => name), version: known.length };
  });
}

/** As `compareWithApplied`, also before the first migration, when neither the roles nor the schema are there. */
export async function listPending(url: string, folder: string): Promise<string[]> {
  const known = await readMigrations(folder);
  return withClient(url, 'migrate', async (client) => {
    const { rows } = await client.query<{ there: boolean; app: boolean }>(
      `select exists (
         select from pg_class where relname = 'migrations' and relnamespace = to_regnamespace('farol')
       ) as there,
       exists (
         select from pg_roles r, pg_namespace n
         where r.rolname = 'farol_app' and n.nspname = 'farol' and pg_has_role(current_user, r.oid, 'set')
           and has_schema_privilege(r.oid, n.oid, 'usage')
       ) as app`,
    );
    if (rows[0]?.app === true) {
      // A serving user owns nothing and inherits nothing: it reads as the application.
      await client.query('set role farol_app');
    }
    const applied =
      rows[0]?.there === true
        ? (await client.query<AppliedRow>('select version, name, checksum, breaking from farol.migrations'))
            .rows
        : [];
    return compareWithApplied(known, applied).map(({ name }) => name);
  });
}
