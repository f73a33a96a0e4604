// Analyses as they are served: the API on a registry that holds the sandbox's population, and a worker when a test wants one.
import { loadSandbox } from '../../src/cli/operator/sandbox-load.ts';
import { connect } from '../../src/connect.ts';
import type { Database } from '../../src/platform/db/database.ts';
import type { JobRegistry } from '../../src/platform/jobs/registry.ts';
import { createWorker } from '../../src/wiring.ts';
import type { Worker } from '../../src/wiring.ts';
import { bearer, startTestApi } from './api.ts';
import type { TestApi } from './api.ts';
import { eventually } from './eventually.ts';

export type CreatedAnalysis = {
  result: {
    documentInfo: string;
    documentNumber: string;
    statusIndex: string;
    statusProtest: string;
    statusReport: string;
    status: string;
    typePlan: string;
    lastUserPlanConsumeAnalytics: number;
    userPlanConsumeUniqueId: number;
    userPlanConsumeAnalyticsId: number;
    totalProcessesEstimated: number;
    createdAt: string;
  };
  status: string;
};
export type ConsultedAnalysis = {
  success: boolean;
  reason: string;
  register: Record<string, unknown> & {
    summary: Record<string, { vltotalProcess: string; totalProcess: number }>;
    status: string;
    statusIndex: string;
    statusProtest: string;
    statusDebtor: string;
    statusQSA: string;
    statusReport: string;
    importantTerms: string[];
  };
};
export type AnalysisIds = { analysisId: number; uniqueId: number };

type Place = { organizationId?: number; holderId?: number };
type Wanted = Place & { planId?: number; headers?: Record<string, string>; documentType?: string };

export type AnalysisApi = TestApi & {
  /** As a worker of its own would be connected. */
  app: Database;
  /** Under the role that looks across organizations. */
  connectSequencer(): Database;
  /** With jobs in the place of the product's own, where they are given. */
  startWorker(jobs?: JobRegistry): Promise<Worker>;
  request(token: string, document: string, more?: Wanted): ReturnType<TestApi['inject']>;
  create(token: string, document: string, more?: Wanted): Promise<AnalysisIds>;
  ask(token: string, ids: AnalysisIds, place?: Place): ReturnType<TestApi['inject']>;
  consult(token: string, ids: AnalysisIds, place?: Place): Promise<ConsultedAnalysis>;
  /** Waits for the end; jobs that wait for their next attempt are hurried. */
  finish(token: string, ids: AnalysisIds, place?: Place): Promise<ConsultedAnalysis>;
  cases(token: string, ids: AnalysisIds, query?: string, place?: Place): ReturnType<TestApi['inject']>;
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
};

const HURRY_SQL = `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`;
const PATIENCE_MS = 30_000;

async function loadPopulation(test: TestApi): Promise<void> {
  await loadSandbox({
    config: test.config,
    databaseUrl: test.database.url,
    size: 'small',
    onProgress: () => undefined,
    openProgress: () => ({ report: () => undefined, clear: () => undefined }),
  });
}

function requestsOf(test: TestApi): Pick<AnalysisApi, 'request' | 'create' | 'ask' | 'consult' | 'cases'> {
  const request: AnalysisApi['request'] = (token, document, more = {}) => {
    const { organizationId = 1, holderId = 1, planId = 1, headers = {} } = more;
    const documentType = more.documentType ?? (document.length === 11 ? 'CPF' : 'CNPJ');
    return test.inject({
      method: 'POST',
      url: '/v2/analytics',
      headers: { ...bearer(token), ...headers },
      payload: { holderId, organizationId, planId, documentType, documentNumber: document },
    });
  };
  const ask: AnalysisApi['ask'] = (token, ids, { organizationId = 1, holderId = 1 } = {}) =>
    test.inject({
      method: 'POST',
      url: `/v2/analytics/${ids.analysisId}`,
      headers: bearer(token),
      payload: { holderId, organizationId, userPlanConsumeUniqueId: ids.uniqueId },
    });
  return {
    request,
    ask,
    create: async (token, document, more) => {
      const response = await request(token, document, more);
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
      const { result } = response.json<CreatedAnalysis>();
      return { analysisId: result.userPlanConsumeAnalyticsId, uniqueId: result.userPlanConsumeUniqueId };
    },
    consult: async (token, ids, place) => (await ask(token, ids, place)).json<ConsultedAnalysis>(),
    cases: (token, { uniqueId, analysisId }, query = '', { organizationId = 1, holderId = 1 } = {}) =>
      test.inject({
        url: `/v1/holder/${holderId}/organization/${organizationId}/consumeunique/${uniqueId}/analytics/${analysisId}/cases${query}`,
        headers: bearer(token),
      }),
  };
}

type Options = { hasPopulation?: boolean; env?: Record<string, string> };

export async function startAnalysisApi(options: Options = {}): Promise<AnalysisApi> {
  const { hasPopulation = true, env = {} } = options;
  const test = await startTestApi({ env });
  if (hasPopulation) await loadPopulation(test);
  const { config, log, clock, database } = test;
  const app = connect({ config, log, clock, databaseUrl: database.url }, 'farol_app', 'test runs');
  const workers: Worker[] = [];
  const requests = requestsOf(test);
  const rows: AnalysisApi['rows'] = async <Row>(sql: string, values: unknown[] = []) =>
    (await database.admin(sql, values)) as Row[];
  return {
    ...test,
    ...requests,
    app,
    rows,
    connectSequencer: () =>
      connect({ config, log, clock, databaseUrl: database.url }, 'farol_sequencer', 'test sequencer'),
    startWorker: async (jobs) => {
      const around = { config, log, clock, databaseUrl: database.url };
      const worker = await createWorker(jobs === undefined ? around : { ...around, jobs });
      let closing: Promise<void> | undefined;
      const once = {
        ...worker,
        close: () => {
          closing ??= worker.close();
          return closing;
        },
      };
      workers.push(once);
      return once;
    },
    finish: async (token, ids, place) => {
      let consulted = await requests.consult(token, ids, place);
      await eventually(async () => {
        await database.admin(HURRY_SQL);
        consulted = await requests.consult(token, ids, place);
        return ['DONE', 'ERROR'].includes(consulted.register.status);
      }, PATIENCE_MS);
      return consulted;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await app.close();
      await test.close();
    },
  };
}
