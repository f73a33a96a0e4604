// Puts the parts of analyses together for the API.
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { createCaseExports } from './case-export.ts';
import { createCaseLists } from './case-service.ts';
import { createConsumptionService } from './consumption-service.ts';
import { createOverviews } from './overview-service.ts';
import type { ReportAddresses, ReportWriter } from './ports.ts';
import { createPrintedReports } from './printed-service.ts';
import { createReportMaking } from './report-making.ts';
import { createReveals } from './reveal-service.ts';
import type { AnalysisRoutes } from './routes.ts';
import { createAnalysisService } from './service.ts';
import { createSnapshots } from './snapshots.ts';

export type AnalysisSurroundings = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  addresses: ReportAddresses;
  reports: ReportWriter;
  /** Whether a live source of court cases is configured. */
  hasLawsuits: boolean;
};

export function openAnalyses(around: AnalysisSurroundings): AnalysisRoutes {
  const snapshots = createSnapshots(around);
  return {
    analyses: createAnalysisService({ ...around, making: createReportMaking({ ...around, snapshots }) }),
    consumption: createConsumptionService({ ...around, bucketName: around.addresses.bucketName }),
    cases: createCaseLists(snapshots),
    exports: createCaseExports({ ...around, snapshots }),
    overviews: createOverviews(snapshots),
    prints: createPrintedReports({ ...around, snapshots }),
    reveals: createReveals(around),
  };
}
