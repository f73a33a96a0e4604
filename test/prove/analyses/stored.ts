import type { SummaryWire } from '../../../src/features/analysis/index.ts';
import { withKeptClient } from '../../support/kept-connections.ts';
import type { World } from '../world.ts';
// The analyses that a scenario left: their rows as a superuser sees them, and what their callers read and download.
import { OF_SHEETS, readRowCounts } from './sheets.ts';
import type { SheetRows } from './sheets.ts';

export type StoredAnalysis = {
  organizationId: number;
  id: string;
  documentId: string;
  status: string;
  /** Rows of the frozen list. */
  frozen: number;
};

export type AnalysisRecord = {
  document: string;
  /** Of the document, units used less those given back. */
  consume: number;
  status: string;
  summary: SummaryWire;
  /** As the list of cases counts them. */
  listed: number;
  /** Null where there are no spreadsheets. */
  sheets: SheetRows | null;
};

export const ENDED: readonly string[] = ['DONE', 'ERROR'];
const HOLDER = 1;
const READERS = 8;
const MOST_RECORDS = 500;

const ANALYSES_SQL = `
  select a.organization_id::integer as "organizationId", a.id::text, a.document_id::text as "documentId", a.status,
    (select count(*) from farol.analysis_cases c where c.organization_id = a.organization_id
       and c.analysis_id = a.id and c.run = a.frozen_run)::integer as frozen
  from farol.analyses a order by a.id`;

export function readAnalyses(databaseUrl: string): Promise<StoredAnalysis[]> {
  return withKeptClient(
    databaseUrl,
    async (client) => (await client.query<StoredAnalysis>(ANALYSES_SQL)).rows,
  );
}

type Asked = { method: 'GET' | 'POST'; path: string; body?: object };

async function ask<T>(
  world: World,
  organizationId: number,
  { method, path, body }: Asked,
): Promise<T | null> {
  const answer = await world.requests.send({
    method,
    url: `${world.addresses()[0] ?? ''}${path}`,
    headers: {
      authorization: `Bearer ${world.tokens.get(organizationId) ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status === 200 ? (JSON.parse(answer.body) as T) : null;
}

type Activity = {
  documentNumber: string;
  consume: number;
  userPlanConsumeUniqueId: number;
};
type Consulted = {
  register: { status: string; summary: SummaryWire; urlTempFull: string; urlTemp: string };
};

async function readActivities(world: World, organizationId: number): Promise<Map<string, Activity>> {
  const activities = new Map<string, Activity>();
  for (let from = 0; ; from += MOST_RECORDS) {
    const path = `/v1/holder/${HOLDER}/organization/${organizationId}/activities?limit=${MOST_RECORDS}&from=${from}`;
    const told = await ask<{ result: Activity[] }>(world, organizationId, { method: 'GET', path });
    const page = told?.result ?? [];
    page.forEach((each) => activities.set(String(each.userPlanConsumeUniqueId), each));
    if (page.length < MOST_RECORDS) return activities;
  }
}

async function readRecord(
  world: World,
  { organizationId, id, documentId }: StoredAnalysis,
  activity: Activity,
): Promise<AnalysisRecord | null> {
  const consulted = await ask<Consulted>(world, organizationId, {
    method: 'POST',
    path: `/v2/analytics/${id}`,
    body: { holderId: HOLDER, organizationId, userPlanConsumeUniqueId: Number(documentId) },
  });
  const of = `/v1/holder/${HOLDER}/organization/${organizationId}/consumeunique/${documentId}/analytics/${id}`;
  const listed = await ask<{ total: number }>(world, organizationId, {
    method: 'GET',
    path: `${of}/cases?limit=1`,
  });
  if (consulted === null || listed === null) return null;
  const { status, summary, ...urls } = consulted.register;
  const sheets = OF_SHEETS.every((url) => urls[url] !== '') ? await readRowCounts(world, urls) : null;
  const { documentNumber: document, consume } = activity;
  return { document, consume, status, summary, listed: listed.total, sheets };
}

/** By the id of the analysis. */
export async function readAnalysisRecords(world: World): Promise<Map<string, AnalysisRecord>> {
  const rows = await readAnalyses(world.databaseUrl);
  const organizations = new Set(rows.map(({ organizationId }) => organizationId));
  const activities = new Map<number, Map<string, Activity>>();
  for (const id of organizations) activities.set(id, await readActivities(world, id));
  const records = new Map<string, AnalysisRecord>();
  const next = rows.values();
  const readOn = async (): Promise<void> => {
    for (const row of next) {
      const activity = activities.get(row.organizationId)?.get(row.documentId);
      const record = activity === undefined ? null : await readRecord(world, row, activity);
      if (record !== null) records.set(row.id, record);
    }
  };
  await Promise.all(Array.from({ length: READERS }, readOn));
  return records;
}
