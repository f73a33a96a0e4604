// The workers' figures of their jobs, as the API tells them to Prometheus. Every API tells the same ones, for all workers.
import { Counter, Gauge, Registry } from '@prometheus-io/client';
import type { Database } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import type { Metrics } from '../metrics.ts';

type FigureRow = { job: string; label: string; value: string };

export function addJobMetrics(metrics: Metrics, database: Database): Metrics {
  const registry = new Registry();
  // A database that cannot be read is told by other figures; those must not fail with these.
  const read = (kind: 'state' | 'outcome'): Promise<FigureRow[]> =>
    database
      .readOnce<FigureRow>(NO_SCOPE, {
        name: 'read_job_figures',
        sql: 'select job, label, value::text from job_figures where kind = $1',
        values: [kind],
      })
      .catch(() => []);
  const states = new Gauge({
    name: 'farol_jobs',
    help: 'Jobs by kind and state, counted to 10,000',
    labelNames: ['job', 'state'],
    registers: [registry],
    collect: async () => {
      const rows = await read('state');
      states.reset();
      rows.forEach(({ job, label, value }) => states.set({ job, state: label }, Number(value)));
    },
  });
  const outcomes = new Counter({
    name: 'farol_job_attempts_total',
    help: 'Attempts at jobs by kind and outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
    collect: async () => {
      const rows = await read('outcome');
      outcomes.reset();
      rows.forEach(({ job, label, value }) => outcomes.inc({ job, outcome: label }, Number(value)));
    },
  });
  return { ...metrics, text: async () => `${await metrics.text()}\n${await registry.metrics()}` };
}
