import { once } from 'node:events';
// A client that sends bytes as they are and reads whatever comes back, answer by answer.
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApi } from './api.ts';

export type WireAnswer = { status: number; headers: Record<string, string>; body: string };
export type Exchange = { answers: WireAnswer[]; isClosed: boolean; rest: string };

const LINE = '\r\n';

function readChunked(text: string): { body: string; rest: string } | null {
  let body = '';
  let rest = text;
  for (;;) {
    const end = rest.indexOf(LINE);
    const size = end < 0 ? Number.NaN : Number.parseInt(rest.slice(0, end), 16);
    if (Number.isNaN(size) || rest.length < end + 4 + size) {
      return null;
    }
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
    if (size === 0) {
      return { body, rest };
    }
  }
}

function readBody(head: WireAnswer, rest: string, isHead: boolean): { body: string; rest: string } | null {
  if (isHead || head.status < 200 || head.status === 204 || head.status === 304) {
    return { body: '', rest };
  }
  if (head.headers['transfer-encoding'] === 'chunked') {
    return readChunked(rest);
  }
  const length = Number(head.headers['content-length'] ?? 0);
  return rest.length < length ? null : { body: rest.slice(0, length), rest: rest.slice(length) };
}

/** Latin-1 keeps one character a byte, so lengths are true. */
export function readAnswers(text: string, isHead = false): { answers: WireAnswer[]; rest: string } {
  const answers: WireAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf(LINE + LINE);
    const [line = '', ...fields] = rest.slice(0, Math.max(end, 0)).split(LINE);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    if (end < 0 || Number.isNaN(status)) {
      return { answers, rest };
    }
    const headers = Object.fromEntries(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    );
    const read = readBody({ status, headers, body: '' }, rest.slice(end + 4), isHead);
    if (read === null) {
      return { answers, rest };
    }
    answers.push({ status, headers, body: Buffer.from(read.body, 'latin1').toString('utf8') });
    rest = read.rest;
  }
}

export async function listen(test: TestApi): Promise<number> {
  await test.api.app.listen({ port: 0, host: '127.0.0.1' });
  return (test.api.app.server.address() as AddressInfo).port;
}

/** Bytes go out in one write each; a number is a pause in milliseconds, null closes our half. */
export type Step = string | Uint8Array | number | null;

async function send(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'number') {
      await sleep(step);
    } else if (step === null) {
      socket.end();
    } else if (socket.writable) {
      socket.write(typeof step === 'string' ? Buffer.from(step, 'latin1') : step);
    }
  }
}

/** Ends when the server closes, or when `answers` have come and nothing more follows for a moment. */
export async function exchange(
  port: number,
  steps: readonly Step[],
  wanted: { answers: number; quietMs?: number; timeoutMs?: number; isHead?: boolean },
): Promise<Exchange> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const heard = { text: '', isClosed: false };
  socket.on('data', (chunk) => {
    heard.text += chunk.toString('latin1');
  });
  socket.on('error', () => {
    heard.isClosed = true;
  });
  socket.on('end', () => {
    heard.isClosed = true;
  });
  await once(socket, 'connect');
  await send(socket, steps);
  const startedAt = performance.now();
  let enoughAt: number | null = null;
  while (!heard.isClosed && performance.now() - startedAt < (wanted.timeoutMs ?? 3000)) {
    await sleep(5);
    const enough = readAnswers(heard.text, wanted.isHead).answers.length >= wanted.answers;
    enoughAt = enough ? (enoughAt ?? performance.now()) : null;
    if (enoughAt !== null && performance.now() - enoughAt > (wanted.quietMs ?? 40)) {
      break;
    }
  }
  socket.destroy();
  return { ...readAnswers(heard.text, wanted.isHead), isClosed: heard.isClosed };
}
