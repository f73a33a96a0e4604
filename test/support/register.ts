// The credit register as it is served: the API, the played source behind real sockets, and a worker.
import type { LightMyRequestResponse } from 'fastify';
import { startSandboxServer } from '../../sandbox/server/server.ts';
import type { World } from '../../sandbox/server/world.ts';
import { connect } from '../../src/connect.ts';
import { removePastEnquiries } from '../../src/features/credit-register/index.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import type { JobRegistry } from '../../src/platform/jobs/registry.ts';
import type { Worker } from '../../src/wiring.ts';
import { bearer, startTestApi } from './api.ts';
import type { TestApi } from './api.ts';
import { noteCanary } from './canaries.ts';
import { eventually } from './eventually.ts';
import { sandboxWorld, settingsForSandbox, LIVE_DOCUMENTS } from './sandbox.ts';
import { startTestWorker } from './worker.ts';

export type RegisterApi = TestApi & {
  world: World;
  /** With jobs of its own in the place of the product's, where a test plays another source. */
  startWorker(jobs?: JobRegistry): Promise<Worker>;
  /** Another API process on the same database, with the same keys. */
  startNode(): Promise<TestApi>;
  ask(token: string, document: string, query?: string): Promise<LightMyRequestResponse>;
  /** Asks until it is no longer being processed; jobs that wait for their next attempt are hurried. */
  finish(token: string, document: string, query?: string): Promise<LightMyRequestResponse>;
  /** What the worker does every hour. */
  sweep(): Promise<number>;
  /** What is left of the organization's plan. */
  available(organizationId?: number): Promise<number>;
};

const PATIENCE_MS = 30_000;

type Wanted = { scr?: 'pluggy' | 'celcoin'; env?: Record<string, string> };

export async function startRegisterApi({ scr = 'pluggy', env = {} }: Wanted = {}): Promise<RegisterApi> {
  const world = sandboxWorld();
  const sandbox = await startSandboxServer(world, 0);
  const { url } = sandbox;
  const settings = { ...settingsForSandbox(url, scr), FAROL_SOURCE_PROBE_SECONDS: '1', ...env };
  const test = await startTestApi({ env: settings });
  noteCanary(...LIVE_DOCUMENTS.map(({ document }) => document));
  const { config, log, clock, database } = test;
  const started: { close(): Promise<void> }[] = [];
  const ask: RegisterApi['ask'] = (token, document, query = '') =>
    test.inject({
      url: `/v1/scr/indicators/${encodeURIComponent(document)}${query}`,
      headers: bearer(token),
    });
  const hurry = 'update pgboss.job set start_after = now() where state < $1 and start_after > now()';
  return {
    ...test,
    world,
    ask,
    startWorker: async (jobs) => {
      const around = { config, log, clock, databaseUrl: database.url };
      const worker = await startTestWorker(jobs === undefined ? around : { ...around, jobs });
      started.push(worker);
      return worker;
    },
    startNode: async () => {
      const node = await startTestApi({ database, env: { ...settings, FAROL_KEY_FILE: config.keyFile } });
      started.push(node);
      return node;
    },
    finish: async (token, document, query) => {
      let response = await ask(token, document, query);
      await eventually(async () => {
        if (response.statusCode === 202) {
          await database.admin(hurry, ['active']);
          response = await ask(token, document, query);
        }
        return response.statusCode !== 202;
      }, PATIENCE_MS);
      return response;
    },
    sweep: async () => {
      const around = { config, log, clock, databaseUrl: database.url };
      const sequencer = connect(around, 'farol_sequencer', 'test sweep');
      const removed = await sequencer.transaction(NO_SCOPE, removePastEnquiries);
      await sequencer.close();
      return removed;
    },
    available: async (organizationId = 1) => {
      const sql = 'select granted - consumed as left from farol.subscriptions where organization_id = $1';
      const [row] = (await database.admin(sql, [organizationId])) as { left: string }[];
      return Number(row?.left);
    },
    close: async () => {
      await Promise.all(started.map((each) => each.close()));
      await test.close();
      await sandbox.close();
    },
  };
}
