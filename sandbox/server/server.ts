// The sandbox server: plays the sources over real sockets, so that what is tested against it is what runs against them.
// It has no secrets and no real people, and listens on loopback only.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Effect } from '../test-documents/test-document.ts';
import { ADMIN_PREFIX, answerAdmin } from './admin.ts';
import { answerCelcoin, isCelcoin } from './celcoin.ts';
import { answerDatajud, isDatajud } from './datajud.ts';
import { answerEscavador, isEscavador } from './escavador.ts';
import { answerInfosimples, isInfosimples } from './infosimples.ts';
import { answerJudit, isJudit } from './judit.ts';
import { answerPluggy, isPluggy } from './pluggy.ts';
import type { Asked, Reply } from './reply.ts';
import { reply } from './reply.ts';
import { findStory, RETRY_AFTER_SECONDS, SLOW_MS } from './test-documents.ts';
import type { SourceName, World } from './world.ts';
import { answerWsDenatran, isWsDenatran } from './wsdenatran.ts';

type Played = { name: SourceName; plays(path: string): boolean; answer(asked: Asked, world: World): Reply };

const PLAYED: readonly Played[] = [
  { name: 'senatran', plays: isWsDenatran, answer: answerWsDenatran },
  { name: 'pluggy', plays: isPluggy, answer: answerPluggy },
  { name: 'celcoin', plays: isCelcoin, answer: answerCelcoin },
  { name: 'judit', plays: isJudit, answer: answerJudit },
  { name: 'escavador', plays: isEscavador, answer: answerEscavador },
  { name: 'infosimples', plays: isInfosimples, answer: answerInfosimples },
  { name: 'datajud', plays: isDatajud, answer: answerDatajud },
];

const MOST_BODY_BYTES = 65_536;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, { ...JSON_TYPE, 'content-length': length, ...headers }).end(text);
}

/** Announces all of it and stops half way. */
function sendHalf(response: ServerResponse, { status, body }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...JSON_TYPE, 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

const limited = (response: ServerResponse): void =>
  send(response, {
    ...reply(429, { message: 'Too many requests' }),
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
const failed = (response: ServerResponse, status: 500 | 503): void =>
  send(response, reply(status, { returnCode: status, message: 'Erro interno' }));

/** What a test document does to its own answer. */
function sendWithEffect(response: ServerResponse, answer: Reply, effect: Effect, count: number): void {
  if (effect === 'RATE_LIMITED' && count % 2 === 1) limited(response);
  else if (effect === 'SERVER_ERROR') failed(response, 500);
  else if (effect === 'TRUNCATED') sendHalf(response, answer);
  else if (effect === 'HTML')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Em manutenção</body></html>');
  else send(response, answer);
}

function sendPlayed(response: ServerResponse, played: Played, asked: Asked, world: World): void {
  const { mode, latencyMs } = world.behaviourOf(played.name);
  const answer = played.answer(asked, world);
  const { document } = answer;
  if (document === null) {
    // Tokens, and what no source understood: neither counted nor spoilt.
    send(response, answer);
    return;
  }
  const count = world.count(played.name, document);
  const fails = world.failsNow(played.name);
  const effect = findStory(document)?.effect ?? 'ANSWERS';
  const finish = (): void => {
    if (mode === 'down') failed(response, 503);
    else if (mode === 'refusing') response.destroy();
    else if (mode === 'broken') sendHalf(response, answer);
    else if (mode === 'rate-limited') limited(response);
    else if (fails) failed(response, 500);
    else if (mode !== 'hanging') sendWithEffect(response, answer, effect, count);
  };
  const waitMs = latencyMs + (effect === 'SLOW' ? SLOW_MS : 0);
  if (waitMs === 0) finish();
  else setTimeout(finish, waitMs).unref();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > MOST_BODY_BYTES) {
      throw new RangeError('the body is too large');
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function createSandboxListener(world: World): RequestListener {
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
    const asked = { method: request.method ?? 'GET', path, query, headers: request.headers, body };
    const played = PLAYED.find(({ plays }) => plays(path));
    if (path.startsWith(ADMIN_PREFIX)) send(response, answerAdmin(asked, world));
    else if (played === undefined) send(response, reply(404, { message: 'no such route' }));
    else sendPlayed(response, played, asked, world);
  };
  return (request, response) => {
    if (request.method === 'GET') {
      answer(request, response, '');
      return;
    }
    readBody(request).then(
      (body) => answer(request, response, body),
      () => response.destroy(),
    );
  };
}

export type SandboxServer = { url: string; close(): Promise<void> };

export async function startSandboxServer(world: World, port: number): Promise<SandboxServer> {
  const server = createServer({ keepAliveTimeout: 60_000 }, createSandboxListener(world));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
