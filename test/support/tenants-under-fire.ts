// Many tenants share a pool while their work is aborted, times out, throws and loses its connection. Whatever happens,
// a transaction sees the rows of its own organization, and one without a scope sees none.
import { Pool } from 'pg';
import type { PoolClient } from 'pg';

export const TENANTS = 64;

export type TenantWork = (client: {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
}) => Promise<void>;
export type TenantDatabase = (organizationId: number | null, work: TenantWork) => Promise<void>;
export type FireReport = {
  transactions: number;
  faults: number;
  /** Failures that were not ours: on a busy machine a connection may not come in time. */
  refused: number;
  foreignRows: number;
  unscopedRows: number;
};

/** Deterministic, so that a failing run can be run again. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const FAULTS: readonly TenantWork[] = [
  () => Promise.reject(new Error('the handler failed')),
  async (client) => {
    await client.query(`set local statement_timeout = '5ms'`);
    await client.query('select pg_sleep(1)');
  },
  async (client) => {
    await client.query('select pg_terminate_backend(pg_backend_pid())');
  },
  async (client) => {
    await client.query('select 1 / 0');
  },
];

export async function fire(
  database: TenantDatabase,
  options: { transactions: number; workers: number; seed: number; faultRate: number },
): Promise<FireReport> {
  const report: FireReport = { transactions: 0, faults: 0, refused: 0, foreignRows: 0, unscopedRows: 0 };
  const random = seededRandom(options.seed);
  const one = async (): Promise<void> => {
    report.transactions += 1;
    const isUnscoped = random() < 0.1;
    const organizationId = isUnscoped ? null : 1 + Math.floor(random() * TENANTS);
    const fault = random() < options.faultRate ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
    try {
      await database(organizationId, async (client) => {
        const { rows } = await client.query('select organization_id::integer as id from farol.subscriptions');
        report.unscopedRows += isUnscoped ? rows.length : 0;
        report.foreignRows += isUnscoped ? 0 : rows.filter(({ id }) => id !== organizationId).length;
        await fault?.(client);
      });
    } catch {
      report[fault === undefined ? 'refused' : 'faults'] += 1;
    }
  };
  const worker = async (): Promise<void> => {
    while (report.transactions < options.transactions) {
      await one();
    }
  };
  await Promise.all(Array.from({ length: options.workers }, worker));
  return report;
}

/** The planted bug: the scope outlives its transaction, and a client whose work failed goes back to the pool as it is. */
export function carelessDatabase(url: string): { run: TenantDatabase; close(): Promise<void> } {
  const pool = new Pool({ connectionString: url, max: 4, options: '-c role=farol_app -c search_path=farol' });
  pool.on('error', () => undefined);
  const run: TenantDatabase = async (organizationId, work) => {
    const client: PoolClient = await pool.connect();
    client.on('error', () => undefined);
    try {
      if (organizationId !== null) {
        await client.query('begin');
        await client.query(`select set_config('farol.scope', $1, false)`, [`{${organizationId}}`]);
      }
      await work(client);
      if (organizationId !== null) {
        await client.query('commit');
      }
    } finally {
      client.release();
    }
  };
  return { run, close: () => pool.end() };
}
