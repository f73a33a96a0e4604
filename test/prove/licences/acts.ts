// What the scenarios about licences do alike: ask for many at once, wait for the end of all, and look into the logs.
import { readFile } from 'node:fs/promises';
import { LICENCE_JOB } from '../../../src/features/driver-licences/index.ts';
import { eventually } from '../../support/eventually.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import type { Act, Form, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import type { World } from '../world.ts';
import { FINAL } from './stored.ts';

/** Fewer in the tests, which share the machine with others. */
const LOOPS: Record<Form, number> = { short: 25, long: 200 };

/** As fast as the sockets take them; `byId` gets the documents under the ids of their requests. */
export async function requestAll(
  { clients, random, form }: Act,
  documents: readonly string[],
  byId = new Map<string, string>(),
): Promise<void> {
  const next = documents.values();
  const askOn = async (): Promise<void> => {
    for (const document of next) {
      const { id } = await clients.request(random.pick(LOADED_ORGANIZATIONS), document);
      if (id !== null) byId.set(id, document);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LOOPS[form], documents.length) }, askOn));
}

export function listFinal({ databaseUrl }: World): Promise<{ id: string; status: string }[]> {
  const sql = 'select id::text, status from farol.licence_requests where status = any ($1)';
  return withKeptClient(
    databaseUrl,
    async (client) => (await client.query<{ id: string; status: string }>(sql, [FINAL])).rows,
  );
}

async function countOpen({ databaseUrl }: World): Promise<number> {
  const sql = 'select from farol.licence_requests where status <> all ($1)';
  return withKeptClient(databaseUrl, async (client) => (await client.query(sql, [FINAL])).rowCount ?? 0);
}

/** A request commits together with its job, and its end with the end of that. */
async function hasLiveJobs({ databaseUrl }: World): Promise<boolean> {
  const sql = `select from pgboss.job where name = $1 and state < 'completed' limit 1`;
  return withKeptClient(
    databaseUrl,
    async (client) => (await client.query(sql, [LICENCE_JOB.name])).rowCount === 1,
  );
}

/** Longer than a worker goes on with a job that is over. */
const HOPELESS_MS = 3000;

/**
 * Until at most so many are not final, or nothing has come of the others for a while and there is no job that would bring
 * them to an end. Whatever is left then is found by the checker.
 */
export async function awaitFinal(world: World, withinMs: number, mostLeft = 0): Promise<number> {
  let last = { open: -1, atMs: performance.now() };
  const isOver = async (): Promise<boolean> => {
    const hasHope = await hasLiveJobs(world);
    const open = await countOpen(world);
    if (hasHope || open !== last.open) last = { open, atMs: performance.now() };
    return open <= mostLeft || performance.now() - last.atMs > HOPELESS_MS;
  };
  return eventually(isOver, withinMs).catch(() => withinMs);
}

type LogLine = {
  time?: string;
  msg?: string;
  job?: string;
  jobId?: string;
  breaker?: string;
};

/** What the workers of this scenario said. */
export async function readLines({ workerLog, openedAtMs }: World): Promise<LogLine[]> {
  return (await readFile(workerLog, 'utf8')).split('\n').flatMap((line) => {
    try {
      const said = JSON.parse(line) as LogLine;
      return Date.parse(String(said.time)) >= openedAtMs ? [said] : [];
    } catch {
      return [];
    }
  });
}

/** Numbers of the form of a CPF, a licence or a RENACH. */
const PERSONAL = /(?<![0-9a-f-])(?:[A-Z]{2}\d{9}|\d{11})(?!\d)/g;

/** No log holds a document or a number that the source told of one. */
export async function searchLogs(world: World, documents: readonly string[]): Promise<Seen['faults']> {
  const wanted = new Set(
    documents.flatMap((document) => [
      document,
      ...world.register.toldOf(document).flatMap((told) => (told === null ? [] : [told.number, told.renach])),
    ]),
  );
  const logs = await Promise.all([world.workerLog, world.apiLog].map((path) => readFile(path, 'utf8')));
  const hits = logs.flatMap((text) => text.match(PERSONAL) ?? []).filter((each) => wanted.has(each));
  return hits.length === 0
    ? []
    : [{ invariant: 'SL', detail: `${hits.length} numbers of people stand in the logs` }];
}

/** Fault and figure in one, for what is promised. */
export function promise(detail: string, holds: boolean): Seen {
  return { figures: [detail], faults: holds ? [] : [{ invariant: 'SL', detail }] };
}

export function joinSeen(...parts: readonly Seen[]): Seen {
  return {
    figures: parts.flatMap(({ figures }) => figures),
    faults: parts.flatMap(({ faults }) => faults),
  };
}
