// Records of consumption as they are answered, in the shapes of activity-schemas.ts.
import type { RecordRow } from './consumption-queries.ts';
import type { Subject } from './sealed-subject.ts';

function recordToWire(row: RecordRow, { document, name }: Subject) {
  return {
    accessPauseMonitor: row.may_pause,
    documentInfo: name,
    documentType: row.document_type,
    documentNumber: document,
    consume: Number(row.consumed),
    typePlan: row.type_plan,
    userPlanConsumeUniqueId: Number(row.document_id),
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    planChangedAt: row.plan_changed_at,
    dtAvailablePause: row.pausable_at,
    updatedAt: row.updated_at,
    typeSearch: row.module,
  };
}

/** JSON text: the analyses in it are JSON already. */
export function activityToWire(row: RecordRow, subject: Subject): string {
  const item = JSON.stringify({
    ...recordToWire(row, subject),
    createdAtDate: Number(row.created_ms),
    rfBaseStatus: row.registry_status,
    daypausemonitor: row.days_until_pause,
    latestTotalAnalyzed: Number(row.latest_total),
    latestTotalRisk: Number(row.latest_risk),
  });
  return `${item.slice(0, -1)},"userPlanConsumeAnalytics":${row.analyses}}`;
}

type ProcessRecord = Omit<ReturnType<typeof recordToWire>, 'createdAt' | 'updatedAt' | 'typeSearch'> & {
  createdAt: string | null;
  updatedAt: string | null;
  typeSearch: string;
  dayPauseMonitor: number;
};

export function processToWire(row: RecordRow, subject: Subject): ProcessRecord {
  return { ...recordToWire(row, subject), dayPauseMonitor: row.days_until_pause };
}

/** Of a document on which nothing was used yet. */
export function unusedToWire({ document, name }: Subject, type: string): ProcessRecord {
  return {
    accessPauseMonitor: false,
    documentInfo: name,
    dayPauseMonitor: 0,
    documentType: type,
    documentNumber: document,
    consume: 0,
    typePlan: '',
    userPlanConsumeUniqueId: 0,
    createdAt: null,
    deletedAt: null,
    planChangedAt: null,
    dtAvailablePause: null,
    updatedAt: null,
    typeSearch: '',
  };
}
