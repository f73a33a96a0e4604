import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import * as schemas from './schemas.ts';
import type { Doing, WebhookService } from './service.ts';

const tags = ['Webhooks'];
const JSON_TYPE = 'application/json; charset=utf-8';
const PATH = '/v1/organization/:organizationId/webhooks';
const ONE = `${PATH}/:webhookId`;
const access = { kind: 'organization', role: 'admin' } as const;
const KEEP_PREVIOUS_HOURS = 24;

function doingOf(request: FastifyRequest): Doing {
  const entry = entryOf(request);
  return {
    entry,
    actor: callerOf(request).key,
    idempotency: idempotencyOf(request, entry.organizationId),
  };
}

function addCreateRoute(app: FastifyInstance, webhooks: WebhookService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    PATH,
    {
      config: { access, errors: [409] },
      schema: {
        tags,
        summary: 'Have events sent to an address; takes an Idempotency-Key',
        params: schemas.WebhooksPath,
        body: schemas.WebhookBody,
        response: { 200: schemas.WebhookWithSecret },
      },
      // Here and not in the handler: what the body says is judged before the organization is entered.
      preHandler: (request, _reply, done) => {
        webhooks.readAddress(request.body.url);
        done();
      },
    },
    async (request, reply) => {
      const { url, description = '', events = [], includeDocuments = false } = request.body;
      const fields = { url: webhooks.readAddress(url), description, eventTypes: events, includeDocuments };
      const body = await webhooks.act(doingOf(request), { kind: 'create', fields });
      return reply.type(JSON_TYPE).send(body as never);
    },
  );
}

function addReadRoutes(app: FastifyInstance, webhooks: WebhookService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    PATH,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List webhooks',
        params: schemas.WebhooksPath,
        response: { 200: schemas.WebhooksAnswer },
      },
    },
    async (request, reply) => reply.send({ webhooks: await webhooks.list(entryOf(request)) }),
  );
  typed.get(
    ONE,
    {
      config: { access, errors: [404] },
      schema: {
        tags,
        summary: 'Read a webhook',
        params: schemas.WebhookPath,
        response: { 200: schemas.Webhook },
      },
    },
    async (request, reply) => reply.send(await webhooks.get(entryOf(request), request.params.webhookId)),
  );
}

function addChangeRoutes(app: FastifyInstance, webhooks: WebhookService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.patch(
    ONE,
    {
      config: { access, errors: [404] },
      schema: {
        tags,
        summary: 'Change a webhook',
        params: schemas.WebhookPath,
        body: schemas.WebhookChange,
        response: { 200: schemas.Webhook },
      },
      preHandler: (request, _reply, done) => {
        if (request.body.url !== undefined) {
          webhooks.readAddress(request.body.url);
        }
        done();
      },
    },
    async (request, reply) => {
      const { url, ...rest } = request.body;
      const change = { ...rest, ...(url === undefined ? {} : { url: webhooks.readAddress(url) }) };
      const doing = { entry: entryOf(request), actor: callerOf(request).key };
      return reply.send(await webhooks.change(doing, request.params.webhookId, change));
    },
  );
  typed.delete(
    ONE,
    {
      config: { access, emptyBody: true, errors: [404] },
      schema: {
        tags,
        summary: 'Remove a webhook with its deliveries',
        params: schemas.WebhookPath,
        response: { 200: schemas.Done },
      },
    },
    async (request, reply) => {
      const doing = { entry: entryOf(request), actor: callerOf(request).key };
      await webhooks.remove(doing, request.params.webhookId);
      return reply.send({ success: true });
    },
  );
}

function addActRoutes(app: FastifyInstance, webhooks: WebhookService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.post(
    `${ONE}/secret/rotate`,
    {
      config: { access, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Replace the secret; the old one signs on beside it for a while',
        params: schemas.WebhookPath,
        body: schemas.RotationBody,
        response: { 200: schemas.WebhookWithSecret },
      },
    },
    async (request, reply) => {
      const { keepPreviousHours = KEEP_PREVIOUS_HOURS } = request.body;
      const { webhookId: endpointId } = request.params;
      const act = { kind: 'rotate', endpointId, keepPreviousHours } as const;
      return reply.type(JSON_TYPE).send((await webhooks.act(doingOf(request), act)) as never);
    },
  );
  typed.post(
    `${ONE}/enable`,
    {
      config: { access, emptyBody: true, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Enable a webhook; what waited is sent',
        params: schemas.WebhookPath,
        response: { 200: schemas.Webhook },
      },
    },
    async (request, reply) => {
      const act = { kind: 'enable', endpointId: request.params.webhookId } as const;
      return reply.type(JSON_TYPE).send((await webhooks.act(doingOf(request), act)) as never);
    },
  );
}

export function addWebhookRoutes(app: FastifyInstance, webhooks: WebhookService): void {
  addCreateRoute(app, webhooks);
  addReadRoutes(app, webhooks);
  addChangeRoutes(app, webhooks);
  addActRoutes(app, webhooks);
  addDeliveryRoutes(app, { webhooks, doingOf });
}
