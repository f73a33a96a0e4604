// Checks of the database as a server: whether it answers, what it is, and whether its walls between tenants stand.
import type { Client } from 'pg';
import { createClock } from '../platform/clock.ts';
import { listPending, MigrationFault } from '../platform/db/migrator.ts';
import { findRowSecurityFaults } from '../platform/db/row-security.ts';
import { codeOf, examine, fault, fine, warning } from './doctor-finding.ts';
import type { Finding } from './doctor-finding.ts';
import { hasSchema, readRoleFacts, readServerFacts } from './doctor-queries.ts';
import type { RoleFacts, ServerFacts } from './doctor-queries.ts';

const OLDEST_VERSION = 160_000;
const CLOCK_TOLERANCE_MS = 5000;

export function describeUnreachable(error: unknown): Finding {
  const code = codeOf(error);
  const remedies: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'Start the database server, or correct host and port in FAROL_DATABASE_URL.',
    ENOENT: 'Start the database server, or correct the socket folder in FAROL_DATABASE_URL.',
    ENOTFOUND: 'Correct the host name in FAROL_DATABASE_URL.',
    '28P01': 'Correct user and password in FAROL_DATABASE_URL.',
    '28000':
      'Let the user of FAROL_DATABASE_URL in from this machine (pg_hba.conf), with TLS if the server asks for it.',
    '3D000':
      'Make the database that FAROL_DATABASE_URL names, with encoding UTF8, then run "npx farol migrate".',
    '53300': 'Raise max_connections of the server, or lower FAROL_DATABASE_POOL_SIZE.',
    '57P03': 'Wait: the server is starting or stopping.',
  };
  return fault('database', {
    message: `The database cannot be reached (${code}).`,
    remedy:
      remedies[code] ?? 'See that the server runs and that FAROL_DATABASE_URL leads to it from this machine.',
  });
}

function judgeServer({ version, version_number }: ServerFacts): Finding {
  return version_number >= OLDEST_VERSION
    ? fine('database', `PostgreSQL ${version} answers.`)
    : fault('database', {
        message: `PostgreSQL ${version} is too old.`,
        remedy: 'Move to PostgreSQL 16 or later.',
      });
}

function judgeEncoding({ encoding }: ServerFacts): Finding {
  return encoding === 'UTF8'
    ? fine('encoding', 'The database keeps text as UTF8.')
    : fault('encoding', {
        message: `The database keeps text as ${encoding}, which cannot hold every name.`,
        remedy:
          'Make a new database with encoding UTF8 (createdb --encoding=UTF8 --template=template0) and move to it.',
      });
}

function judgeClock(differenceMs: number): Finding {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS
    ? fine('clock', 'This machine and the database agree on the time.')
    : warning('clock', {
        message: `The clock of this machine is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} the database's.`,
        remedy: 'Let both keep time by NTP (timedatectl set-ntp true).',
      });
}

function judgeRole(facts: RoleFacts | null): Finding {
  const remedy = 'Take that away from the role farol_app: with it every tenant can be read.';
  if (facts === null) {
    return fault('role', {
      message: 'The role farol_app, under which requests are served, does not exist.',
      remedy: 'Run "npx farol migrate".',
    });
  }
  if (facts.is_superuser || facts.bypasses_rls) {
    const what = facts.is_superuser ? 'is a superuser' : 'bypasses row-level security';
    return fault('role', { message: `The role farol_app ${what}.`, remedy });
  }
  if (facts.sees_all) {
    return fault('role', {
      message: 'The role farol_app is a member of a role that sees every organization.',
      remedy,
    });
  }
  return facts.owned.length === 0
    ? fine('role', 'Requests are served by a role that owns nothing and bypasses nothing.')
    : fault('role', {
        message: `The role farol_app may act as the owner of ${facts.owned.join(', ')}.`,
        remedy,
      });
}

function judgeWalls(faults: readonly string[]): Finding {
  return faults.length === 0
    ? fine(
        'row-level security',
        'It is on and forced for every table of tenants, and nothing leads around it.',
      )
    : fault('row-level security', {
        message: `Tenants are not kept apart: ${faults.join('; ')}.`,
        remedy: 'Put it back as docs/generated/schema.sql shows it, before anything is served.',
      });
}

async function checkWalls(client: Client): Promise<Finding> {
  return (await hasSchema(client))
    ? judgeWalls(await findRowSecurityFaults(client))
    : warning('row-level security', {
        message: 'There is no table that it could guard yet.',
        remedy: 'Run "npx farol migrate".',
      });
}

async function checkMigrations(url: string, folder: string): Promise<Finding> {
  try {
    const pending = await listPending(url, folder);
    return pending.length === 0
      ? fine('migrations', 'The schema is the newest.')
      : fault('migrations', {
          message: `Not applied yet: ${pending.join(', ')}.`,
          remedy: 'Run "npx farol migrate" ("npm start" does it by itself).',
        });
  } catch (error) {
    if (error instanceof MigrationFault) {
      return fault('migrations', {
        message: `Program and database do not fit: ${error.message}.`,
        remedy: 'Run the version of Farol that this database was last served by, or a newer one.',
      });
    }
    throw error;
  }
}

/** Half of the round trip lies before the reading, half after it. */
async function readWithClock(client: Client): Promise<{ facts: ServerFacts; differenceMs: number }> {
  const clock = createClock();
  const beforeMs = clock.nowMs();
  const facts = await readServerFacts(client);
  return { facts, differenceMs: (beforeMs + clock.nowMs()) / 2 - facts.now_ms };
}

/** One after the other: a connection answers one question at a time. */
export async function checkServer(
  client: Client,
  migrations: { url: string; folder: string },
): Promise<Finding[]> {
  const { facts, differenceMs } = await readWithClock(client);
  const schema = await examine('migrations', () => checkMigrations(migrations.url, migrations.folder));
  const walls = await examine('row-level security', () => checkWalls(client));
  return [
    judgeServer(facts),
    judgeEncoding(facts),
    judgeClock(differenceMs),
    schema,
    await examine('role', async () => judgeRole(await readRoleFacts(client))),
    walls,
  ];
}
