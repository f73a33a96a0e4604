// Requests that never become requests: broken HTTP, headers too large, too slow. The answer is written to the bare
// socket, in the same shape as any other error, and the connection is closed.
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FarolError } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import { newId } from '../ids.ts';
import { errorBody } from './error-translator.ts';
import { API_HEADERS } from './security-headers.ts';

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

function wireErrorAnswer(code: string | undefined): string {
  const error = new FarolError(CODES[code ?? ''] ?? 'REQUEST_MALFORMED');
  const body = JSON.stringify(errorBody(error, 'bare'));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${newId()}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Node's own names for the answer that is due next on a socket and for the request that is being read from it. */
type ServedSocket = Socket & {
  _httpMessage?: ServerResponse | null;
  parser?: { incoming?: IncomingMessage | null } | null;
};

export function answerWireError(error: Error & { code?: string }, socket: ServedSocket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    return;
  }
  const { _httpMessage: due, parser } = socket;
  if (due?.req.complete === true) {
    // What is broken came behind a whole request that is still being worked on: an answer now would be taken for that
    // request's own.
    socket.pause();
    due.once('close', () => answerWireError(error, socket));
    return;
  }
  // The rest of a request that was answered before all of it had come: a second answer would be taken for another's.
  const isAnswered = due?.headersSent ?? parser?.incoming?.complete === false;
  if (socket.writable && !isAnswered) {
    socket.end(wireErrorAnswer(error.code));
  }
  socket.destroySoon();
}
