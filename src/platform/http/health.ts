// Liveness never asks anything outside the process; readiness asks everything that a request needs.
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';

export type HealthCheck = { name: string; check: () => Promise<boolean> };

const Live = Type.Object({ status: Type.Literal('live') }, { additionalProperties: false });
const Ready = Type.Object(
  {
    status: Type.Union([Type.Literal('ready'), Type.Literal('not ready')]),
    checks: Type.Record(Type.String(), Type.Union([Type.Literal('ok'), Type.Literal('failed')])),
  },
  { additionalProperties: false },
);

/** A check that hangs counts as failed: the caller of readiness waits for the slowest one. */
const CHECK_TIMEOUT_MS = 1000;

async function passes({ check }: HealthCheck): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false);
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

export function diskCheck(folder: string, floorMb: number): HealthCheck {
  return {
    name: 'disk',
    check: async () => {
      const { bavail, bsize } = await statfs(folder);
      return (bavail * bsize) / 1_048_576 >= floorMb;
    },
  };
}

const SHARED_MS = 1000;

/** Anybody may ask, as often as they like; the database is asked once a second at most. */
function shareResults(checks: readonly HealthCheck[]): () => Promise<boolean[]> {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let results: Promise<boolean[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - askedAtMs > SHARED_MS) {
      askedAtMs = performance.now();
      results = Promise.all(checks.map(passes));
    }
    return results;
  };
}

export function serveHealth(app: FastifyInstance, checks: readonly HealthCheck[]): void {
  const config = { access: { kind: 'public' }, limit: 'none' } as const;
  const ask = shareResults(checks);
  app.get(
    '/health/live',
    { config, schema: { tags: ['Health'], summary: 'The process runs', response: { 200: Live } } },
    (_request, reply) => reply.send({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config,
      schema: {
        tags: ['Health'],
        summary: 'The service can answer: database, migrations, keys, disk',
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply) => {
      const results = await ask();
      const ready = results.every(Boolean);
      return reply.code(ready ? 200 : 503).send({
        status: ready ? 'ready' : 'not ready',
        checks: Object.fromEntries(
          checks.map(({ name }, index) => [name, results[index] === true ? 'ok' : 'failed']),
        ),
      });
    },
  );
}
