// Batches as they are served: the API, a registry with documents of so many cases each, and a worker when a test wants one.
import { makeCpf } from '../../sandbox/numbers.ts';
import { startAnalysisApi } from './analyses.ts';
import type { AnalysisApi } from './analyses.ts';
import { bearer } from './api.ts';
import { eventually } from './eventually.ts';
import { fillDocuments } from './many-cases.ts';
import { addImported } from './registry-rows.ts';

export type BatchBody = {
  batchId: number;
  status: string;
  total: number;
  accepted: number;
  refused: number;
  createdAt: string;
  startedAt: string | null;
  cancelledAt: string | null;
  endedAt: string | null;
  documents: { waiting: number; processing: number; done: number; error: number; cancelled: number };
  unitsCharged: number;
  unitsGivenBack: number;
  spreadsheet: { filename: string; bytes: number; totalProcesses: number; urlTemp: string } | null;
};
export type ResultBody = {
  line: number;
  document: string;
  documentInfo: string;
  status: string;
  reason: string;
  userPlanConsumeUniqueId: number;
  userPlanConsumeAnalyticsId: number;
  summary: Record<string, { vltotalProcess: string; totalProcess: number }> | null;
};

type Place = { organizationId?: number; holderId?: number };
type Answer = ReturnType<AnalysisApi['inject']>;
type Sent = Place & { contentType?: string; query?: string; headers?: Record<string, string> };

export type BatchApi = AnalysisApi & {
  /** An object goes as JSON, text as CSV unless it is told otherwise. */
  send(token: string, body: object | string, more?: Sent): Answer;
  read(token: string, path: string, place?: Place): Answer;
  cancel(token: string, batchId: number, place?: Place): Answer;
  batch(token: string, batchId: number): Promise<BatchBody>;
  results(token: string, batchId: number): Promise<ResultBody[]>;
  /** Companies with so many cases each. */
  fill(count: number, cases: number): Promise<string[]>;
  /** Waits for the end; jobs that wait for their next attempt are hurried. */
  end(token: string, batchId: number): Promise<BatchBody>;
  count(from: string): Promise<number>;
};

/** CPFs that are nobody's: the numbers from 950,000,000 on are never drawn. */
export function cpfsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => makeCpf(951_000_000 + first + index));
}

const HURRY_SQL = `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`;
const PATIENCE_MS = 120_000;

const pathOf = ({ organizationId = 1, holderId = 1 }: Place): string =>
  `/v1/holder/${holderId}/organization/${organizationId}/batches`;

export async function startBatchApi(env: Record<string, string> = {}): Promise<BatchApi> {
  const test = await startAnalysisApi({ hasPopulation: false, env });
  const read: BatchApi['read'] = (token, path, place = {}) =>
    test.inject({ url: `${pathOf(place)}${path}`, headers: bearer(token) });
  const batch: BatchApi['batch'] = async (token, batchId) =>
    (await read(token, `/${batchId}`)).json<BatchBody>();
  return {
    ...test,
    read,
    batch,
    send: (token, body, more = {}) =>
      test.inject({
        method: 'POST',
        url: `${pathOf(more)}${more.query ?? ''}`,
        headers: {
          ...bearer(token),
          'content-type': more.contentType ?? (typeof body === 'string' ? 'text/csv' : 'application/json'),
          ...more.headers,
        },
        payload: body,
      }),
    cancel: (token, batchId, place = {}) =>
      test.inject({ method: 'POST', url: `${pathOf(place)}/${batchId}/cancel`, headers: bearer(token) }),
    results: async (token, batchId) => {
      const all: ResultBody[] = [];
      for (let after: number | null = 0; after !== null;) {
        const page = await read(token, `/${batchId}/results?limit=1000&after=${after}`);
        const { results, next } = page.json<{ results: ResultBody[]; next: number | null }>();
        all.push(...results);
        after = next;
      }
      return all;
    },
    fill: async (count, cases) => {
      await addImported(test.database, 'cases');
      return fillDocuments({ query: (sql, values) => test.database.admin(sql, values) }, { count, cases });
    },
    end: async (token, batchId) => {
      let known = await batch(token, batchId);
      await eventually(async () => {
        await test.database.admin(HURRY_SQL);
        known = await batch(token, batchId);
        return known.endedAt !== null;
      }, PATIENCE_MS);
      return known;
    },
    count: async (from) =>
      (await test.rows<{ count: number }>(`select count(*)::int as count from ${from}`))[0]?.count ?? -1,
  };
}
