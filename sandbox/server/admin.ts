// The sandbox's own routes: how it behaves, which day it has, how often it was asked.
import { isDay } from './days.ts';
import { parseJsonObject, reply } from './reply.ts';
import type { Asked, Reply } from './reply.ts';
import { LIVE_DOCUMENTS } from './test-documents.ts';
import { MODES, SOURCES } from './world.ts';
import type { Behaviour, Mode, SourceName, World } from './world.ts';

export const ADMIN_PREFIX = '/sandbox/';

const MOST_LATENCY_MS = 600_000;

function findSource(name: string | null): SourceName | null | undefined {
  return name === null ? null : SOURCES.find((source) => source === name);
}

function isWait(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_LATENCY_MS;
}

/** A sentence that says what is wrong, or the change. */
function readBehaviour(body: string): Partial<Behaviour> | string {
  const { latencyMs, pendingMs, failureRate, mode, ...unknown } = parseJsonObject(body);
  const isTime = isWait(latencyMs);
  const isPending = isWait(pendingMs);
  const isShare = typeof failureRate === 'number' && failureRate >= 0 && failureRate <= 1;
  if (latencyMs !== undefined && !isTime) return `latencyMs is 0 to ${MOST_LATENCY_MS}`;
  if (pendingMs !== undefined && !isPending) return `pendingMs is 0 to ${MOST_LATENCY_MS}`;
  if (failureRate !== undefined && !isShare) return 'failureRate is 0 to 1';
  if (mode !== undefined && !MODES.includes(mode as Mode)) return `mode is one of ${MODES.join(', ')}`;
  if (Object.keys(unknown).length > 0) return 'latencyMs, pendingMs, failureRate and mode can be set';
  return {
    ...(isTime ? { latencyMs } : {}),
    ...(isPending ? { pendingMs } : {}),
    ...(isShare ? { failureRate } : {}),
    ...(mode === undefined ? {} : { mode: mode as Mode }),
  };
}

function putBehaviour({ query, body }: Asked, world: World): Reply {
  const source = findSource(query.get('source'));
  const change = readBehaviour(body);
  if (source === undefined || typeof change === 'string') {
    return reply(400, {
      message: typeof change === 'string' ? change : `source is one of ${SOURCES.join(', ')}`,
    });
  }
  world.behave(source, change);
  return reply(200, describeBehaviour(world));
}

function describeBehaviour(world: World): Record<string, Behaviour> {
  return Object.fromEntries(SOURCES.map((source) => [source, world.behaviourOf(source)]));
}

function putTime({ body }: Asked, world: World): Reply {
  const { today } = parseJsonObject(body);
  if (today !== null && (typeof today !== 'string' || !isDay(today))) {
    return reply(400, { message: 'today is a day such as 2027-01-31, or null for the true one' });
  }
  world.travelTo(today);
  return reply(200, { today: world.today() });
}

export function answerAdmin(asked: Asked, world: World): Reply {
  switch (`${asked.method} ${asked.path}`) {
    case 'GET /sandbox/health':
      return reply(200, { status: 'ok' });
    case 'GET /sandbox/behaviour':
      return reply(200, describeBehaviour(world));
    case 'PUT /sandbox/behaviour':
      return putBehaviour(asked, world);
    case 'GET /sandbox/calls':
      return reply(200, world.calls());
    case 'GET /sandbox/time':
      return reply(200, { today: world.today() });
    case 'PUT /sandbox/time':
      return putTime(asked, world);
    case 'GET /sandbox/documents':
      return reply(200, { documents: LIVE_DOCUMENTS });
    case 'POST /sandbox/reset':
      world.reset();
      return reply(200, { today: world.today() });
    default:
      return reply(404, { message: 'no such route' });
  }
}
