// Puts the parts of monitoring together for the API.
import { createBulkService } from './bulk-service.ts';
import type { BulkService } from './bulk-service.ts';
import { createRadarChanges } from './change-service.ts';
import type { RadarChanges } from './change-service.ts';
import { createFindingService } from './finding-service.ts';
import type { FindingService } from './finding-service.ts';
import { createRadarLists } from './list-service.ts';
import type { RadarLists } from './list-service.ts';
import { createProcessService } from './process-service.ts';
import type { ProcessService } from './process-service.ts';
import { createRadarService } from './service.ts';
import type { RadarParts, RadarService } from './service.ts';

export type Monitoring = {
  radars: RadarService;
  lists: RadarLists;
  changes: RadarChanges;
  bulk: BulkService;
  processes: ProcessService;
  findings: FindingService;
};

export function openMonitoring(parts: RadarParts): Monitoring {
  const { database, keyring } = parts;
  const radars = createRadarService(parts);
  return {
    radars,
    lists: createRadarLists(database, keyring),
    changes: createRadarChanges(parts),
    bulk: createBulkService(parts, radars),
    processes: createProcessService(database),
    findings: createFindingService(database, keyring),
  };
}
