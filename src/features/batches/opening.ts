// Puts the parts of batches together for the API.
import { createBatchResults } from './result-service.ts';
import type { BatchRoutes } from './routes.ts';
import { createBatchService } from './service.ts';
import type { BatchParts } from './service.ts';

export function openBatches(parts: BatchParts): BatchRoutes {
  return { batches: createBatchService(parts), results: createBatchResults(parts) };
}
