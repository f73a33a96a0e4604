// One request at a time over kept connections, with everything that a checker wants to know about the answer.
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string; ms: number };
export type Wanted = { method: string; url: string; headers: Record<string, string>; body?: string };

export const LONGEST_ANSWER_MS = 5000;

export class NoAnswer extends Error {
  readonly why: string;
  readonly isSlow: boolean;

  constructor(why: string, isSlow: boolean) {
    super(`no answer: ${why}`);
    this.why = why;
    this.isSlow = isSlow;
  }
}

export type Requests = { send(wanted: Wanted): Promise<Answer>; close(): void };

export function createRequests(): Requests {
  // A connection is given up well before its server closes it: on a busy machine a second of grace is too short.
  const agent = new Agent({ keepAlive: true, maxSockets: 300, agentKeepAliveTimeoutBuffer: 10_000 });
  return {
    close: () => agent.destroy(),
    send: ({ method, url, headers, body }) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const fail = (error: NodeJS.ErrnoException): void => {
          const isSlow = error.name === 'AbortError' || error.name === 'TimeoutError';
          reject(new NoAnswer(isSlow ? 'slow' : (error.code ?? error.message), isSlow));
        };
        const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
        const sent = request(url, { method, headers, agent, signal }, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('error', fail);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: text,
              ms: performance.now() - startedAt,
            }),
          );
        });
        sent.on('error', fail);
        sent.end(body);
      }),
  };
}
