// What the database holds after a scenario, read by a superuser who sees the rows of everybody.
import type { ClientBase } from 'pg';
import type { Config } from '../../src/config.ts';
import { connect } from '../../src/connect.ts';
import { verifyAudit } from '../../src/features/audit/index.ts';
import { createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import { findLedgerFaults } from '../../src/platform/effects/ledger.ts';
import { createLog } from '../../src/platform/log.ts';
import { createAuditChain } from '../../src/platform/sequencer/audit-chain.ts';
import { withKeptClient } from '../support/kept-connections.ts';
import { readAnalyses } from './analyses/stored.ts';
import type { AnalysisRecord, StoredAnalysis } from './analyses/stored.ts';
import { readEnquiries } from './credit/stored.ts';
import type { StoredEnquiry } from './credit/stored.ts';
import { readLicences } from './licences/stored.ts';
import type { LicenceRecord, StoredLicence } from './licences/stored.ts';
import { readJobs, readRuns } from './stored-jobs.ts';
import type { StoredJob, StoredRun } from './stored-jobs.ts';
import { ALL_ORGANIZATIONS } from './tenants.ts';

export type StoredProbe = {
  organizationId: number;
  id: string;
  note: string;
  status: string;
  /** How often it was claimed by a worker. */
  attempt: number;
  effects: number;
};
/** How often something stands there for a subject of the form `probe <id>`, `cnh <id>`, `analysis <id>` or `scr <id>`. */
export type Mention = { organizationId: number; subject: string; times: number };
export type StoredEvent = {
  organizationId: number;
  number: number | null;
  type: string;
  id: string;
  /** Of the worker's run that it tells of. */
  attempt: number | null;
  /** In which a request of the product ended. */
  status: string | null;
};

export type Stored = {
  probes: StoredProbe[];
  licences: StoredLicence[];
  /** As their callers read them, by the id of the request. */
  records: ReadonlyMap<string, LicenceRecord>;
  analyses: StoredAnalysis[];
  analysisRecords: ReadonlyMap<string, AnalysisRecord>;
  enquiries: StoredEnquiry[];
  charges: Mention[];
  refunds: Mention[];
  audits: Mention[];
  /** By organization and number. */
  events: StoredEvent[];
  jobs: StoredJob[];
  runs: StoredRun[];
  consumed: { organizationId: number; units: number }[];
  ledgerFaults: string[];
  auditFaults: string[];
};

const PROBES_SQL = `select organization_id::integer as "organizationId", id::text, note, status, attempt, effects
  from farol.probes`;
const LINES_SQL = `select organization_id::integer as "organizationId", subject, sum(units)::integer as times
  from farol.ledger_entries where kind = $1 group by 1, 2`;
const AUDITS_SQL = `select organization_id::integer as "organizationId", subject, count(*)::integer as times
  from farol.audit_records where action in ('cnh.create', 'analysis.create', 'scr.start') group by 1, 2`;
const EVENTS_SQL = `select organization_id::integer as "organizationId", number::integer, type,
    coalesce(data ->> 'id', data ->> 'requestId', data ->> 'enquiryId', data ->> 'userPlanConsumeAnalyticsId', data ->> 'batchId') as id, (data ->> 'attempt')::integer as attempt,
    data ->> 'status' as status
  from farol.events order by organization_id, number`;
const CONSUMED_SQL = `select organization_id::integer as "organizationId", sum(consumed)::integer as units
  from farol.subscriptions group by 1`;

async function readRows<Row>(client: ClientBase, sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(sql, values)).rows as Row[];
}

async function readFaults(
  config: Config,
  databaseUrl: string,
): Promise<{ ledger: string[]; audit: string[] }> {
  const log = createLog({ level: 'silent', process: 'prove' });
  const database = connect({ config, databaseUrl, log }, 'farol_operator', 'prove');
  const chain = createAuditChain(createKeyring(readKeyFile(config.keyFile)));
  try {
    const ledger = await database.transaction(NO_SCOPE, findLedgerFaults);
    const audit: string[] = [];
    for (const organizationId of ALL_ORGANIZATIONS) {
      const { findings, unnumbered } = await verifyAudit({ database, chain }, organizationId);
      audit.push(...findings.map((finding) => `audit chain: ${JSON.stringify(finding)}`));
      if (unnumbered > 0) audit.push(`${unnumbered} audit rows have no number`);
    }
    return {
      ledger: ledger.map(({ organization_id: id }) => `the ledger of organization ${id} does not add up`),
      audit,
    };
  } finally {
    await database.close();
  }
}

export async function readStored(
  config: Config,
  databaseUrl: string,
  read: Pick<Stored, 'records' | 'analysisRecords'>,
): Promise<Stored> {
  const { ledger, audit } = await readFaults(config, databaseUrl);
  const licences = await readLicences(databaseUrl);
  return withKeptClient(databaseUrl, async (client) => ({
    probes: await readRows<StoredProbe>(client, PROBES_SQL),
    licences,
    analyses: await readAnalyses(databaseUrl),
    enquiries: await readEnquiries(databaseUrl),
    ...read,
    charges: await readRows<Mention>(client, LINES_SQL, ['charge']),
    refunds: await readRows<Mention>(client, LINES_SQL, ['refund']),
    audits: await readRows<Mention>(client, AUDITS_SQL),
    events: await readRows<StoredEvent>(client, EVENTS_SQL),
    jobs: await readJobs(client),
    runs: await readRuns(client),
    consumed: await readRows<{ organizationId: number; units: number }>(client, CONSUMED_SQL),
    ledgerFaults: ledger,
    auditFaults: audit,
  }));
}

/** Events of each organization, and whether everything has its number. */
export async function readProgress(
  databaseUrl: string,
): Promise<{ isNumbered: boolean; events: ReadonlyMap<number, number> }> {
  return withKeptClient(databaseUrl, async (client) => {
    const [left] = await readRows<{ n: number }>(
      client,
      `select (select count(*) from farol.events where number is null)::integer
         + (select count(*) from farol.audit_records where number is null)::integer as n`,
    );
    const rows = await readRows<{ id: number; n: number }>(
      client,
      `select organization_id::integer as id, count(*)::integer as n from farol.events group by 1`,
    );
    return { isNumbered: left?.n === 0, events: new Map(rows.map(({ id, n }) => [id, n])) };
  });
}
