// A long answer over a real socket, and how much the process holds of it while it flows.
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { bearer } from './api.ts';

export type Download = { lines: number; bytes: number; ms: number; grownMb: number };

const MEGABYTE = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Collected first, so that what is counted is held and not only left over. */
function heldMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

export function describeDownload({ lines, bytes, ms, grownMb }: Download): string {
  return `${lines} lines, ${Math.round(bytes / MEGABYTE)} MB in ${Math.round(ms)} ms, at most ${grownMb} MB more held than at the first look`;
}

/**
 * Looks at memory whenever so many megabytes have come. The first look is what the others are held against: what is on its way at
 * any moment is part of it, so that only what grows with the answer counts.
 */
export async function download(
  app: FastifyInstance,
  { path, token, lookEveryMb }: { path: string; token: string; lookEveryMb: number },
): Promise<Download> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const startedAt = performance.now();
  let first: number | null = null;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, path, headers: bearer(token) }, resolve)
      .on('error', reject)
      .end();
  });
  const measured = { lines: 0, bytes: 0, ms: 0, grownMb: 0 };
  let looked = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    measured.bytes += chunk.length;
    measured.lines += chunk.toString('latin1').split('\n').length - 1;
    if (measured.bytes < looked + lookEveryMb * MEGABYTE) continue;
    looked = measured.bytes;
    const held = heldMegabytes();
    first ??= held;
    measured.grownMb = Math.max(measured.grownMb, Math.round(held - first));
  }
  measured.ms = performance.now() - startedAt;
  return measured;
}
