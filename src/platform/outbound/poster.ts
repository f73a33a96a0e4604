// Posts to addresses that somebody else named. The address is judged where the socket is opened, redirects are not followed,
// and of the answer only the status and Retry-After are kept.
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import { isLoopbackAddress } from './addresses.ts';
import { CallFailure } from './call-failure.ts';
import { describeConnectionFault } from './connection-faults.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import type { ResolveAll } from './guarded-connector.ts';

export type Post = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
};

export type Posted = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type Poster = {
  /** Throws a CallFailure when there was no answer. */
  post(post: Post): Promise<Posted>;
  close(): Promise<void>;
};

export type PosterOptions = {
  /** Whether addresses of this machine may be posted to, in clear too: for a sandbox alone. */
  mayUseLoopback: boolean;
  connectTimeoutMs: number;
  /** From the question to the status. */
  deadlineMs: number;
  connectionsPerOrigin: number;
  /** PEM certificates to trust instead of the usual ones. */
  trusted?: string;
  resolve?: ResolveAll;
};

const MAX_HEADER_BYTES = 16_384;
/** Read so that the connection can serve again; what is longer or slower costs its connection. */
const MAX_READ_BYTES = 65_536;
const MAX_READ_MS = 1000;

/** By what is written, as for the sources: no other name is ever taken for loopback. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname);
}

async function passOver(body: Dispatcher.ResponseData['body']): Promise<void> {
  const stop = setTimeout(() => body.destroy(), MAX_READ_MS);
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_READ_BYTES) {
        break;
      }
    }
  } catch {
    // The status is known, and nothing else was wanted.
  } finally {
    clearTimeout(stop);
    body.on('error', () => undefined).destroy();
  }
}

export function createPoster(options: PosterOptions): Poster {
  const { deadlineMs } = options;
  const open = (isSandbox: boolean): Agent =>
    new Agent({
      connections: options.connectionsPerOrigin,
      pipelining: 1,
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: createGuardedConnector({
        isSandbox,
        timeoutMs: options.connectTimeoutMs,
        ...(options.trusted === undefined ? {} : { trusted: options.trusted }),
        ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
      }),
    });
  const [outside, sandbox] = [open(false), options.mayUseLoopback ? open(true) : null];

  const post = async ({ url, headers, body, signal }: Post): Promise<Posted> => {
    const { origin, pathname, search, hostname, protocol } = new URL(url);
    const agent = sandbox !== null && isLoopbackHost(hostname) ? sandbox : outside;
    if (protocol !== 'https:' && agent === outside) {
      throw new CallFailure('UPSTREAM', 'Nothing is posted in clear', {
        sent: 'NO',
        vendorCode: 'NOT_HTTPS',
      });
    }
    try {
      const answer = await agent.request({
        origin,
        path: `${pathname}${search}`,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      });
      await passOver(answer.body);
      return { status: answer.statusCode, headers: answer.headers };
    } catch (error) {
      throw describeConnectionFault(error, undefined);
    }
  };
  return {
    post,
    close: async () => {
      await Promise.all([outside.destroy(), sandbox?.destroy()]);
    },
  };
}
