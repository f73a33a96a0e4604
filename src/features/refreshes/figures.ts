// How refreshes end, for Prometheus.
import { Counter } from '@prometheus-io/client';
import type { Registry } from '@prometheus-io/client';
import type { ObserveRefresh } from './jobs.ts';

export function createRefreshFigures(registry: Registry): ObserveRefresh {
  const ended = new Counter({
    name: 'farol_refreshes_total',
    help: 'Refreshes from live sources by what came of them',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  return (kind, result) => ended.inc({ kind, result });
}
