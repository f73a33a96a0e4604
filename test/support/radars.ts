// Monitoring as it is served: the API on a registry with a few rows, and a worker when a test wants one.
import type { InjectOptions } from 'fastify';
import { makeCpf } from '../../sandbox/numbers.ts';
import { startAnalysisApi } from './analyses.ts';
import type { AnalysisApi } from './analyses.ts';
import { bearer, startTestApi } from './api.ts';
import type { TestApi } from './api.ts';
import { noteCanary } from './canaries.ts';
import { eventually } from './eventually.ts';

export type RadarLink = {
  id: number;
  radar: {
    id: number;
    code: string;
    name: string;
    type: string;
    createdAt: number;
    active: boolean;
    preProcessedAt: string | null;
    typeCustomer: string;
  };
  createdAt: number;
};

type Wanted = { organizationId?: number; name?: string; type?: string; headers?: Record<string, string> };
type Answer = ReturnType<AnalysisApi['inject']>;

export type RadarApi = AnalysisApi & {
  send(token: string, method: InjectOptions['method'], url: string, payload?: object): Answer;
  add(token: string, code: string, more?: Wanted): Answer;
  bulk(token: string, body: string, contentType: string, organizationId?: number): Answer;
  /** A service token of organization 1. */
  tokenOf(token: string, role: string): Promise<string>;
  /** Another process on the same database. */
  secondNode(): Promise<TestApi>;
  radars(token: string, query?: string, organizationId?: number): Promise<RadarLink[]>;
  radarOf(token: string, code: string): Promise<RadarLink>;
  /** Waits until every radar that is to be primed is. */
  settle(): Promise<void>;
  count(from: string): Promise<number>;
};

/** CPFs that are nobody's: the numbers from 950,000,000 on are never drawn. */
export function cpfAt(index: number): string {
  return makeCpf(950_000_000 + index);
}

const PATIENCE_MS = 60_000;
const HURRY_SQL = `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`;

export async function startRadarApi(env: Record<string, string> = {}): Promise<RadarApi> {
  const test = await startAnalysisApi({ hasPopulation: false, env });
  const send: RadarApi['send'] = (token, method, url, payload) =>
    test.inject({
      method: method ?? 'GET',
      url,
      headers: bearer(token),
      ...(payload === undefined ? {} : { payload }),
    });
  const count: RadarApi['count'] = async (from) =>
    (await test.rows<{ count: number }>(`select count(*)::int as count from ${from}`))[0]?.count ?? -1;
  const radars: RadarApi['radars'] = async (token, query = '', organizationId = 1) => {
    const url = `/v2/organizations/${organizationId}/radars${query}`;
    return (await send(token, 'GET', url)).json<RadarLink[]>();
  };
  return {
    ...test,
    send,
    count,
    radars,
    add: (token, code, more = {}) => {
      const { organizationId = 1, name = 'Radar inventado', headers = {} } = more;
      const bare = code.replaceAll(/[./ -]/g, '');
      return test.inject({
        method: 'POST',
        url: `/v1/organization/${organizationId}/radar`,
        headers: { ...bearer(token), ...headers },
        payload: { name, code, type: more.type ?? (bare.length === 11 ? 'CPF' : 'CNPJ') },
      });
    },
    bulk: (token, body, contentType, organizationId = 1) =>
      test.inject({
        method: 'POST',
        url: `/v1/organization/${organizationId}/radars/bulk`,
        headers: { ...bearer(token), 'content-type': contentType },
        payload: body,
      }),
    tokenOf: async (token, role) => {
      const made = await send(token, 'POST', '/v1/organization/1/tokens', { name: role, role });
      const { token: secret } = made.json<{ token: string }>();
      noteCanary(secret);
      return secret;
    },
    secondNode: () =>
      startTestApi({ database: test.database, env: { FAROL_KEY_FILE: test.config.keyFile, ...env } }),
    radarOf: async (token, code) => {
      const found = (await radars(token)).find(({ radar }) => radar.code === code);
      if (found === undefined) throw new Error('There is no such radar');
      return found;
    },
    settle: async () => {
      await eventually(async () => {
        await test.database.admin(HURRY_SQL);
        const waiting = 'primed_at is null and removed_at is null and paused_at is null';
        return (await count(`farol.radars where ${waiting}`)) === 0;
      }, PATIENCE_MS);
    },
  };
}
