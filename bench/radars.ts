// Monitoring: the list of 10,000 radars against serialising and sending the same bytes from memory, and the priming of a
// document with 100,000 cases while others go on reading.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCpf } from '../sandbox/numbers.ts';
import { withClient } from '../src/platform/db/client.ts';
import { conclude } from './measure-figure.ts';
import type { FigureResult } from './measure-figure.ts';
import { BALANCE } from './rows.ts';
import { startChild, startScript } from './servers.ts';
import type { Stage } from './stage.ts';
import { median, percentile } from './statistics.ts';

export const RADARS = 'radars';
const LISTED = 10_000;
const LIST_READS = 15;
const CASES = 100_000;
const READ_EVERY_MS = 10;
const IDLE_READS = 100;
const PRIMED_WITHIN_MS = 120_000;
/** Never drawn by the sandbox. */
const FIRST_CPF = 960_000_000;

type Pace = { readonly rounds: number; readonly say: (line: string) => void };
type Asked = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

async function run<Row>(stage: Stage, sql: string, values: readonly unknown[]): Promise<Row[]> {
  return withClient(
    stage.databaseUrl,
    'bench',
    async (client) => (await client.query(sql, [...values])).rows as Row[],
  );
}

async function timeOf({ url, headers }: Asked): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

async function medianOf(asked: Asked): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < LIST_READS; read += 1) times.push(await timeOf(asked));
  return median(times);
}

async function plantRadars(stage: Stage): Promise<void> {
  await run(
    stage,
    `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id, primed_at)
     select 1, 0, lpad(i::text, 11, '0'), lpad(i::text, 11, '0'), 'Pessoa Inventada da Silva ' || i, 'CPF', 1, now()
     from generate_series(1, $1::int) i`,
    [LISTED],
  );
  await run(stage, 'analyze farol.radars', []);
}

async function measureLists(stage: Stage, { rounds, say }: Pace): Promise<FigureResult[]> {
  await plantRadars(stage);
  const path = '/v2/organizations/1/radars';
  const ours = stage.requestFor({ server: 'farol', path, signedIn: true });
  const body = Buffer.from(await (await fetch(ours.url, { headers: ours.headers })).arrayBuffer());
  const file = join(stage.folder, 'radars.json');
  await writeFile(file, body);
  const script = new URL('./servers/stringify.ts', import.meta.url);
  const { origin } = await startScript(script, {
    logFile: join(stage.folder, 'stringify.log'),
    args: [file],
  });
  const bare = { url: `${origin}/`, headers: {} };
  const times: { ours: number; bare: number }[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const told = { ours: await medianOf(ours), bare: await medianOf(bare) };
    if (round > 0) times.push(told);
    say(`  ${RADARS} round ${round}/${rounds}: ${told.ours.toFixed(1)} ms, bare ${told.bare.toFixed(1)} ms`);
  }
  const title = `list of ${LISTED.toLocaleString('en')} radars, ${(body.length / 1e6).toFixed(1)} MB`;
  return [
    conclude({ id: RADARS, title, unit: 'ms', limit: null, values: times.map((each) => each.ours) }),
    conclude({
      id: RADARS,
      title: 'list of radars, to JSON.stringify and sending it',
      unit: '×',
      limit: { atMost: 5 },
      values: times.map((each) => each.ours / each.bare),
    }),
  ];
}

async function plantCases(stage: Stage, document: string, round: number): Promise<void> {
  await run(
    stage,
    `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, natures, traits,
       is_active, outcome, facts_version, fetched_at)
     select $1, $3 || lpad(i::text, 8, '0') || '20248260100', $1, true, 'PASSIVE', true, 1, 0, true, 0, 1, now()
     from generate_series(1, $2::int) i`,
    [document, CASES, String(round)],
  );
  await run(stage, 'vacuum analyze registry.case_parties', []);
}

async function isPrimed(stage: Stage, document: string): Promise<boolean> {
  const sql = 'select from farol.radars where document = $1 and primed_at is not null';
  return (await run(stage, sql, [document])).length > 0;
}

/** From the request on until the radar is primed; and how long others waited for their reads meanwhile. */
async function primeOne(stage: Stage, document: string): Promise<{ ms: number; reads: number[] }> {
  const balance = stage.requestFor(BALANCE);
  const { url, headers } = stage.requestFor({
    server: 'farol',
    path: '/v1/organization/1/radar',
    signedIn: true,
  });
  const startedAt = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', code: document, type: 'CPF' }),
  });
  if (!answer.ok) throw new Error(`The radar was not added: ${answer.status}`);
  const reads: number[] = [];
  while (!(await isPrimed(stage, document))) {
    reads.push(await timeOf(balance));
    await sleep(READ_EVERY_MS);
    if (performance.now() - startedAt > PRIMED_WITHIN_MS) throw new Error('The radar was not primed');
  }
  return { ms: performance.now() - startedAt, reads };
}

async function measurePriming(stage: Stage, { rounds, say }: Pace): Promise<FigureResult[]> {
  const env = { FAROL_DATABASE_URL: stage.databaseUrl, FAROL_DATA_DIR: join(stage.folder, 'api') };
  const script = new URL('./servers/product-worker.ts', import.meta.url);
  const { child } = await startChild(script, { logFile: join(stage.folder, 'product-worker.log'), env });
  const times: number[] = [];
  const slowdowns: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const document = makeCpf(FIRST_CPF + round);
    await plantCases(stage, document, round % 10);
    const idle: number[] = [];
    for (let read = 0; read < IDLE_READS; read += 1) idle.push(await timeOf(stage.requestFor(BALANCE)));
    const { ms, reads } = await primeOne(stage, document);
    times.push(ms / 1000);
    slowdowns.push(percentile(reads, 50) / percentile(idle, 50));
    say(`  ${RADARS} round ${round}/${rounds}: primed in ${Math.round(ms)} ms`);
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const what = `priming ${CASES.toLocaleString('en')} cases`;
  return [
    conclude({ id: RADARS, title: what, unit: 's', limit: { atMost: 5 }, values: times }),
    conclude({ id: RADARS, title: `${what}, reads beside it`, unit: '×', limit: null, values: slowdowns }),
  ];
}

export async function measureRadars(stage: Stage, pace: Pace): Promise<FigureResult[]> {
  pace.say('Radars');
  return [...(await measureLists(stage, pace)), ...(await measurePriming(stage, pace))];
}
