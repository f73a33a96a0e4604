// From rows to what travels.
import type { SourceLine } from '../../platform/imports/source-list.ts';
import type { JobRow } from '../../platform/jobs/queries.ts';
import type { ToldState } from '../../platform/outbound/states.ts';
import type { ActRow } from './act-store.ts';
import type { ImportRow } from './import-queries.ts';
import type { JobsAnswer } from './job-schemas.ts';
import type { Connector } from './ports.ts';
import type { FigureRow, PlanSumRow, TenantRow } from './queries.ts';
import type { PlansAnswer, SystemAnswer, TenantsAnswer } from './schemas.ts';
import type { ImportsAnswer, SourcesAnswer } from './source-schemas.ts';

type Tenant = TenantsAnswer['tenants'][number];
type Plan = PlansAnswer['plans'][number];
type Live = SourcesAnswer['live'][number];
type Imported = SourcesAnswer['imported'][number];
type Import = ImportsAnswer['imports'][number];
type Figure = JobsAnswer['figures'][number];
type Job = JobsAnswer['jobs'][number];

export function tenantToWire(row: TenantRow): Tenant {
  return {
    organizationId: Number(row.id),
    name: row.name,
    holderId: Number(row.holder_id),
    holderName: row.holder_name,
    members: Number(row.members),
    subscriptions: row.subscriptions,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  };
}

export function planToWire(row: PlanSumRow): Plan {
  return {
    planId: Number(row.id),
    name: row.name,
    typePlan: row.type_plan,
    features: row.features,
    isVisible: row.is_visible,
    organizations: Number(row.organizations),
    granted: Number(row.granted),
    consumed: Number(row.consumed),
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
  };
}

export function connectorToWire(connector: Connector, states: readonly ToldState[]): Live {
  const { capability, name, publisher, host, isInUse, missing } = connector;
  const told = isInUse ? states.find(({ source }) => source === name) : undefined;
  return {
    capability,
    name,
    publisher,
    host,
    state: isInUse ? 'IN_USE' : missing.length === 0 ? 'READY' : 'INCOMPLETE',
    missing: [...missing],
    breaker: (told?.breaker as Live['breaker'] | undefined) ?? null,
    lastSuccessAt: told?.last_success_at?.toISOString() ?? null,
    toldAt: told?.told_at.toISOString() ?? null,
  };
}

export function sourceToWire(line: SourceLine): Imported {
  const { source, description, importedAt, edition, rows, sizeBytes, lastState, lastAt } = line;
  return {
    source,
    description,
    importedAt: importedAt?.toISOString() ?? null,
    edition,
    rows,
    sizeBytes,
    lastState,
    lastAt: lastAt?.toISOString() ?? null,
  };
}

export function importToWire(row: ImportRow): Import {
  return {
    importId: Number(row.id),
    source: row.source,
    state: row.state,
    edition: row.edition,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    rowsRead: Number(row.rows_read),
    rowsSetAside: Number(row.rows_set_aside),
    timesResumed: row.times_resumed,
    reason: row.reason,
  };
}

export function figuresToWire(rows: readonly FigureRow[]): Figure[] {
  const names = [...new Set(rows.map(({ job }) => job))];
  return names.map((name) => {
    const valueOf = (kind: string, label: string): number =>
      Number(rows.find((row) => row.job === name && row.kind === kind && row.label === label)?.value ?? 0);
    return {
      job: name,
      waiting: valueOf('state', 'waiting'),
      running: valueOf('state', 'running'),
      dead: valueOf('state', 'dead'),
      settled: valueOf('outcome', 'settled'),
    };
  });
}

export function jobToWire(row: JobRow): Job {
  return {
    id: row.id,
    job: row.job,
    organizationId: row.organization_id === null ? null : Number(row.organization_id),
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    startsAt: row.starts_at.toISOString(),
    reason: row.reason,
  };
}

export function actToWire({ id, at, username, action, subject }: ActRow): SystemAnswer['acts'][number] {
  return { id: Number(id), at: at.toISOString(), username, action, subject };
}
