// Figures of what is posted, for Prometheus. No address and no organization is a label: they are the tenants' own.
import { Counter, Histogram } from '@prometheus-io/client';
import type { Registry } from '@prometheus-io/client';

export const DELIVERY_OUTCOMES = ['delivered', 'failed', 'exhausted', 'gone', 'overtaken'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
export type DeliveryObserver = { tried(outcome: DeliveryOutcome, seconds: number): void };

export const NO_DELIVERY_FIGURES: DeliveryObserver = { tried: () => undefined };

export function createDeliveryFigures(registry: Registry): DeliveryObserver {
  const tries = new Counter({
    name: 'farol_webhook_tries_total',
    help: 'Tries to deliver an event, by how they ended',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'farol_webhook_try_seconds',
    help: 'Time from a post to the status of its answer, or to its failure',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  // Told from the start, so that a rate can be taken of what has not happened yet.
  DELIVERY_OUTCOMES.forEach((outcome) => tries.inc({ outcome }, 0));
  return {
    tried: (outcome, took) => {
      tries.inc({ outcome });
      seconds.observe(took);
    },
  };
}
