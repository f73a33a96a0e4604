// Routes that only tests of the platform have: they show what reached a handler, fail on demand, wait and block.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { FarolError } from '../../src/errors.ts';
import { callerOf, entryOf } from '../../src/platform/http/caller.ts';
import { Id } from '../../src/platform/http/shapes.ts';

export type Probe = {
  /** What the handlers saw, in order. */
  seen: unknown[];
  /** Requests that wait in `/v1/probe/hold`. */
  holding(): number;
  release(): void;
  /** What `/v1/probe/fail` throws next. */
  failWith(thrown: unknown): void;
  addRoutes(app: FastifyInstance): void;
};

const closed = { additionalProperties: false };
const Answer = Type.Object({ seen: Type.String() }, closed);
const response = { 200: Answer };
const OPEN = { access: { kind: 'public' } } as const;

const OrderBody = Type.Object(
  {
    organizationId: Id,
    holderId: Id,
    planId: Type.Optional(Id),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    order: Type.Optional(Type.Enum(['ASC', 'DESC'])),
  },
  closed,
);
const OrganizationPath = Type.Object({ organizationId: Id }, closed);
const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  order: Type.Optional(Type.Enum(['ASC', 'DESC'])),
  text: Type.Optional(Type.String({ maxLength: 50 })),
});

type Seen = { seen: string };

function addOrderRoutes(app: FastifyInstance, show: (value: unknown) => Seen): void {
  app.post(
    '/v1/probe/order',
    {
      config: { access: { kind: 'organization', role: 'analyst', anyFeature: ['CNH'] } },
      schema: { body: OrderBody, response },
    },
    async (request) => {
      const { organizationId, role } = entryOf(request);
      return show({ organizationId, role, caller: callerOf(request).key.split(' ')[0] });
    },
  );
  app.post(
    '/v1/probe/bare',
    {
      config: { access: { kind: 'organization', role: 'viewer' }, errorShape: 'bare' },
      schema: { body: OrderBody, response },
    },
    async (request) => show(entryOf(request).organizationId),
  );
  app.get(
    '/v1/probe/admin/:organizationId',
    {
      config: { access: { kind: 'organization', role: 'admin' } },
      schema: { params: OrganizationPath, response },
    },
    async (request) => show(entryOf(request).role),
  );
  app.put(
    '/v1/probe/empty/:organizationId',
    {
      config: { access: { kind: 'organization', role: 'viewer' }, emptyBody: true },
      schema: { params: OrganizationPath, response },
    },
    async (request) => show(request.body ?? null),
  );
}

function addOpenRoutes(app: FastifyInstance, show: (value: unknown) => Seen): void {
  const body = Type.Object({}, { additionalProperties: true });
  app.post('/v1/probe/body', { config: OPEN, schema: { body, response } }, async (request) =>
    show(request.body),
  );
  app.get('/v1/probe/query', { config: OPEN, schema: { querystring: Query, response } }, async (request) =>
    show(request.query),
  );
  const params = Type.Object({ text: Type.String({ maxLength: 256 }) }, closed);
  app.get(
    '/v1/probe/text/:text',
    { config: { ...OPEN, errors: [404] }, schema: { params, response } },
    async (request) => show(request.params),
  );
  app.get('/v1/probe/marker', { config: OPEN, schema: { response } }, async () => show('marker'));
  app.get('/v1/probe/smuggled', { config: OPEN, schema: { response } }, async () => show('smuggled'));
  app.get('/v1/probe/later', { config: OPEN, schema: { response } }, async () => {
    await sleep(60);
    return show('later');
  });
  const wait = Type.Object({ ms: Type.Integer({ minimum: 1, maximum: 5000 }) });
  app.get('/v1/probe/block', { config: OPEN, schema: { querystring: wait, response } }, async (request) => {
    const { ms } = request.query as { ms: number };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return show('blocked');
  });
}

export function createProbe(): Probe {
  const seen: unknown[] = [];
  const waiting = new Set<() => void>();
  let thrown: unknown = new FarolError('NOT_FOUND');
  const show = (value: unknown): Seen => {
    seen.push(value);
    return { seen: JSON.stringify(value) };
  };
  return {
    seen,
    holding: () => waiting.size,
    release: () => {
      for (const resolve of waiting) {
        resolve();
      }
      waiting.clear();
    },
    failWith: (next) => {
      thrown = next;
    },
    addRoutes: (app) => {
      addOrderRoutes(app, show);
      addOpenRoutes(app, show);
      app.get(
        '/v1/probe/fail',
        { config: { ...OPEN, errors: [402, 404, 409] }, schema: { response } },
        () => {
          throw thrown;
        },
      );
      app.get('/v1/probe/hold', { config: OPEN, schema: { response } }, async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await promise;
        return show('held');
      });
    },
  };
}
