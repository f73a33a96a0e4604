// An analysis to be consulted: of a document with 100 cases, made by the API that is measured and a worker that is gone
// again before anything is.
import { join } from 'node:path';
import { fillDocuments } from '../test/support/many-cases.ts';
import { withEnds } from './journeys/ends.ts';
import { endProcess } from './processes.ts';
import { scratchOn } from './registry/scratch.ts';
import { CONSULT } from './rows.ts';
import { startChild } from './servers.ts';

const CASES = 100;
const PROGRAM = new URL('../src/cli.ts', import.meta.url);

type Surroundings = {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly bearer: Readonly<Record<string, string>>;
  readonly farol: { readonly origin: string };
};

async function post({ farol, bearer }: Surroundings, path: string, body: string): Promise<string> {
  const headers = { ...bearer, 'content-type': 'application/json' };
  const answer = await fetch(`${farol.origin}${path}`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

/** What it is answered with from then on. */
export async function plantAnalysis(around: Surroundings): Promise<string> {
  const { folder, databaseUrl, env } = around;
  const scratch = scratchOn(databaseUrl);
  await scratch.query(
    `insert into registry.imports (source, state, ended_at) values ('cases', 'done', now())`,
  );
  const [documentNumber] = await fillDocuments(scratch, { count: 1, cases: CASES });
  const wanted = { holderId: 1, organizationId: 1, planId: 1, documentType: 'CNPJ', documentNumber };
  const { child } = await startChild(PROGRAM, {
    logFile: join(folder, 'consult-worker.log'),
    args: ['worker'],
    env: { ...env, FAROL_WORKER_METRICS_PORT: '0' },
  });
  try {
    const created = JSON.parse(await post(around, '/v2/analytics', JSON.stringify(wanted))) as {
      result: { userPlanConsumeAnalyticsId: number };
    };
    const id = String(created.result.userPlanConsumeAnalyticsId);
    await withEnds(databaseUrl, 'analyses', (ends) => ends.awaitDone(id));
  } finally {
    await endProcess(child);
  }
  return post(around, CONSULT.path, CONSULT.body ?? '');
}
