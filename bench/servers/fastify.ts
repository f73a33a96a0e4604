// Fastify as it comes, with constant answers. The GET sends a ready text, the least that a Fastify route can do; the POST
// validates a small body and serialises its answer, both by schema, as every creating endpoint must. `/ready` validates a
// body and sends the text, as an endpoint does that is asked by POST for what it has.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';
import { describeValue, lengthenTo } from './constant-answer.ts';

const text = readFileSync(process.argv[2] ?? '', 'utf8');
const value = lengthenTo(JSON.parse(text) as Record<string, unknown>, Buffer.byteLength(text));
const id = { type: 'integer', minimum: 1 };

const app = fastify({ logger: false });
app.get('/constant', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
app.post(
  '/constant',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['organizationId', 'planId', 'document'],
        properties: {
          organizationId: { type: 'integer', minimum: 1 },
          planId: { type: 'integer', minimum: 1 },
          document: { type: 'string', pattern: '^[0-9A-Z]{11,14}$' },
        },
      },
      response: { 200: describeValue(value) },
    },
  },
  (_request, reply) => reply.send(value),
);
app.post(
  '/ready',
  {
    schema: {
      body: {
        type: 'object',
        required: ['holderId', 'organizationId', 'userPlanConsumeUniqueId'],
        properties: { holderId: id, organizationId: id, userPlanConsumeUniqueId: id },
      },
    },
  },
  (_request, reply) => reply.type('application/json; charset=utf-8').send(text),
);
endWithParent(() => app.close());
await app.listen({ host: '127.0.0.1', port: 0 });
reportReady({ port: (app.server.address() as AddressInfo).port });
