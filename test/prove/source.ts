// The outside source that the probe's job asks: played by the supervisor, it takes its time and counts who asked.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProbeJobParts } from '../support/probe-job.ts';
import { slowMs } from './misbehaviour.ts';

export type Source = {
  readonly url: string;
  /** Calls by the id of the request. */
  readonly calls: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

const USUAL_MS = 20;

export async function startSource(): Promise<Source> {
  const calls = new Map<string, number>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://source');
    const id = pathname.slice(1);
    calls.set(id, (calls.get(id) ?? 0) + 1);
    setTimeout(() => response.end('{}'), Number(searchParams.get('ms')));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export function createAskSource(url: string): ProbeJobParts['askSource'] {
  return async ({ id, note }, signal) => {
    const answer = await fetch(`${url}/${id}?ms=${USUAL_MS + slowMs(note)}`, { signal });
    await answer.text();
  };
}
