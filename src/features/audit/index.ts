// What the rest of the program may use of the audit. Rows are recorded through the platform, in the transaction or the
// statement of what they put on record.
export { readAnchors } from './anchor-file.ts';
export type { AnchorFault, Anchors } from './anchor-file.ts';
export { createAnchoring } from './anchoring.ts';
export { exportAudit } from './export.ts';
export { addAuditRoutes } from './routes.ts';
export type { AuditFinding } from './rules.ts';
export { createAuditService } from './service.ts';
export { verifyAudit } from './verify.ts';
export type { AuditReport } from './verify.ts';
