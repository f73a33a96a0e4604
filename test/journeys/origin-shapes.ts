// Every key that clients of the described service read, by the numbers of the interface: sections 2 and 7, and the answers
// of the detail paths. Odd spellings are the service's own.
import { listOf, orNull, under } from '../support/shape-faults.ts';
import type { Shape } from '../support/shape-faults.ts';

const maybeMoment = orNull('moment');
const maybeText = orNull('text');
const maybeDate = orNull('date');

export const LOG_IN: Shape = {
  ...under(['email', 'username', 'token', 'refreshToken'], 'words'),
  expiresIn: 'integer',
};
/** 2.8 */
export const REFRESH: Shape = under(['email', 'username', 'token'], 'words');

const PLAN: Shape = {
  ...under(['planName', 'typePlan'], 'words'),
  ...under(['typePlanCash', 'typeOrganization'], 'text'),
  ...under(['planId', 'limitIni', 'limitEnd', 'limitQtdDocument'], 'integer'),
  ...under(['hasMindMap', 'hasCertification', 'isVisible'], 'flag'),
  ...under(['createdAt', 'updatedAt'], 'moment'),
};
export const BALANCE: Shape = {
  sucess: 'flag',
  reason: 'text',
  total: 'integer',
  balance: listOf({ balance: { available: 'integer', consume: 'integer', plan: PLAN } }, 1),
};

/** 2.1 */
export const CNH: Shape = {
  ...under(['requestId', 'document', 'status'], 'words'),
  organizationId: 'integer',
  data: orNull('object'),
  ...under(['createdAt', 'updatedAt'], maybeMoment),
};

/** 2.2 */
export const RADAR: Shape = under(['name', 'code', 'type'], 'words');
export const RADARS: Shape = listOf(
  {
    id: 'integer',
    radar: {
      id: 'integer',
      ...under(['code', 'name', 'type', 'typeCustomer'], 'words'),
      createdAt: 'integer',
      active: 'flag',
      preProcessedAt: 'localMoment',
    },
    createdAt: 'integer',
  },
  1,
);

const PAUSES = under(
  ['createdAt', 'deletedAt', 'planChangedAt', 'dtAvailablePause', 'updatedAt'],
  maybeMoment,
);
/** What 2.3 and 2.6 have in common. */
const RECORD = {
  accessPauseMonitor: 'flag',
  ...under(['documentInfo', 'documentType', 'documentNumber', 'typePlan', 'typeSearch'], 'words'),
  ...under(['consume', 'userPlanConsumeUniqueId'], 'integer'),
  ...PAUSES,
} as const;

/** 2.3 */
export const PROCESS_COUNT: Shape = {
  success: 'flag',
  reason: 'text',
  total: 'integer',
  result: listOf({ ...RECORD, dayPauseMonitor: 'integer' }, 1),
};

const STATUSES = ['statusIndex', 'statusProtest', 'statusReport', 'status', 'typePlan'] as const;
const IDS = [
  'lastUserPlanConsumeAnalytics',
  'userPlanConsumeUniqueId',
  'userPlanConsumeAnalyticsId',
] as const;

/** 2.4 */
export const CREATED: Shape = {
  status: 'words',
  result: {
    ...under(['documentInfo', 'documentNumber'], 'text'),
    ...under(STATUSES, 'words'),
    ...under(IDS, 'integer'),
    totalProcessesEstimated: 'integer',
    createdAt: 'moment',
  },
};

const CLASSIFICATIONS = [
  'ALL',
  'ISDEFENDANT',
  'ISDEFENDANT_WITH_RISK',
  'ISAUTHOR',
  'ISAUTHOR_WITH_RISK',
  'RISK_PROTEST',
  'RISK_WORKER',
  'WORKER_WITH_RISK',
  'RISK_DEBTOR',
  'RISK_EXECUTION',
  'RISK_CRIMINAL',
  'CRIMINAL_WITH_RISK',
  'EXECUTION_WITH_RISK',
  'IS_ACTIVE_WITHOUT_RISK',
  'IS_ACTIVE_WITH_RISK',
  'IS_INACTIVE_WITHOUT_RISK',
  'IS_INACTIVE_WITH_RISK',
  'PERSON_NOT_CLASSIFIED',
  'PERSON_NOT_CLASSIFIED_WITH_RISK',
  'LITIGATION',
];

/** 2.5, as it is while the analysis runs and when it is done. */
export const CONSULTED: Shape = {
  success: 'flag',
  reason: 'text',
  register: {
    summary: under(CLASSIFICATIONS, { vltotalProcess: 'money', totalProcess: 'integer' }),
    ...under(STATUSES, 'words'),
    ...under(['statusDebtor', 'statusQSA'], 'words'),
    ...under(['userPlanConsumeProtestSummaryId', 'userPlanConsumeGovernmentDebtorSummaryId'], 'text'),
    ...under(['bucketName', 'filenameFull', 'folder', 'urlTempFull', 'urlTemp'], 'text'),
    ...under(IDS, 'integer'),
    createdAt: 'brazilianMoment',
    importantTerms: listOf('words'),
  },
};

