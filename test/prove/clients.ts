// Clients that send creates, each under a key of its own, and never give one up before they know what came of it.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_ANSWER_MS, NoAnswer } from '../support/requests.ts';
import type { Answer } from '../support/requests.ts';
import { judgeAnswer, writeFault } from './answers.ts';
import { createTally } from './availability.ts';
import type { Tally } from './availability.ts';
import { createBatchClients } from './batches/clients.ts';
import type { BatchClients } from './batches/clients.ts';
import { hashBody } from './journal.ts';
import type { Journal } from './journal.ts';
import { writeOrder } from './misbehaviour.ts';
import type { Order } from './misbehaviour.ts';
import type { Random } from './random.ts';
import { ALL_ORGANIZATIONS, canaryOf, LOADED_ORGANIZATIONS, PLAN } from './tenants.ts';
import type { World } from './world.ts';

export type Surroundings = { world: World; journal: Journal; random: Random };
/** How a create is put, and where its answer names what was made. */
type MadeAnswer = { id?: string; requestId?: string; result?: { userPlanConsumeAnalyticsId: number } };
type Wire = {
  url(organizationId: number): string;
  body(create: Create): object;
  accepted: 200 | 201;
  idOf(answer: MadeAnswer): string | number | undefined;
};

/** `id` is there when it was acknowledged. */
export type Outcome = { kind: 'acknowledged' | 'refused' | 'unresolved'; id: string | null };
export type Clients = {
  readonly tally: Readonly<Tally>;
  /** The order is for the worker. */
  create(organizationId: number, order?: Order): Promise<Outcome>;
  /** Asks for the licence of a document. */
  request(organizationId: number, document: string): Promise<Outcome>;
  /** Asks for the analysis of a document. */
  analyse(organizationId: number, document: string): Promise<Outcome>;
  readonly batches: BatchClients;
  /** Resolves when every loop has come to an end, after `stop` says so. */
  load(stop: () => boolean, perSecond: number): Promise<void>;
};

type Create = { key: string; organizationId: number; note: string };
type Working = Surroundings & { tally: Tally; wire: Wire };

const PROBES: Wire = {
  url: (organizationId) => `/v1/probe/${organizationId}`,
  body: ({ note }) => ({ note }),
  accepted: 201,
  idOf: ({ id }) => id,
};
const LICENCES: Wire = {
  url: () => '/v1/cnh',
  body: ({ organizationId, note: document }) => ({ organizationId, document }),
  accepted: 201,
  idOf: ({ requestId }) => requestId,
};
const ANALYSES: Wire = {
  url: () => '/v2/analytics',
  body: ({ organizationId, note: documentNumber }) => ({
    holderId: 1,
    organizationId,
    planId: PLAN,
    documentType: documentNumber.length === 11 ? 'CPF' : 'CNPJ',
    documentNumber,
  }),
  accepted: 200,
  idOf: ({ result }) => result?.userPlanConsumeAnalyticsId,
};

const LOOPS = 8;
const RETRY_MS = 100;
/** When a process is not there, or no longer, the other one is asked, almost at once. */
const TURN_AWAY_MS = 10;
const GIVE_UP_MS = 60_000;
/** One in so many acknowledged creates is sent again, and one in so many is followed by a look at what is another's. */
const REPEAT_EVERY = 20;
const PRY_EVERY = 25;

function bearerOf(world: World, organizationId: number): { authorization: string } {
  return { authorization: `Bearer ${world.tokens.get(organizationId) ?? ''}` };
}

async function ask(around: Working, create: Create, address: string): Promise<Answer | 'absent' | 'lost'> {
  const { world, journal, tally, wire } = around;
  const { key, organizationId } = create;
  try {
    const answer = await world.requests.send({
      method: 'POST',
      url: `${address}${wire.url(organizationId)}`,
      headers: {
        ...bearerOf(world, organizationId),
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(wire.body(create)),
    });
    await judgeAnswer(journal, answer, { organizationId, allowed: [wire.accepted, 402] });
    if (answer.status === 503) {
      tally.refusalsMs.push(answer.ms);
      await journal.write({ kind: 'ambiguous', key, why: '503' });
    }
    return answer;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error.isSlow) await writeFault(journal, 'I10', `no answer within ${LONGEST_ANSWER_MS} ms`);
    // Nothing was sent to a process that is not there.
    if (error.why === 'ECONNREFUSED') return 'absent';
    await journal.write({ kind: 'ambiguous', key, why: error.why });
    return 'lost';
  }
}

