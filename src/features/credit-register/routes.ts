import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { FarolError } from '../../errors.ts';
import { enterOrganization } from '../../platform/http/access.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import { idempotencyOf } from '../../platform/http/idempotency-key.ts';
import { readConsent, readEnd, requireDocument } from './consents.ts';
import { addHistory } from './history-routes.ts';
import { chooseOrganization } from './rules.ts';
import {
  ConsentAnswer,
  ConsentBody,
  ConsentPath,
  ConsentQuery,
  IndicatorsAnswer,
  IndicatorsPath,
  IndicatorsQuery,
  ProcessingAnswer,
  RevokedAnswer,
} from './schemas.ts';
import type { OpenRegister, Register } from './service.ts';

const TAGS = ['Credit register'];
const JSON_TYPE = 'application/json; charset=utf-8';
/** How soon it is worth asking again. */
const ASK_AGAIN_SECONDS = '2';

function addIndicators(app: FastifyInstance, register: Register): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/scr/indicators/:document',
    {
      // It charges, and HEAD must not.
      exposeHeadRoute: false,
      config: { access: { kind: 'caller' }, errorShape: 'scr', errors: [402, 403] },
      schema: {
        tags: TAGS,
        summary: 'Credit register indicators of a document',
        params: IndicatorsPath,
        querystring: IndicatorsQuery,
        response: { 200: IndicatorsAnswer, 202: ProcessingAnswer },
      },
      // The document is judged before anything else that the request holds.
      preValidation: (request, _reply, done) => {
        requireDocument(request.params.document);
        done();
      },
    },
    async (request, reply) => {
      const { organizationId, planId } = request.query;
      const answer = await register.ask({
        caller: callerOf(request),
        document: requireDocument(request.params.document),
        ...(organizationId === undefined ? {} : { organizationId }),
        ...(planId === undefined ? {} : { planId }),
      });
      if (answer.status === 'PROCESSING') {
        return reply.code(202).header('retry-after', ASK_AGAIN_SECONDS).type(JSON_TYPE).send(answer);
      }
      return reply.type(JSON_TYPE).send({
        ...answer,
        indicators: {
          ...answer.indicators,
          byBucket: [...answer.indicators.byBucket],
          byModality: [...answer.indicators.byModality],
        },
      });
    },
  );
}

function addConsents(app: FastifyInstance, { consents, clock }: OpenRegister): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/scr/consents',
    {
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: ['SCR'] },
        errorShape: 'scr',
        errors: [409],
      },
      schema: {
        tags: TAGS,
        summary: 'Record the consent of a holder',
        body: ConsentBody,
        response: { 200: ConsentAnswer },
      },
      // Here and not in the handler: what the body says is judged before the organization is entered.
      preHandler: (request, _reply, done) => {
        requireDocument(request.body.document);
        readConsent(request.body, clock.nowMs());
        readEnd(request.body, clock.nowMs());
        done();
      },
    },
    async (request, reply) => {
      const { organizationId, scope } = entryOf(request);
      const { body } = request;
      const answer = await consents.submit({
        scope,
        request: idempotencyOf(request, organizationId),
        charge: null,
        input: {
          organizationId,
          document: requireDocument(body.document),
          consent: readConsent(body, clock.nowMs()),
          expiresAt: readEnd(body, clock.nowMs()),
          actor: callerOf(request).key,
        },
      });
      return reply.type(JSON_TYPE).send(answer.body as never);
    },
  );
}

function addRevocation(app: FastifyInstance, { revoke }: OpenRegister): void {
  app.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/v1/scr/consents/:consentId',
    {
      config: { access: { kind: 'caller' }, errorShape: 'scr', emptyBody: true, errors: [403, 404] },
      schema: {
        tags: TAGS,
        summary: 'Revoke a consent',
        params: ConsentPath,
        querystring: ConsentQuery,
        response: { 200: RevokedAnswer },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const organizationId = chooseOrganization(caller, request.query.organizationId);
      if (organizationId === undefined) {
        const message = 'organizationId is required: the caller has not exactly one organization';
        throw new FarolError('PARAMETER_INVALID', { message });
      }
      const { consentId } = request.params;
      const entry = enterOrganization(caller, organizationId, 'analyst');
      return reply.type(JSON_TYPE).send(await revoke(entry, { consentId, actor: caller.key }));
    },
  );
}

export function addRegisterRoutes(app: FastifyInstance, parts: OpenRegister): void {
  addIndicators(app, parts.register);
  addHistory(app, parts.history);
  addConsents(app, parts);
  addRevocation(app, parts);
}
