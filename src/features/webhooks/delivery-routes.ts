import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import { entryOf } from '../../platform/http/caller.ts';
import * as schemas from './delivery-schemas.ts';
import type { Replay } from './delivery-store.ts';
import { WebhookPath } from './schemas.ts';
import type { Doing, WebhookService } from './service.ts';

const tags = ['Webhooks'];
const JSON_TYPE = 'application/json; charset=utf-8';
const ONE = '/v1/organization/:organizationId/webhooks/:webhookId';
const access = { kind: 'organization', role: 'admin' } as const;
const DEFAULT_LIMIT = 100;

function invalid(path: string, message: string): FarolError {
  return new FarolError('PARAMETER_INVALID', { message: `${path} ${message}`, details: [{ path, message }] });
}

/** What the shape alone cannot tell: one event or a stretch of time, whose ends are moments in this order. */
function readReplay({ eventId, from, to, status, after }: schemas.ReplayBody): Replay {
  if (eventId !== undefined) {
    if ([from, to, status, after].some((field) => field !== undefined)) {
      throw invalid('/eventId', 'stands alone');
    }
    return { eventId };
  }
  if (from === undefined || to === undefined) {
    throw invalid('/eventId', 'or from and to are required');
  }
  if (!(Date.parse(from) < Date.parse(to))) {
    throw invalid('/to', 'must be a time after from');
  }
  return { from, to, status: status ?? null, after: after ?? 0 };
}

export type DeliveryRouteParts = {
  webhooks: WebhookService;
  doingOf: (request: FastifyRequest) => Doing;
};

export function addDeliveryRoutes(app: FastifyInstance, { webhooks, doingOf }: DeliveryRouteParts): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.post(
    `${ONE}/test`,
    {
      config: { access, emptyBody: true, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Send a test event',
        params: WebhookPath,
        response: { 200: schemas.TestAnswer },
      },
    },
    async (request, reply) => {
      const act = { kind: 'test', endpointId: request.params.webhookId } as const;
      return reply.type(JSON_TYPE).send((await webhooks.act(doingOf(request), act)) as never);
    },
  );
  typed.get(
    `${ONE}/deliveries`,
    {
      config: { access, errors: [404] },
      schema: {
        tags,
        summary: 'What was sent, how often it was tried and what came of it',
        params: WebhookPath,
        querystring: schemas.DeliveriesQuery,
        response: { 200: schemas.DeliveriesAnswer },
      },
    },
    async (request, reply) => {
      const { after = 0, limit = DEFAULT_LIMIT, status = null, order = 'ASC' } = request.query;
      const page = { after, limit, status, isNewestFirst: order === 'DESC' };
      return reply.send(await webhooks.listDeliveries(entryOf(request), request.params.webhookId, page));
    },
  );
  typed.post(
    `${ONE}/replay`,
    {
      config: { access, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Send one event, or those of a stretch of time, once more',
        params: WebhookPath,
        body: schemas.ReplayBody,
        response: { 200: schemas.ReplayAnswer },
      },
      preHandler: (request, _reply, done) => {
        readReplay(request.body);
        done();
      },
    },
    async (request, reply) => {
      const { webhookId: endpointId } = request.params;
      const act = { kind: 'replay', endpointId, wanted: readReplay(request.body) } as const;
      return reply.type(JSON_TYPE).send((await webhooks.act(doingOf(request), act)) as never);
    },
  );
}
