// A database of its own for every test file, cloned from a template that is migrated and seeded once a run.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { seedDemoTenants } from '../../src/demo.ts';
import { createPasswords } from '../../src/features/accounts/index.ts';
import { createClock } from '../../src/platform/clock.ts';
import { createDatabase } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrator.ts';
import { createLog } from '../../src/platform/log.ts';
import { endKeptClients, withKeptClient } from './kept-connections.ts';

export const projectDir = join(import.meta.dirname, '..', '..');
export const migrationsDir = join(projectDir, 'migrations');
const TEMPLATE_LOCK = 7_281_900;

export type TestDatabase = {
  url: string;
  name: string;
  admin(sql: string, values?: unknown[]): Promise<unknown[]>;
  drop(): Promise<void>;
};

function clusterUrl(): string {
  const url = process.env['FAROL_TEST_DATABASE_URL'];
  if (url === undefined) {
    throw new Error('Tests that need a database are run through "npm test -- <file>", which starts one');
  }
  return url;
}

export function urlOf(name: string): string {
  const url = new URL(clusterUrl().replace('@/', '@localhost/'));
  return clusterUrl().includes('@/')
    ? clusterUrl().replace(/@\/[^?]*/, `@/${name}`)
    : Object.assign(url, { pathname: `/${name}` }).toString();
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function templateName(): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(projectDir, 'src', 'demo.ts')))
    .update(readFileSync(import.meta.filename));
  for (const file of readdirSync(migrationsDir).toSorted()) {
    hash.update(readFileSync(join(migrationsDir, file)));
  }
  return `farol_template_${hash.digest('hex').slice(0, 12)}`;
}

async function makeTemplate(name: string): Promise<void> {
  await migrate(urlOf(name), migrationsDir);
  const operator = createDatabase({
    url: urlOf(name),
    role: 'farol_operator',
    processName: 'test template',
    poolSize: 2,
    statementTimeoutMs: 10_000,
    clock: createClock(),
    log: createLog({ level: 'silent', process: 'test' }),
  });
  // The demo users' hashes are cheap here: hundreds of tests log in. Tests about time set a hash of full cost.
  await seedDemoTenants(operator, createPasswords(1, { memory: 256, passes: 1, parallelism: 1 }));
  await operator.close();
}

async function ensureTemplate(client: Client): Promise<string> {
  const name = templateName();
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const unfinished = `${name}_making`;
    await client.query(`drop database if exists ${client.escapeIdentifier(unfinished)}`);
    await client.query(`create database ${client.escapeIdentifier(unfinished)}`);
    await makeTemplate(unfinished);
    await client.query(
      `alter database ${client.escapeIdentifier(unfinished)} rename to ${client.escapeIdentifier(name)}`,
    );
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  return name;
}

/** `empty` gives one without any schema, for tests of the migrations themselves. */
export async function createTestDatabase(kind: 'seeded' | 'empty' = 'seeded'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(clusterUrl(), async (client) => {
    const template = kind === 'empty' ? 'template0' : await ensureTemplate(client);
    await client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`,
    );
  });
  const url = urlOf(name);
  return {
    url,
    name,
    admin: (sql, values = []) =>
      withKeptClient(url, async (client) => (await client.query(sql, values)).rows as unknown[]),
    drop: async () => {
      await withClient(clusterUrl(), (client) =>
        client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
      );
      // Only now: before, it would wait for whoever still waits for the database.
      await endKeptClients(url);
    },
  };
}