/** Each try goes to another process than the one before. */
async function settle(around: Working, create: Create): Promise<Outcome & { tries: number }> {
  const { journal, world, random, wire } = around;
  const { key } = create;
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let place = random.pick([0, 1]);
  for (let tries = 1; performance.now() < giveUpAt; tries += 1) {
    const addresses = world.addresses();
    const answer = await ask(around, create, addresses[place % addresses.length] ?? '');
    if (typeof answer !== 'string' && answer.status === wire.accepted) {
      const id = String(wire.idOf(JSON.parse(answer.body) as MadeAnswer) ?? '');
      await journal.write({
        kind: 'acknowledged',
        key,
        status: wire.accepted,
        bodyHash: hashBody(answer.body),
        id,
      });
      return { kind: 'acknowledged', id, tries };
    }
    if (typeof answer !== 'string' && answer.status === 402) {
      await journal.write({ kind: 'refused', key });
      return { kind: 'refused', id: null, tries };
    }
    place += 1;
    await sleep(typeof answer === 'string' ? TURN_AWAY_MS : RETRY_MS);
  }
  await writeFault(journal, 'I10', `no final answer within ${GIVE_UP_MS} ms`);
  return { kind: 'unresolved', id: null, tries: Infinity };
}

async function createOne(
  around: Working,
  organizationId: number,
  noteFor: (key: string) => string,
): Promise<Outcome> {
  const { journal, tally, random } = around;
  const key = randomUUID();
  const create = { key, organizationId, note: noteFor(key) };
  await journal.write({ kind: 'sent', ...create });
  const { tries, ...outcome } = await settle(around, create);
  tally.creates += 1;
  if (tries === 1) tally.first += 1;
  if (tries === 2) tally.second += 1;
  if (outcome.kind === 'acknowledged' && random.next() < 1 / REPEAT_EVERY) {
    await settle(around, create);
  }
  return outcome;
}

function createProbe(around: Working, organizationId: number, order: Order | null = null): Promise<Outcome> {
  return createOne(around, organizationId, (key) => `${canaryOf(organizationId)}${key}${writeOrder(order)}`);
}

/** Asks for the events of another organization; the answer must be a refusal without anything of theirs. */
async function pry({ world, journal, random }: Surroundings, organizationId: number): Promise<void> {
  const other = random.pick(ALL_ORGANIZATIONS.filter((id) => id !== organizationId));
  const wanted = {
    method: 'GET',
    url: `${random.pick(world.addresses())}/v1/organization/${other}/events`,
    headers: bearerOf(world, organizationId),
  };
  const answer = await world.requests.send(wanted).catch(() => null);
  if (answer !== null) await judgeAnswer(journal, answer, { organizationId, allowed: [403, 404] });
}

async function loop(around: Working, stop: () => boolean, perSecond: number): Promise<void> {
  const everyMs = (LOOPS * 1000) / perSecond;
  while (!stop()) {
    const startedAt = performance.now();
    const organizationId = around.random.pick(LOADED_ORGANIZATIONS);
    await createProbe(around, organizationId);
    if (around.random.next() < 1 / PRY_EVERY) await pry(around, organizationId);
    await sleep(Math.max(0, startedAt + everyMs - performance.now()));
  }
}

export function createClients(surroundings: Surroundings): Clients {
  const tally = createTally();
  const around = { ...surroundings, tally, wire: PROBES };
  return {
    tally,
    create: (organizationId, order) => createProbe(around, organizationId, order),
    request: (organizationId, document) =>
      createOne({ ...around, wire: LICENCES }, organizationId, () => document),
    analyse: (organizationId, document) =>
      createOne({ ...around, wire: ANALYSES }, organizationId, () => document),
    batches: createBatchClients(surroundings),
    load: async (stop, perSecond) => {
      await Promise.all(Array.from({ length: LOOPS }, () => loop(around, stop, perSecond)));
    },
  };
}
