// Clients that send batches, each under a key of its own and again until they know what came of it, and that read back which
// analysis each document has become.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer } from '../../support/requests.ts';
import type { Answer } from '../../support/requests.ts';
import { writeFault } from '../answers.ts';
import type { Journal } from '../journal.ts';
import { hashBody } from '../journal.ts';
import type { World } from '../world.ts';

export type SentBatch = {
  readonly key: string;
  readonly organizationId: number;
  readonly batchId: number;
  readonly documents: readonly string[];
};
export type ToldBatch = {
  readonly status: string;
  readonly endedAt: string | null;
  readonly documents: Readonly<Record<string, number>>;
};
type Result = { line: number; document: string; userPlanConsumeAnalyticsId: number };

export type BatchClients = {
  /** Until it is taken, and once more afterwards: both answers must be the same. */
  send(organizationId: number, documents: readonly string[]): Promise<SentBatch>;
  tell(batch: SentBatch): Promise<ToldBatch | null>;
  /** Puts down which analysis each document has become. */
  witness(batch: SentBatch): Promise<void>;
};

const RETRY_MS = 100;
const PATIENCE_MS = 60_000;
const PAGE = 1000;

type Asked = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };

type Ask = (organizationId: number, asked: Asked) => Promise<Answer>;

/** Until it is answered well. Each try goes to another process than the one before. */
function createAsk(world: World): Ask {
  let turn = 0;
  const ask = async (organizationId: number, asked: Asked): Promise<Answer | null> => {
    turn += 1;
    const addresses = world.addresses();
    const origin = addresses[turn % addresses.length] ?? '';
    const sending = world.requests.send({
      ...asked,
      url: `${origin}/v1/holder/1/organization/${organizationId}/batches${asked.path}`,
      headers: {
        authorization: `Bearer ${world.tokens.get(organizationId) ?? ''}`,
        'content-type': 'application/json',
        ...asked.headers,
      },
    });
    return sending.catch((error: unknown) => {
      if (error instanceof NoAnswer) return null;
      throw error;
    });
  };
  return async (organizationId, asked) => {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask(organizationId, asked);
      if (answer?.status === 200) return answer;
      if (performance.now() > giveUpAt) throw new Error(`no answer but ${answer?.status ?? 'none'}`);
      await sleep(RETRY_MS);
    }
  };
}

export function createBatchClients({ world, journal }: { world: World; journal: Journal }): BatchClients {
  const ask = createAsk(world);

  async function* results({ organizationId, batchId }: SentBatch): AsyncGenerator<Result> {
    for (let after: number | null = 0; after !== null;) {
      const path = `/${batchId}/results?limit=${PAGE}&after=${after}`;
      const { body } = await ask(organizationId, { method: 'GET', path });
      const page = JSON.parse(body) as { results: Result[]; next: number | null };
      yield* page.results;
      after = page.next;
    }
  }

  return {
    send: async (organizationId, documents) => {
      const key = randomUUID();
      await Promise.all(
        documents.map((note, index) =>
          journal.write({ kind: 'sent', key: `${key} ${index + 1}`, organizationId, note }),
        ),
      );
      const body = JSON.stringify({ documents });
      const headers = { 'idempotency-key': key };
      const asked = { method: 'POST' as const, path: '', headers, body };
      const first = await ask(organizationId, asked);
      const again = await ask(organizationId, asked);
      if (again.body !== first.body)
        await writeFault(journal, 'I10', 'a batch was answered in two ways under its key');
      const { batchId } = JSON.parse(first.body) as { batchId: number };
      return { key, organizationId, batchId, documents };
    },
    tell: async ({ organizationId, batchId }) => {
      const { body } = await ask(organizationId, { method: 'GET', path: `/${batchId}` });
      return JSON.parse(body) as ToldBatch;
    },
    witness: async (batch) => {
      for await (const { line, document, userPlanConsumeAnalyticsId: id } of results(batch)) {
        const key = `${batch.key} ${line}`;
        const entry = { kind: 'acknowledged' as const, key, status: 200, bodyHash: hashBody(document) };
        await journal.write({ ...entry, id: String(id) });
      }
    },
  };
}
