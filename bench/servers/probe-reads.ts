// The same point read twice: without and with the audit row that a read of personal data leaves in its statement.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { FarolError } from '../../src/errors.ts';
import { coalesceReads } from '../../src/platform/db/coalesced-reads.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { joinScopes } from '../../src/platform/db/scope.ts';
import { ASKED_SQL, auditReads, NOTED_SQL } from '../../src/platform/effects/audited-reads.ts';
import type { AuditedKey } from '../../src/platform/effects/audited-reads.ts';
import { callerOf, entryOf } from '../../src/platform/http/caller.ts';
import { Id } from '../../src/platform/http/shapes.ts';

type Found = { place: string; answer: string };

const PLAIN_SQL = `
  select a.place::text as place, json_build_object('id', p.id, 'note', p.note)::text as answer
  from unnest($1::bigint[], $2::text[]) with ordinality as a (organization_id, key, place)
  cross join lateral (
    select * from probes c where c.organization_id = a.organization_id and c.id = a.key::uuid limit 1
  ) p`;

const AUDITED_SQL = `
  with ${ASKED_SQL}, found as (
    select a.place, null::bytea as document_hash, json_build_object('id', p.id, 'note', p.note)::text as answer
    from asked a
    cross join lateral (
      select * from probes c where c.organization_id = a.organization_id and c.id = a.key::uuid limit 1
    ) p
  ), ${NOTED_SQL}
  select place::text as place, answer from found`;

function createPlainReads(database: Database) {
  return coalesceReads<AuditedKey, string | null>({
    readBatch: async (keys) => {
      const values = [keys.map(({ organizationId }) => organizationId), keys.map(({ key }) => key)];
      const scope = joinScopes(keys.map((key) => key.scope));
      const rows = await database.readOnce<Found>(scope, { name: 'plain_probes', sql: PLAIN_SQL, values });
      const found = new Map(rows.map(({ place, answer }) => [Number(place), answer]));
      return keys.map((_key, index) => found.get(index + 1) ?? null);
    },
  });
}

export function addProbeReads(app: FastifyInstance, database: Database): void {
  const reads = {
    plain: createPlainReads(database),
    audited: auditReads<Found, string>({
      database,
      name: 'audited_probes',
      action: 'cnh.read',
      subject: 'probe',
      sql: AUDITED_SQL,
      toValue: ({ answer }) => answer,
    }),
  };
  for (const [kind, { read }] of Object.entries(reads)) {
    app.get(
      `/v1/probe/:organizationId/${kind}/:key`,
      {
        config: { access: { kind: 'organization', role: 'viewer' } },
        schema: { params: Type.Object({ organizationId: Id, key: Type.String() }) },
      },
      async (request, reply) => {
        const { organizationId, scope } = entryOf(request);
        const { key } = request.params as { key: string };
        const answer = await read({ organizationId, scope, key, actor: callerOf(request).key });
        if (answer === null) throw new FarolError('NOT_FOUND');
        return reply.type('application/json; charset=utf-8').send(answer);
      },
    );
  }
}
