import type { FastifyInstance } from 'fastify';
import { addBulkRoutes } from './bulk-routes.ts';
import { addRadarRoutes } from './change-routes.ts';
import { addFindingRoutes } from './finding-routes.ts';
import type { Monitoring } from './opening.ts';
import { addProcessRoutes } from './process-routes.ts';
import { addListRoutes } from './routes.ts';

export function addMonitoringRoutes(app: FastifyInstance, monitoring: Monitoring): void {
  addListRoutes(app, monitoring);
  addBulkRoutes(app, monitoring.bulk);
  addRadarRoutes(app, monitoring);
  addProcessRoutes(app, monitoring.processes);
  addFindingRoutes(app, monitoring.findings);
}
