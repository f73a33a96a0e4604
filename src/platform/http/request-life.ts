// What happens to every request at its beginning and its end, in one hook and one listener: headers of the answer, the
// count of requests in flight, one line in the log, one figure in the metrics. Hooks of their own for each of these cost
// a quarter of the throughput of a small read (2026-11).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openLines } from '../log.ts';
import type { LineWriter, Log } from '../log.ts';
import type { RequestPlace, Shedding } from './shedding.ts';
import { requireWellFormed } from './well-formed.ts';

export type RequestObserver = (seen: {
  method: string;
  route: string;
  status: number;
  seconds: number;
}) => void;

export type RequestLife = {
  log: Log;
  observe: RequestObserver;
  shedding: Shedding;
  headers: Readonly<Record<string, string>>;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer goes on for as long as the client wants it. */
    isLongLived: boolean;
    /** Among the requests in flight. */
    place: RequestPlace | null;
  }
  interface FastifyInstance {
    /**
     * For an answer that may go on for hours: from here on the request holds no place among those in flight, and counts
     * in the metrics with the time it took until now.
     */
    becomeLongLived(request: FastifyRequest, reply: FastifyReply): void;
  }
}

/** What the log and the metrics call a request whose client went away before its answer was out; nginx's own number. */
const CLIENT_LEFT = 499;

/**
 * Method, route pattern, status, time, caller's key and organization. Never the address as typed: a CPF in a path is
 * personal data. Successful reads are logged at debug: they are counted in the metrics, and a line for each cost a tenth
 * of the throughput (2026-11).
 */
function logRequest(
  { log, write }: { log: Log; write: LineWriter },
  request: FastifyRequest,
  ended: { status: number; ms: number; route: string },
): void {
  const { method, id, caller, entry } = request;
  const level = ended.status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) {
    return;
  }
  // Ids are checked or our own, and methods those of the parser: nothing here has to be escaped but the route.
  const what = `"requestId":"${id}","method":"${method}","route":${JSON.stringify(ended.route)}`;
  const came = `"status":${ended.status},"ms":${Math.round(ended.ms * 10) / 10}`;
  const who = caller?.key === undefined ? '' : `,"caller":"${caller.key}"`;
  const where = entry?.organizationId === undefined ? '' : `,"organizationId":${entry.organizationId}`;
  write(level, `${what},${came}${who}${where}`, 'request');
}

export function liveRequests(app: FastifyInstance, { log, observe, shedding, headers }: RequestLife): void {
  const lines = { log, write: openLines(log) };
  app.decorateRequest('routePattern', null);
  app.decorateRequest('isLongLived', false);
  app.decorateRequest('place', null);
  app.decorate('becomeLongLived', (request, reply) => {
    request.isLongLived = true;
    request.place?.leave();
    // It says so itself when it has nothing to say; the server's limit for silent sockets is not meant for it.
    reply.raw.socket?.setTimeout(0);
    const { method, routeOptions } = request;
    const seconds = reply.elapsedTime / 1000;
    observe({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, seconds });
  });
  app.addHook('onClose', (_app, done) => {
    shedding.close();
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    const { raw } = reply;
    const place = shedding.take(request.url);
    request.place = place;
    // Not the framework's `onResponse`: it never comes when the client goes away before its body is read.
    raw.on('close', () => {
      const ms = performance.now() - startedAt;
      const status = raw.writableFinished || request.isLongLived ? raw.statusCode : CLIENT_LEFT;
      const route = request.routePattern ?? request.routeOptions.url ?? 'unknown';
      if (!request.isLongLived) {
        place.leave();
        observe({ method: request.method, route, status, seconds: ms / 1000 });
      }
      logRequest(lines, request, { status, ms, route });
    });
    reply.headers(headers).header('x-request-id', request.id);
    place.requireFree();
    requireWellFormed(request, reply);
    done();
  });
}