/** 2.6 */
export const ACTIVITIES: Shape = {
  sucess: 'flag',
  reason: 'text',
  ...under(['total', 'from', 'to', 'limit'], 'integer'),
  result: listOf(
    {
      ...RECORD,
      rfBaseStatus: 'words',
      ...under(['createdAtDate', 'daypausemonitor', 'latestTotalAnalyzed', 'latestTotalRisk'], 'integer'),
      userPlanConsumeAnalytics: listOf(
        {
          ...under(['userPlanConsumeProtestSummaryId', 'userPlanConsumeGovernmentDebtorSummaryId'], 'text'),
          ...under(['bucketName', 'filenameFull', 'folder', 'filename', 'createdAt'], 'text'),
          ...under([...STATUSES, 'statusDebtor', 'statusQSA'], 'words'),
          ...under(['hasMindMap', 'hasCertification'], 'flag'),
          ...under([...IDS, 'faturamentoEstimado'], 'integer'),
          importantTerms: listOf('words'),
        },
        1,
      ),
    },
    1,
  ),
};

/** 2.7 */
export const INACTIVATED: Shape = {
  sucess: 'flag',
  reason: maybeText,
  total: 'integer',
  result: {
    ...under(['processNumber', 'status'], 'words'),
    organizationId: 'integer',
    inactivatedAt: 'moment',
  },
  process: {
    ...under(['number', 'court'], 'words'),
    class: { code: 'integer', name: 'words' },
    lastMovement: orNull({ code: 'integer', name: 'text', at: 'moment' }),
  },
};

/** 2.9 and 7 */
export const SCR_STATUS: Shape = { status: 'words', message: 'text' };
export const SCR_FOUND: Shape = {
  status: 'words',
  message: 'text',
  ...under(['source', 'document', 'referenceMonth'], 'words'),
  indicators: 'object',
};
export const SCR_REFUSED: Shape = { type: 'words', message: 'words' };
export const REFUSED: Shape = { message: 'words', error: 'words' };

const SOURCES: Shape = listOf({
  ...under(['source', 'outcome', 'edition'], 'text'),
  asOf: maybeMoment,
});
const PAGED = under(['page', 'size', 'total'], 'integer');
const TIE: Shape = {
  ...under(['relation', 'kind', 'via'], 'words'),
  ...under(['documentNumber', 'name', 'situation', 'qualification'], 'text'),
  since: maybeDate,
};

export const QSA: Shape = {
  success: 'flag',
  reason: 'text',
  ...under(['statusQSA', 'level'], 'words'),
  ...PAGED,
  isWhole: 'flag',
  sources: SOURCES,
  result: listOf(TIE, 1),
};

export const DEBTOR: Shape = {
  success: 'flag',
  reason: 'text',
  register: {
    ...under(['userPlanConsumeGovernmentDebtorSummaryId', 'statusDebtor'], 'words'),
    ...PAGED,
    totalInCollection: 'integer',
    ...under(['totalValue', 'valueInCollection'], 'money'),
    isWhole: 'flag',
    sources: SOURCES,
    items: listOf(
      {
        ...under(['documentNumber', 'register', 'inscription', 'state'], 'words'),
        ...under(['name', 'debtorKind', 'situation', 'value'], 'text'),
        registeredOn: maybeDate,
        isFiledInCourt: 'flag',
      },
      1,
    ),
  },
};

export const HISTORY: Shape = {
  success: 'flag',
  reason: 'text',
  register: {
    ...PAGED,
    sources: SOURCES,
    items: listOf({ kind: 'words', on: 'date', ...under(['documentNumber', 'what', 'why'], 'text') }, 1),
    observed: listOf('object'),
  },
};

export const ACTIVITY: Shape = {
  success: 'flag',
  reason: 'text',
  register: {
    ...under(['documentNumber', 'rfBaseStatus', 'size'], 'words'),
    ...under(['documentInfo', 'capital'], 'text'),
    ...under(['legalNature', 'mainActivity'], under(['code', 'name'], 'text')),
    ...under(['faturamentoEstimado', 'establishments'], 'integer'),
    ...under(['isSimples', 'isMei'], 'flag'),
    startedOn: maybeDate,
    sources: SOURCES,
  },
};

export const RELATIONSHIPS: Shape = {
  success: 'flag',
  reason: 'text',
  register: {
    documentNumber: 'words',
    documentInfo: 'text',
    total: 'integer',
    isWhole: 'flag',
    sources: SOURCES,
    partners: listOf(TIE, 1),
    companies: listOf(TIE),
  },
};
