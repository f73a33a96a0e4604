// A database of the schema that landed, with rows in every table, under the program of today.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { reportAudit } from '../../../test/support/audit-report.ts';
import { createTestDatabase, migrationsDir, withClient } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createClock } from '../clock.ts';
import { createKeyring } from '../crypto/keyring.ts';
import { findLedgerFaults } from '../effects/ledger.ts';
import { defineJob, Requests } from '../jobs/definition.ts';
import { handleJob } from '../jobs/registry.ts';
import { startJobWorker } from '../jobs/worker.ts';
import { createLog } from '../log.ts';
import { createAuditChain } from '../sequencer/audit-chain.ts';
import { runRound } from '../sequencer/round.ts';
import { createDatabase } from './database.ts';
import type { Database, DatabaseRole } from './database.ts';
import { LANDED_KEY, LANDED_VERSION } from './fixtures/landed.ts';
import { listPending, migrate } from './migrator.ts';
import { findRowSecurityFaults } from './row-security.ts';
import { NO_SCOPE } from './scope.ts';

type Row = Readonly<Record<string, unknown>>;
type Content = Map<string, Row[]>;

const CHAIN = createAuditChain(createKeyring(LANDED_KEY));

const log = createLog({ level: 'silent', process: 'test' });

function connectAs(url: string, role: DatabaseRole): Database {
  const limits = { poolSize: 1, statementTimeoutMs: 10_000 };
  return createDatabase({ url, role, processName: 'upgrade test', ...limits, clock: createClock(), log });
}

async function migrateToLanded(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'farol-landed-'));
  try {
    const names = readdirSync(migrationsDir).toSorted();
    for (const name of names.slice(0, LANDED_VERSION)) cpSync(join(migrationsDir, name), join(folder, name));
    assert.equal((await migrate(url, folder)).version, LANDED_VERSION);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows of our own schemas by table; of the queue's only the queue itself may tell how they change. */
async function readContent({ url }: TestDatabase): Promise<Content> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('farol', 'registry') and c.relkind in ('r', 'p') and c.relname <> 'migrations' order by 1`,
    );
    const content: Content = new Map();
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Row }>(
        `select to_jsonb(t) as row from ${name} t order by t::text`,
      );
      content.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return content;
  });
}

/** As they were read when there were only the old columns, in an order that does not depend on the new ones. */
function pickColumns(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).toSorted();
}

describe('a database of the schema that landed', () => {
  let test: TestDatabase;
  let operator: Database;
  let landed: Content;
  before(async () => {
    test = await createTestDatabase('empty');
    await migrateToLanded(test.url);
    await test.admin(readFileSync(new URL('fixtures/landed-rows.sql', import.meta.url), 'utf8'));
    landed = await readContent(test);
    await migrate(test.url, migrationsDir);
    operator = connectAs(test.url, 'farol_operator');
  });
  after(async () => {
    await operator.close();
    await test.drop();
  });

  it('has rows in every table, or the upgrade would prove nothing of it', () => {
    const empty = [...landed].filter(([, rows]) => rows.length === 0).map(([name]) => name);
    assert.deepEqual(empty, []);
    assert.ok(landed.size >= 51, String(landed.size));
  });

  it('is brought to the newest schema with every row as it was', async () => {
    assert.deepEqual(await listPending(test.url, migrationsDir), []);
    const upgraded = await readContent(test);
    for (const [name, rows] of landed) {
      const columns = Object.keys(rows[0] ?? {});
      const now = upgraded.get(name) ?? [];
      // A line of the ledger or an event that an upgrade adds has to be expected here.
      assert.deepEqual(pickColumns(now, columns), pickColumns(rows, columns), name);
      for (const column of columns)
        assert.ok(Object.hasOwn(now[0] ?? {}, column), `${name}.${column} is gone`);
    }
  });

  it('keeps its ledger, its audit chain and the walls between tenants', async () => {
    assert.deepEqual(await operator.transaction(NO_SCOPE, findLedgerFaults), []);
    const { rows, unnumbered, findings } = await reportAudit(operator, CHAIN, 1);
    assert.deepEqual({ rows, unnumbered, findings }, { rows: 2, unnumbered: 0, findings: [] });
    await withClient(test.url, async (client) => assert.deepEqual(await findRowSecurityFaults(client), []));
  });

  it('is numbered on from where it was, by the sequencer of today', async () => {
    const sequencer = connectAs(test.url, 'farol_sequencer');
    try {
      await runRound(sequencer, CHAIN);
    } finally {
      await sequencer.close();
    }
    for (const organizationId of [1, 2]) {
      const report = await reportAudit(operator, CHAIN, organizationId);
      assert.deepEqual([report.unnumbered, report.findings], [0, []]);
    }
  });

  it('has its waiting jobs done, for their own organization, by the worker of today', async () => {
    const done: string[] = [];
    const job = defineJob({ name: 'probe.run', payload: Requests, maxAttempts: 3, timeoutSeconds: 60 });
    const handler = handleJob(job, async ({ organizationId, number, payload, settle }) => {
      await settle(() => Promise.resolve(1));
      done.push(`${organizationId} ${number} ${payload.requestIds.join(' ')}`);
    });
    const database = connectAs(test.url, 'farol_app');
    const registry = { jobs: [job], handlers: [handler] };
    const worker = await startJobWorker({ registry, databaseUrl: test.url, database, log });
    try {
      await eventually(() => done.length === 2, 10_000);
    } finally {
      await worker.close();
      await database.close();
    }
    assert.deepEqual(done.toSorted(), ['1 1 a', '2 3 b c']);
  });
});
