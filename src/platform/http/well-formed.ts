// What HTTP itself demands of a request and Node's parser lets pass: a version that we speak, exactly one Host, one
// content type, no expectation that we do not know. Two readings of one request are how requests are smuggled.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';

export function countHeader(rawHeaders: readonly string[], name: string): number {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index];
    if (given?.length === name.length && given.toLowerCase() === name) {
      seen += 1;
    }
  }
  return seen;
}

function isWellFormed({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const hosts = countHeader(rawHeaders, 'host');
  const isHosted = httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
  const { expect } = headers;
  return (
    isHosted &&
    (headers['content-type'] === undefined || countHeader(rawHeaders, 'content-type') === 1) &&
    (expect === undefined || expect.toLowerCase() === '100-continue')
  );
}

export function requireWellFormed(request: FastifyRequest, reply: FastifyReply): void {
  if (!isWellFormed(request.raw)) {
    throw new FarolError('REQUEST_MALFORMED', { headers: { connection: 'close' } });
  }
  if (request.raw.headers.upgrade !== undefined) {
    // No upgrade is offered, and Node's parser loses what was sent behind the question.
    reply.header('connection', 'close');
  }
}

/** Without a listener Node answers an unknown expectation itself, in a shape that is not ours. */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
