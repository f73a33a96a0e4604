// The requests for licences that a scenario left: their rows as a superuser sees them, and their records as their callers do.
import { withKeptClient } from '../../support/kept-connections.ts';
import type { World } from '../world.ts';

export type StoredLicence = {
  organizationId: number;
  id: string;
  status: string;
  /** How often a worker took it up. */
  attempt: number;
  /** The source's own answers that were kept. */
  answers: number;
  fault: string | null;
};

export type LicenceRecord = {
  requestId: string;
  document: string;
  status: string;
  data: Record<string, unknown> | null;
};

export const FINAL: readonly string[] = ['DONE', 'NOT_FOUND', 'ERROR'];

const LICENCES_SQL = `
  select r.organization_id::integer as "organizationId", r.id::text, r.status, r.attempt, r.fault,
    (select count(*) from farol.licence_answers a
     where a.organization_id = r.organization_id and a.request_id = r.id)::integer as answers
  from farol.licence_requests r order by r.created_at, r.id`;

export function readLicences(databaseUrl: string): Promise<StoredLicence[]> {
  return withKeptClient(
    databaseUrl,
    async (client) => (await client.query<StoredLicence>(LICENCES_SQL)).rows,
  );
}

const READERS = 20;

export async function readRecord(
  { world, address = world.addresses()[0] ?? '' }: { world: World; address?: string },
  organizationId: number,
  path: string,
): Promise<LicenceRecord | null> {
  const { status, body } = await world.requests.send({
    method: 'GET',
    url: `${address}/v1/cnh/organizations/${organizationId}/${path}`,
    headers: { authorization: `Bearer ${world.tokens.get(organizationId) ?? ''}` },
  });
  return status === 200 ? (JSON.parse(body) as LicenceRecord) : null;
}

/** By the id of the request. What is read here is put on record like any other reading. */
export async function readRecords(world: World): Promise<Map<string, LicenceRecord>> {
  const records = new Map<string, LicenceRecord>();
  const rows = (await readLicences(world.databaseUrl)).values();
  const readOn = async (): Promise<void> => {
    for (const { organizationId, id } of rows) {
      const record = await readRecord({ world }, organizationId, `request/${id}`);
      if (record !== null) records.set(id, record);
    }
  };
  await Promise.all(Array.from({ length: READERS }, readOn));
  return records;
}
