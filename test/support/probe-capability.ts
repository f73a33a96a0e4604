// A capability that is nothing but its effects: one table, a create that charges, tells and is put on record, and a job
// that settles what was created. It exercises the machinery through real HTTP and is never part of the product.
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Keyring } from '../../src/platform/crypto/keyring.ts';
import { numberArray, textArray } from '../../src/platform/db/array-text.ts';
import type { Database, Transaction } from '../../src/platform/db/database.ts';
import { groupCreates } from '../../src/platform/effects/creates.ts';
import type { Accepted } from '../../src/platform/effects/creates.ts';
import type { KeptAnswer } from '../../src/platform/effects/idempotency.ts';
import { recordAudit, recordEvents } from '../../src/platform/effects/record.ts';
import { entryOf } from '../../src/platform/http/caller.ts';
import { idempotencyOf } from '../../src/platform/http/idempotency-key.ts';
import { Id } from '../../src/platform/http/shapes.ts';
import { newId } from '../../src/platform/ids.ts';
import { enqueueForRequests } from '../../src/platform/jobs/enqueue.ts';
import type { TestDatabase } from './database.ts';
import { installProbeJobs, PROBE_JOB } from './probe-job.ts';

const FEATURE = 'CNH';

const PROBE_SCHEMA = `
  create table farol.probes (
    organization_id bigint not null,
    id uuid not null,
    note text not null constraint probes_note_harmless check (note <> 'poison'),
    status text not null default 'PENDING',
    attempt integer not null default 0,
    effects integer not null default 0,
    created_at timestamptz not null default farol.clock_now(),
    primary key (organization_id, id)
  );
  alter table farol.probes enable row level security;
  alter table farol.probes force row level security;
  create policy probes_in_scope on farol.probes to farol_app
    using (organization_id = any ((select farol.scope())::bigint[]))
    with check (organization_id = any ((select farol.scope())::bigint[]));
  grant select, insert, update on farol.probes to farol_app;`;

export type ProbeInput = { organizationId: number; id: string; note: string };

async function writeProbes(
  tx: Transaction,
  accepted: readonly Accepted<ProbeInput>[],
): Promise<KeptAnswer[]> {
  const inputs = accepted.map(({ input }) => input);
  tx.send(
    'write_probes',
    `insert into probes (organization_id, id, note)
     select * from unnest($1::bigint[], $2::uuid[], $3::text[])`,
    [
      numberArray(inputs.map(({ organizationId }) => organizationId)),
      textArray(inputs.map(({ id }) => id)),
      textArray(inputs.map(({ note }) => note)),
    ],
  );
  recordEvents(
    tx,
    inputs.map(({ organizationId, id, note }) => ({
      organizationId,
      type: 'probe.created',
      data: { id, note },
    })),
  );
  recordAudit(
    tx,
    inputs.map(({ organizationId, id }) => ({
      organizationId,
      actor: 'probe',
      action: 'cnh.create',
      subject: `probe ${id}`,
      documentHash: null,
    })),
  );
  return accepted.map(({ input, planId }) => ({
    status: 201,
    body: JSON.stringify({ id: input.id, note: input.note, planId }),
  }));
}

export type Probes = ReturnType<typeof groupCreates<ProbeInput>>;

async function writeProbesAndJobs(
  tx: Transaction,
  accepted: readonly Accepted<ProbeInput>[],
): Promise<KeptAnswer[]> {
  const answers = await writeProbes(tx, accepted);
  await enqueueForRequests(
    tx,
    PROBE_JOB,
    accepted.map(({ input: { organizationId, id } }) => ({ organizationId, requestIds: [id] })),
  );
  return answers;
}

/** With `jobs`, each organization's part of a group becomes a job too. */
export function createProbes(database: Database, keyring: Keyring, { jobs = false } = {}): Probes {
  return groupCreates<ProbeInput>({ database, keyring, write: jobs ? writeProbesAndJobs : writeProbes });
}

/** As a superuser of a migrated database; makes the queue too. */
export async function installProbes({ admin }: Pick<TestDatabase, 'admin'>): Promise<void> {
  await admin(PROBE_SCHEMA);
  await installProbeJobs(admin);
}

export function addProbeRoutes(app: FastifyInstance, creates: Probes): void {
  app.post(
    '/v1/probe/:organizationId',
    {
      config: {
        access: { kind: 'organization', role: 'analyst', anyFeature: [FEATURE] },
        errors: [402, 409],
      },
      schema: {
        params: Type.Object({ organizationId: Id }, { additionalProperties: false }),
        body: Type.Object(
          { note: Type.String({ minLength: 1, maxLength: 200 }) },
          { additionalProperties: false },
        ),
        response: {
          201: Type.Object(
            { id: Type.String(), note: Type.String(), planId: Type.Integer() },
            { additionalProperties: false },
          ),
        },
      },
    },
    async (request, reply) => {
      const { organizationId, scope, plans } = entryOf(request);
      const { note } = request.body as { note: string };
      const id = newId();
      const answer = await creates.submit({
        scope,
        request: idempotencyOf(request, organizationId),
        charge: {
          organizationId,
          units: 1,
          subject: `probe ${id}`,
          planIds: plans.filter(({ features }) => features.includes(FEATURE)).map(({ planId }) => planId),
        },
        input: { organizationId, id, note },
      });
      return reply.code(201).type('application/json; charset=utf-8').send(answer.body);
    },
  );
}
