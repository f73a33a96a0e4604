// What creates, jobs and followers are measured with: an API with a capability that is nothing but its effects, and for
// jobs and followers the worker beside it. Creates are measured without: what they are held against has no follow-up work
// either, and the jobs are measured by themselves.
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig } from '../src/config.ts';
import { connect } from '../src/connect.ts';
import * as plans from '../src/features/plans/index.ts';
import { withClient } from '../src/platform/db/client.ts';
import type { Database } from '../src/platform/db/database.ts';
import { NO_SCOPE } from '../src/platform/db/scope.ts';
import { createLog } from '../src/platform/log.ts';
import { installProbes } from '../test/support/probe-capability.ts';
import { EFFECTS_SQL } from './bench-job.ts';
import { KNOWN_PROBE } from './rows.ts';
import { startChild, startScript } from './servers.ts';
import type { RunningServer } from './servers.ts';
import { listenToWorker } from './worker-messages.ts';
import type { WorkerMessages } from './worker-messages.ts';

export type Surroundings = {
  readonly projectDir: string;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly bearer: Readonly<Record<string, string>>;
};

export type Workshop = {
  readonly api: RunningServer;
  readonly bearer: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  /** Connections of the bench itself, under the role that serves requests. */
  readonly database: Database;
  startWorker(): Promise<Crew>;
};

/** The workshop with its worker, as jobs and followers need it. */
export type Crew = Workshop & { readonly messages: WorkerMessages; dismiss(): Promise<void> };

/** More than any run can use up. */
const UNITS = 1_000_000_000;

async function furnish(databaseUrl: string, operator: Database): Promise<void> {
  await withClient(databaseUrl, 'bench', async (client) => {
    await installProbes({
      admin: async (sql, values = []) => (await client.query(sql, values)).rows as unknown[],
    });
    await client.query(EFFECTS_SQL);
    await client.query('insert into farol.probes (organization_id, id, note) values (1, $1, $2)', [
      KNOWN_PROBE,
      'measured by the bench',
    ]);
  });
  await operator.transaction(NO_SCOPE, (tx) =>
    plans.grantUnits(tx, { organizationId: 1, planId: 1, units: UNITS }),
  );
}

export async function openWorkshop(around: Surroundings): Promise<Workshop> {
  const { projectDir, folder, databaseUrl, env, bearer } = around;
  const log = createLog({ level: 'silent', process: 'bench' });
  const surroundings = { config: loadConfig(projectDir, env), databaseUrl, log };
  const operator = connect(surroundings, 'farol_operator', 'bench');
  try {
    await furnish(databaseUrl, operator);
  } finally {
    await operator.close();
  }
  const api = await startScript(new URL('./servers/probes.ts', import.meta.url), {
    logFile: join(folder, 'probes.log'),
    env,
  });
  const database = connect(surroundings, 'farol_app', 'bench');
  const workshop: Workshop = {
    api,
    bearer,
    databaseUrl,
    database,
    startWorker: async () => {
      const script = new URL('./servers/worker.ts', import.meta.url);
      const { child } = await startChild(script, { logFile: join(folder, 'worker.log'), env });
      const dismiss = async (): Promise<void> => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      };
      return { ...workshop, messages: listenToWorker(child), dismiss };
    },
  };
  return workshop;
}
