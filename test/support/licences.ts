// Driver licences as they are served: the API, the played source behind real sockets, and a worker when a test wants one.
import { startSandboxServer } from '../../sandbox/server/server.ts';
import type { World } from '../../sandbox/server/world.ts';
import type { JobRegistry } from '../../src/platform/jobs/registry.ts';
import type { Worker } from '../../src/wiring.ts';
import { bearer, startTestApi } from './api.ts';
import type { TestApi } from './api.ts';
import { noteCanary } from './canaries.ts';
import { eventually } from './eventually.ts';
import { sandboxWorld, settingsForSandbox, LIVE_DOCUMENTS } from './sandbox.ts';
import { startTestWorker } from './worker.ts';

export type CnhRecord = {
  requestId: string;
  organizationId: number;
  document: string;
  status: string;
  data: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
};

export type LicenceApi = TestApi & {
  world: World;
  /** With jobs of its own in the place of the product's, where a test plays another source. */
  startWorker(jobs?: JobRegistry): Promise<Worker>;
  request(token: string, document: string, more?: Wanted): ReturnType<TestApi['inject']>;
  read(token: string, requestId: string, organizationId?: number): Promise<CnhRecord>;
  /** Waits for the end of requests; jobs that wait for their next attempt are hurried. */
  finish(token: string, ...requestIds: readonly string[]): Promise<CnhRecord[]>;
};

type Wanted = { organizationId?: number; headers?: Record<string, string> };

const FINAL = new Set(['DONE', 'NOT_FOUND', 'ERROR']);
const HURRY_SQL = `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`;
const PATIENCE_MS = 30_000;

export function documentWith(effect: string): string {
  return LIVE_DOCUMENTS.find((row) => row.effect === effect && row.document.length === 11)?.document ?? '';
}

export async function startLicenceApi(env: Record<string, string> = {}): Promise<LicenceApi> {
  const world = sandboxWorld();
  const sandbox = await startSandboxServer(world, 0);
  const test = await startTestApi({
    env: { ...settingsForSandbox(sandbox.url, 'pluggy'), FAROL_SOURCE_PROBE_SECONDS: '1', ...env },
  });
  noteCanary(...LIVE_DOCUMENTS.map(({ document }) => document));
  const { config, log, clock, database } = test;
  const workers: Worker[] = [];
  const read: LicenceApi['read'] = async (token, requestId, organizationId = 1) => {
    const path = `/v1/cnh/organizations/${organizationId}/request/${requestId}`;
    return (await test.inject({ url: path, headers: bearer(token) })).json<CnhRecord>();
  };
  return {
    ...test,
    world,
    read,
    startWorker: async (jobs) => {
      const around = { config, log, clock, databaseUrl: database.url };
      const worker = await startTestWorker(jobs === undefined ? around : { ...around, jobs });
      workers.push(worker);
      return worker;
    },
    request: (token, document, { organizationId = 1, headers = {} } = {}) =>
      test.inject({
        method: 'POST',
        url: '/v1/cnh',
        headers: { ...bearer(token), ...headers },
        payload: { organizationId, document },
      }),
    finish: async (token, ...requestIds) => {
      let records: CnhRecord[] = [];
      await eventually(async () => {
        await database.admin(HURRY_SQL);
        records = await Promise.all(requestIds.map((id) => read(token, id)));
        return records.every(({ status }) => FINAL.has(status));
      }, PATIENCE_MS);
      return records;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await test.close();
      await sandbox.close();
    },
  };
}
