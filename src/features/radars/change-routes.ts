import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import type { RadarChanges } from './change-service.ts';
import type { RadarLists } from './list-service.ts';
import { FAULT_TEXTS, readName } from './rules.ts';
import * as schemas from './schemas.ts';

const tags = ['Monitoring'];
const JSON_TYPE = 'application/json; charset=utf-8';
const RADAR = '/v1/organization/:organizationId/radars/:radarId';
const viewer = { kind: 'organization', role: 'viewer' } as const;
const analyst = { kind: 'organization', role: 'analyst' } as const;
const monitoring = { ...analyst, anyFeature: ['MONITORING'] } as const;

function requireName(text: string): string {
  const name = readName(text);
  if (name === null) {
    throw new FarolError('PARAMETER_INVALID', { details: [{ path: '/name', message: FAULT_TEXTS.name }] });
  }
  return name;
}

type One = { Params: { organizationId: number; radarId: number } };

const radarOf = (request: FastifyRequest<One>) => ({
  entry: entryOf(request),
  actor: callerOf(request).key,
  radarId: request.params.radarId,
});

export function addRadarRoutes(
  app: FastifyInstance,
  { lists, changes }: { lists: RadarLists; changes: RadarChanges },
): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  const params = schemas.RadarPath;
  const response = { 200: schemas.RadarLink };
  typed.get(
    RADAR,
    { config: { access: viewer, errors: [404] }, schema: { tags, summary: 'One radar', params, response } },
    async (request, reply) => reply.type(JSON_TYPE).send((await lists.get(radarOf(request))) as never),
  );
  typed.patch(
    RADAR,
    {
      config: { access: analyst, errors: [404] },
      schema: { tags, summary: 'Rename a radar', params, body: schemas.RenameBody, response },
      preHandler: (request, _reply, done) => {
        requireName(request.body.name);
        done();
      },
    },
    async (request, reply) =>
      reply
        .type(JSON_TYPE)
        .send((await changes.rename({ ...radarOf(request), name: requireName(request.body.name) })) as never),
  );
  typed.post(
    `${RADAR}/pause`,
    {
      config: { access: analyst, emptyBody: true, errors: [404, 409] },
      schema: { tags, summary: 'Pause a radar, from dtAvailablePause on', params, response },
    },
    async (request, reply) => reply.type(JSON_TYPE).send((await changes.pause(radarOf(request))) as never),
  );
  typed.post(
    `${RADAR}/resume`,
    {
      config: { access: monitoring, emptyBody: true, errors: [404] },
      schema: { tags, summary: 'Resume a paused radar; it is matched again', params, response },
    },
    async (request, reply) => reply.type(JSON_TYPE).send((await changes.resume(radarOf(request))) as never),
  );
  typed.delete(
    RADAR,
    {
      config: { access: analyst, errors: [404] },
      schema: { tags, summary: 'Stop watching a document', params, response: { 200: schemas.Done } },
    },
    async (request, reply) => {
      await changes.remove(radarOf(request));
      return reply.send({ success: true });
    },
  );
}
