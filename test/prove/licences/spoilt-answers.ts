// Ways in which an answer of the driver register can go wrong on the wire.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { World as SandboxWorld } from '../../../sandbox/server/world.ts';
import { answerWsDenatran } from '../../../sandbox/server/wsdenatran.ts';
import { BROKEN_ANSWERS } from '../../../src/platform/outbound/fixtures/broken-answers.ts';
import type { Spoiling } from './source.ts';

const JSON_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const CUTS = Array.from({ length: 19 }, (_item, index) => (index + 1) * 5);
const EVERY_MS = 1000;
const END_AFTER_MS = 100;

export const neverAnswer: Spoiling = () => undefined;

/** Headers at once, and then a byte a second for ever. */
export function drip(_socket: Socket, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), EVERY_MS);
  response.once('close', () => clearInterval(timer));
}

export function bytesOf(sandbox: SandboxWorld, document: string): Buffer {
  const asked = {
    method: 'GET',
    path: `/v1/condutores/cpf/${document}`,
    query: new URLSearchParams(),
    headers: { 'x-cpf-usuario': document },
    body: '',
  };
  return Buffer.from(JSON.stringify(answerWsDenatran(asked, sandbox).body));
}

/** As if it were the answer, whomever it is about. */
export function answerWith(bytes: Buffer): Spoiling {
  return (_socket, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bytes);
  };
}

function cuts(bytes: Buffer): Spoiling[] {
  return CUTS.flatMap((percent) => {
    const part = bytes.subarray(0, Math.floor((bytes.length * percent) / 100));
    return [
      (socket) => {
        socket.write(`${JSON_HEAD}content-length: ${part.length}\r\n\r\n`);
        socket.write(part);
      },
      (socket) => {
        socket.write(`${JSON_HEAD}content-length: ${bytes.length}\r\n\r\n`);
        socket.write(part, () => socket.destroy());
      },
      (socket) => {
        socket.write(`${JSON_HEAD}\r\n`);
        socket.end(part);
      },
    ] satisfies Spoiling[];
  });
}

/**
 * Every way in which the platform knows that bytes can be wrong, and the document's own answer cut off everywhere. The
 * connection ends afterwards: what was written past the server would keep it from answering whoever uses it next.
 */
export function breakAnswer(bytes: Buffer): Spoiling[] {
  const ways = [
    ...BROKEN_ANSWERS.map(
      ({ write }): Spoiling =>
        (socket) =>
          write(socket),
    ),
    ...cuts(bytes),
  ];
  return ways.map((spoil): Spoiling => (socket, response) => {
    spoil(socket, response);
    setTimeout(() => socket.destroySoon(), END_AFTER_MS);
  });
}
