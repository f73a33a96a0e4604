// When requests have come to their end, as everybody can read it then: one statement every few milliseconds asks for all
// that are waited for, so that watching costs the measured service next to nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../src/platform/db/client.ts';

const POLL_MS = 3;
const PATIENCE_MS = 120_000;

export type Watched = 'licence_requests' | 'analyses';

export type Ends = {
  /** Resolves with the moment, by this process's own clock; rejects for any other end than DONE. */
  awaitDone(id: string): Promise<number>;
};

type Waiting = { resolve(atMs: number): void; reject(error: Error): void; sinceMs: number };

const SQL: Readonly<Record<Watched, string>> = {
  licence_requests: `select id::text, status, fault from farol.licence_requests
    where id = any ($1::uuid[]) and status in ('DONE', 'NOT_FOUND', 'ERROR')`,
  analyses: `select id::text, status, fault || ': ' || steps::text as fault from farol.analyses
    where id = any ($1::bigint[]) and status in ('DONE', 'ERROR')`,
};

export async function withEnds<T>(
  databaseUrl: string,
  watched: Watched,
  work: (ends: Ends) => Promise<T>,
): Promise<T> {
  const waiting = new Map<string, Waiting>();
  const ending = new AbortController();
  const settle = (id: string, settled: (each: Waiting) => void): void => {
    const each = waiting.get(id);
    waiting.delete(id);
    if (each !== undefined) settled(each);
  };
  const watching = withClient(databaseUrl, 'bench', async (client) => {
    while (!ending.signal.aborted) {
      const values = [[...waiting.keys()]];
      const query = { name: watched, text: SQL[watched], values };
      const { rows } = await client.query<{ id: string; status: string; fault: string | null }>(query);
      const now = performance.now();
      for (const { id, status, fault } of rows) {
        settle(id, ({ resolve, reject }) =>
          status === 'DONE' ? resolve(now) : reject(new Error(`A request ended as ${status}: ${fault}`)),
        );
      }
      for (const [id, { sinceMs }] of waiting) {
        if (now - sinceMs > PATIENCE_MS)
          settle(id, ({ reject }) => reject(new Error('A request did not end')));
      }
      await sleep(POLL_MS);
    }
  });
  const awaitDone: Ends['awaitDone'] = (id) =>
    new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, sinceMs: performance.now() });
    });
  const broken = watching.then(() => new Promise<never>(() => {}));
  try {
    return await Promise.race([work({ awaitDone }), broken]);
  } finally {
    ending.abort();
    await watching.catch(() => undefined);
  }
}
