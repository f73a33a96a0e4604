import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as schemas from './job-schemas.ts';
import type { OperatorJobs } from './job-service.ts';
import type { Looking } from './service.ts';

const tags = ['Operator'];
const PATH = '/v1/operator/jobs';
const access = { kind: 'operator' } as const;

type JobRouteParts = { jobs: OperatorJobs; lookingOf: (request: FastifyRequest) => Looking };

export function addOperatorJobRoutes(app: FastifyInstance, { jobs, lookingOf }: JobRouteParts): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    PATH,
    {
      config: { access },
      schema: {
        tags,
        summary: 'The queue, and what was laid aside',
        querystring: schemas.JobsQuery,
        response: { 200: schemas.JobsAnswer },
      },
    },
    async (request, reply) => reply.send(await jobs.list(lookingOf(request), request.query.state ?? null)),
  );
  typed.post(
    `${PATH}/:jobId/retry`,
    {
      config: { access, emptyBody: true, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Try a dead job again',
        params: schemas.JobPath,
        response: { 200: schemas.RetryAnswer },
      },
    },
    async (request, reply) =>
      reply.send({ retried: await jobs.retry(lookingOf(request), request.params.jobId) }),
  );
  typed.post(
    `${PATH}/retry`,
    {
      config: { access, emptyBody: true },
      schema: { tags, summary: 'Try all dead jobs again', response: { 200: schemas.RetryAnswer } },
    },
    async (request, reply) => reply.send({ retried: await jobs.retryAll(lookingOf(request)) }),
  );
}
