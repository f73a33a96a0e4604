// Sources that answer with broken bytes or about somebody else: nothing of it is kept, the request is tried again or given
// up, and the worker lives on.
import { SOMEBODY_ELSE } from '../../../sandbox/server/test-documents.ts';
import type { Act, Scenario, Seen } from '../scenario.ts';
import { LOADED_ORGANIZATIONS } from '../tenants.ts';
import { awaitFinal, joinSeen, listFinal, promise, readLines, requestAll, searchLogs } from './acts.ts';
import { createDocuments, isDriver } from './documents.ts';
import type { Documents } from './documents.ts';
import { answerWith, breakAnswer, bytesOf } from './spoilt-answers.ts';
import { readRecord } from './stored.ts';

const PATIENCE_MS = 120_000;
/** One in so many is spoilt for good. */
const HOPELESS_EVERY = 8;
const INCIDENT = 'a source answered about another document than asked';
/** So many attempts at most; a call may put a broken one again by itself. */
const CALLS = 2;

const callsOf = (index: number): number => (index % HOPELESS_EVERY === 0 ? Infinity : CALLS);

function takeDrivers({ register }: Act['world'], documents: Documents, count: number): string[] {
  const today = register.sandbox.today();
  return Array.from({ length: count }, () => documents.take((document) => isDriver(document, today)));
}

function countDied({ workers }: Act['world']): Seen {
  return promise(`${workers.ends.length} workers died`, workers.ends.length === 0);
}

async function breakAnswers(act: Act): Promise<Seen> {
  const { world, times } = act;
  const { register } = world;
  const documents = takeDrivers(world, createDocuments(), times);
  documents.forEach((document, index) => {
    const ways = breakAnswer(bytesOf(register.sandbox, document));
    const spoil = ways[index % ways.length];
    if (spoil !== undefined) register.doom(document, { spoil, calls: callsOf(index) });
  });
  await requestAll(act, documents);
  await awaitFinal(world, PATIENCE_MS);
  const final = await listFinal(world);
  const count = (status: string): number => final.filter((each) => each.status === status).length;
  const spoilt = register.calls.filter(({ isSpoilt }) => isSpoilt).length;
  const hopeless = Math.ceil(times / HOPELESS_EVERY);
  return joinSeen(
    promise(
      `${spoilt} broken answers for ${times} requests: ${count('DONE')} were told a licence later, ${count('ERROR')} were given up`,
      count('DONE') + count('ERROR') === times && count('ERROR') >= hopeless,
    ),
    countDied(world),
    { figures: [], faults: await searchLogs(world, documents) },
  );
}

async function tellLies(act: Act): Promise<Seen> {
  const { world, clients, times } = act;
  const { register } = world;
  const [organizationId = 0] = LOADED_ORGANIZATIONS;
  const documents = takeDrivers(world, createDocuments(), times);
  const askAll = async (): Promise<void> => {
    await Promise.all(documents.map((document) => clients.request(organizationId, document)));
    await awaitFinal(world, PATIENCE_MS);
  };
  await askAll();
  const other = answerWith(bytesOf(register.sandbox, SOMEBODY_ELSE.person));
  documents.forEach((document, index) =>
    register.doom(document, { spoil: other, calls: index % 2 === 0 ? Infinity : 1 }),
  );
  await askAll();
  const latest = await Promise.all(
    documents.map((document) => readRecord({ world }, organizationId, `document/${document}`)),
  );
  const kept = latest.filter((record) => record?.status === 'DONE').length;
  const spoilt = register.calls.filter(({ isSpoilt }) => isSpoilt).length;
  const incidents = (await readLines(world)).filter(({ msg }) => msg === INCIDENT).length;
  const failed = (await listFinal(world)).filter(({ status }) => status === 'ERROR').length;
  return joinSeen(
    promise(
      `${spoilt} answers about somebody else, ${incidents} told as incidents`,
      spoilt > 0 && incidents >= spoilt,
    ),
    promise(`${failed} requests were given up`, failed === Math.ceil(times / 2)),
    promise(`${kept} of ${times} documents keep their last good licence`, kept === times),
    countDied(world),
    { figures: [], faults: await searchLogs(world, documents) },
  );
}

const settings: Pick<Scenario, 'organizations' | 'workers' | 'env'> = {
  organizations: LOADED_ORGANIZATIONS,
  workers: (form) => ({
    count: 2,
    ...(form === 'short' ? { licenceJob: { maxAttempts: 3, retryWithinSeconds: 1 } } : {}),
  }),
  env: (form) => ({
    FAROL_SOURCE_DEADLINE_MS: form === 'short' ? '2000' : '20000',
    FAROL_SOURCE_PROBE_SECONDS: form === 'short' ? '1' : '30',
  }),
};

export const CNH_BROKEN: Scenario = {
  ...settings,
  name: 'cnh-broken',
  times: { short: 180, long: 400 },
  run: breakAnswers,
};

export const CNH_LIES: Scenario = {
  ...settings,
  name: 'cnh-lies',
  times: { short: 20, long: 200 },
  run: tellLies,
};
