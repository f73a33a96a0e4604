// What a connector says about itself, and the limits that all of them start from.
import type { BaseAddress } from './base-address.ts';
import type { SourceSettings } from './source-client.ts';

export type Capability = 'cnh' | 'scr' | 'lawsuits' | 'protests' | 'processes';

export type SourceDeclaration<Given> = {
  readonly name: string;
  readonly capability: Capability;
  readonly publisher: string;
  /** The settings that are still to be filled in before it can be asked. */
  missing(given: Given): string[];
};

/** What every connector is given, whatever else it needs. */
export type GivenToAll = {
  readonly base: BaseAddress;
  readonly perSecond: number;
  readonly costCents: number;
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly probeAfterMs: number;
};

type Limits = Omit<SourceSettings, 'credentials' | 'certificate' | 'trusted'>;

const MEBIBYTE = 1_048_576;

export function limitsFor(name: string, given: GivenToAll): Limits {
  return {
    name,
    base: given.base,
    deadlineMs: given.deadlineMs,
    maxBytes: 4 * MEBIBYTE,
    concurrency: given.concurrency,
    queue: given.concurrency * 10,
    perSecond: given.perSecond,
    longestWaitMs: 10_000,
    breaker: { failures: 5, windowMs: 10_000, probeAfterMs: given.probeAfterMs },
    repeats: { most: 2, firstDelayMs: 200 },
  };
}
