// The questions to the credit register that a scenario left, and what their callers are told of them.
import { withKeptClient } from '../../support/kept-connections.ts';
import type { World } from '../world.ts';

export type StoredEnquiry = { organizationId: number; id: string; status: string };

/** As the GET answers it. */
export type CreditAnswer = { status: number; indicators: Record<string, unknown> | null };

export const SETTLED: readonly string[] = ['READY', 'FAILED'];

export function readEnquiries(databaseUrl: string): Promise<StoredEnquiry[]> {
  const sql = `select organization_id::integer as "organizationId", id::text, status from farol.scr_enquiries`;
  return withKeptClient(databaseUrl, async (client) => (await client.query<StoredEnquiry>(sql)).rows);
}

export async function askForCredit(
  { addresses, requests, tokens }: World,
  organizationId: number,
  document: string,
): Promise<CreditAnswer> {
  const { status, body } = await requests.send({
    method: 'GET',
    url: `${addresses()[0] ?? ''}/v1/scr/indicators/${document}`,
    headers: { authorization: `Bearer ${tokens.get(organizationId) ?? ''}` },
  });
  const { indicators = null } = JSON.parse(body) as { indicators?: Record<string, unknown> };
  return { status, indicators };
}
