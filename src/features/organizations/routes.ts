import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, entryOf } from '../../platform/http/caller.ts';
import type { Entry } from '../../platform/http/caller.ts';
import * as schemas from './schemas.ts';
import type { MemberService } from './service.ts';

const tags = ['Members'];
const PATH = '/v1/organization/:organizationId/members';
const ONE = `${PATH}/:userId`;
const access = { kind: 'organization', role: 'admin' } as const;

function doingOf(request: FastifyRequest): { entry: Entry; actor: string } {
  return { entry: entryOf(request), actor: callerOf(request).key };
}

export function addMemberRoutes(app: FastifyInstance, members: MemberService): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    PATH,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the members of an organization with their roles',
        params: schemas.MembersPath,
        response: { 200: schemas.MembersAnswer },
      },
    },
    async (request, reply) => reply.send(await members.list(entryOf(request))),
  );
  typed.put(
    ONE,
    {
      config: { access, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Change the role of a member',
        params: schemas.MemberPath,
        body: schemas.MemberBody,
        response: { 200: schemas.Done },
      },
    },
    async (request, reply) => {
      await members.changeRole(doingOf(request), request.params.userId, request.body.role);
      return reply.send({ success: true });
    },
  );
  typed.delete(
    ONE,
    {
      config: { access, emptyBody: true, errors: [404, 409] },
      schema: {
        tags,
        summary: 'Take a member out of the organization',
        params: schemas.MemberPath,
        response: { 200: schemas.Done },
      },
    },
    async (request, reply) => {
      await members.remove(doingOf(request), request.params.userId);
      return reply.send({ success: true });
    },
  );
}
