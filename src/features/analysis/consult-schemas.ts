// Wire shapes of consulting an analysis. Names are the contract's own.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import type { ReportAddresses, WrittenReports } from './ports.ts';
import type { Status } from './step.ts';
import { STATUSES } from './step.ts';
import { createSummary, SUMMARY_KEYS } from './summary.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const StatusText = Type.Enum([...STATUSES]);

export const ConsultPath = Type.Object({ userPlanConsumeAnalyticsId: Id }, closed);
export const ConsultBody = Type.Object(
  { holderId: Id, organizationId: Id, userPlanConsumeUniqueId: Id },
  closed,
);

const Line = Type.Object(
  { vltotalProcess: Type.String({ description: 'Money' }), totalProcess: Count },
  closed,
);
const Summary = Type.Object(Object.fromEntries(SUMMARY_KEYS.map((key) => [key, Line])), closed);

export const ConsultAnswer = Type.Object(
  {
    success: Type.Boolean({ description: 'False only when the analysis ended as ERROR' }),
    reason: Text,
    register: Type.Object(
      {
        summary: Summary,
        userPlanConsumeProtestSummaryId: Text,
        userPlanConsumeGovernmentDebtorSummaryId: Text,
        bucketName: Text,
        statusIndex: StatusText,
        statusProtest: StatusText,
        statusDebtor: StatusText,
        statusQSA: StatusText,
        statusReport: StatusText,
        status: StatusText,
        typePlan: Text,
        filenameFull: Text,
        lastUserPlanConsumeAnalytics: Id,
        urlTempFull: Type.String({ description: 'Spreadsheet of all cases; good for 15 minutes' }),
        urlTemp: Type.String({ description: 'Spreadsheet of the cases with risk; good for 15 minutes' }),
        userPlanConsumeUniqueId: Id,
        userPlanConsumeAnalyticsId: Id,
        createdAt: Type.String({ description: 'dd/MM/yyyy HH:mm:ss in America/Sao_Paulo' }),
        folder: Text,
        importantTerms: Type.Array(Text, { maxItems: 20 }),
      },
      closed,
    ),
  },
  closed,
);

export type ConsultParts = {
  analysisId: string;
  uniqueId: string;
  lastAnalysisId: string;
  status: Status;
  statusIndex: Status;
  statusProtest: Status;
  statusDebtor: Status;
  statusQsa: Status;
  statusReport: Status;
  typePlan: string;
  fault: string | null;
  /** JSON texts. */
  summary: string | null;
  importantTerms: string;
  reports: WrittenReports | null;
  createdAt: string;
};

const EMPTY_SUMMARY = JSON.stringify(createSummary().toWire());
const REASONS: Readonly<Record<string, string>> = {
  CASES_FAILED: 'The court cases could not be read. The unit was given back.',
  REPORT_FAILED: 'The spreadsheets could not be written. The unit was given back.',
};
const OTHER_REASON = 'The analysis could not be brought to its end. The unit was given back.';

/** In words for the caller; empty where nothing failed. */
export function reasonOf(fault: string | null): string {
  return fault === null ? '' : (REASONS[fault] ?? OTHER_REASON);
}

/** Protests and debts of an analysis go by its own id; nothing before they are checked. */
function summaryId(status: Status, analysisId: string): string {
  return status === 'DONE' ? analysisId : '';
}

/** The answer's own text: what is stored as JSON goes out as it is. */
export function consultToWire(parts: ConsultParts, addresses: ReportAddresses): string {
  const { analysisId, reports, fault } = parts;
  const quoted = JSON.stringify;
  const [full, risk] = reports === null ? [null, null] : [reports.full, reports.risk];
  return `{"success":${fault === null},"reason":"${reasonOf(fault)}","register":{"summary":${
    parts.summary ?? EMPTY_SUMMARY
  },"userPlanConsumeProtestSummaryId":"${summaryId(parts.statusProtest, analysisId)}","userPlanConsumeGovernmentDebtorSummaryId":"${summaryId(
    parts.statusDebtor,
    analysisId,
  )}","bucketName":${quoted(addresses.bucketName)},"statusIndex":"${parts.statusIndex}","statusProtest":"${
    parts.statusProtest
  }","statusDebtor":"${parts.statusDebtor}","statusQSA":"${parts.statusQsa}","statusReport":"${
    parts.statusReport
  }","status":"${parts.status}","typePlan":"${parts.typePlan}","filenameFull":${quoted(
    full?.filename ?? '',
  )},"lastUserPlanConsumeAnalytics":${parts.lastAnalysisId},"urlTempFull":${quoted(
    full === null ? '' : addresses.signAddress(full),
  )},"urlTemp":${quoted(risk === null ? '' : addresses.signAddress(risk))},"userPlanConsumeUniqueId":${
    parts.uniqueId
  },"userPlanConsumeAnalyticsId":${analysisId},"createdAt":"${parts.createdAt}","folder":${quoted(
    full?.folder ?? '',
  )},"importantTerms":${parts.importantTerms}}}`;
}
