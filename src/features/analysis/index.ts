// What the rest of the program may use of analyses.
export { centsOf } from './case-value.ts';
export { classify } from './classification.ts';
export type { Reason } from './classification.ts';
export { ANALYSIS_JOB } from './jobs.ts';
export { noteMonitored, refreshMonitored } from './monitoring.ts';
export { noteMonitoringState } from './monitoring-store.ts';
export { openAnalyses } from './opening.ts';
export type { LiveFound, LiveSource, LiveSources, ReportWriter } from './ports.ts';
export { sweepReports } from './report-sweep.ts';
export { writeReports } from './report.ts';
export { addAnalysisRoutes } from './routes.ts';
export type { AnalysisRoutes } from './routes.ts';
export { handleAnalysisJob } from './run.ts';
export { createSummary, findInvariantFaults, SUMMARY_KEYS } from './summary.ts';
export type { SummaryKey, SummaryWire } from './summary.ts';
