// The 20 classifications as the contract names them.

/** The contract's own names and order. */
export const SUMMARY_KEYS = [
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
] as const;
export type SummaryKey = (typeof SUMMARY_KEYS)[number];

export type SummaryLine = { vltotalProcess: string; totalProcess: number };
export type SummaryWire = Record<SummaryKey, SummaryLine>;
