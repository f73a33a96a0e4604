// A client as the described service's customers wrote theirs: it knows addresses, and the keys that it reads in each answer.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { findShapeFaults } from '../support/shape-faults.ts';
import type { Shape } from '../support/shape-faults.ts';

export type Body = Record<string, unknown>;

type Wanted = {
  readonly method?: string;
  readonly path: string;
  readonly body?: Body;
  readonly shape: Shape;
  /** 200 unless it is said. */
  readonly status?: number;
};

export type OriginClient = {
  bearer: string;
  /** Fails when a key is missing, added, or of another type. */
  ask<T = Body>(wanted: Wanted): Promise<T>;
  /** Asks until the answer is what was waited for; every answer on the way has the shape, too. */
  poll(wanted: Wanted, isThere: (answer: Body) => boolean): Promise<Body>;
  /** Without a bearer, as a browser follows an address. */
  download(address: string): Promise<Buffer>;
};

const PATIENCE_MS = 90_000;
const EVERY_MS = 100;

export function createOriginClient(base: string): OriginClient {
  async function send({ method = 'GET', path, body }: Wanted, bearer: string): Promise<Response> {
    return fetch(base + path, {
      method,
      headers: {
        ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  const client: OriginClient = {
    bearer: '',
    ask: async <T>(wanted: Wanted) => {
      const { method = 'GET', path, shape, status = 200 } = wanted;
      const response = await send(wanted, client.bearer);
      const answer = (await response.json()) as Body;
      const place = `${method} ${path.replaceAll(/\d{11,}/g, '…')}`;
      assert.equal(response.status, status, `${place}: ${Object.keys(answer).join()}`);
      assert.deepEqual(findShapeFaults(answer, shape), [], place);
      return answer as T;
    },
    poll: async (wanted, isThere) => {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const answer = await client.ask(wanted);
        if (isThere(answer)) return answer;
        assert.ok(performance.now() < deadline, `waited in vain for ${wanted.method ?? 'GET'}`);
        await sleep(EVERY_MS);
      }
    },
    download: async (address) => {
      const response = await fetch(address);
      assert.equal(response.status, 200);
      return Buffer.from(await response.arrayBuffer());
    },
  };
  return client;
}
