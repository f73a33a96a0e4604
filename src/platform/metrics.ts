// Figures for Prometheus. Labels are route patterns and states, never ids or documents.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client';
import type { Database } from './db/database.ts';
import type { RequestObserver } from './http/request-life.ts';
import { createDeliveryFigures } from './outbound/delivery-figures.ts';
import type { DeliveryObserver } from './outbound/delivery-figures.ts';
import { createSourceFigures } from './outbound/figures.ts';
import type { SourceObserver } from './outbound/figures.ts';

export type ToldFigures = { text(): Promise<string>; contentType: string };
export type Metrics = ToldFigures & { observe: RequestObserver };
/** The worker asks the sources and sends webhooks, so it is the worker that tells how both fare. */
export type WorkerMetrics = ToldFigures & {
  sources: SourceObserver;
  deliveries: DeliveryObserver;
  /** For the figures of capabilities that work in the background. */
  registry: Registry;
};

/** A series is looked up by one text instead of its labels, which the library would sort and join at every request. */
function observeInto(histogram: Histogram<'method' | 'route' | 'status'>): RequestObserver {
  const series = new Map<string, { observe(value: number): void }>();
  return ({ method, route, status, seconds }) => {
    const key = `${method} ${route} ${status}`;
    let found = series.get(key);
    if (found === undefined) {
      found = histogram.labels({ method, route, status: String(status) });
      series.set(key, found);
    }
    found.observe(seconds);
  };
}

function tellProcess(registry: Registry, database: Database): ToldFigures {
  collectDefaultMetrics({ register: registry });
  const poolGauge = new Gauge({
    name: 'farol_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
  });
  const counts = new Counter({
    name: 'farol_database_total',
    help: 'Statements, transactions and destroyed connections',
    labelNames: ['kind'],
    registers: [registry],
  });
  const told = { statements: 0, transactions: 0, destroyedClients: 0 };
  return {
    contentType: registry.contentType,
    text: () => {
      const { total, idle, waiting } = database.poolState();
      poolGauge.set({ state: 'used' }, total - idle);
      poolGauge.set({ state: 'idle' }, idle);
      poolGauge.set({ state: 'waiting' }, waiting);
      for (const kind of ['statements', 'transactions', 'destroyedClients'] as const) {
        counts.inc({ kind }, database.counters[kind] - told[kind]);
        told[kind] = database.counters[kind];
      }
      return registry.metrics();
    },
  };
}

export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'farol_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { ...tellProcess(registry, database), observe: observeInto(requests) };
}

export function createWorkerMetrics(database: Database): WorkerMetrics {
  const registry = new Registry();
  return {
    ...tellProcess(registry, database),
    sources: createSourceFigures(registry),
    deliveries: createDeliveryFigures(registry),
    registry,
  };
}

/** A listener of its own: the figures tell how much a tenant uses, so they are not for the public address. */
export async function serveMetrics(
  metrics: ToldFigures,
  address: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return server;
}
