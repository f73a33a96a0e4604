// Why an attempt ended without settling its job, in words that may be stored and shown.
import { FarolError } from '../../errors.ts';
import { safeError } from '../log.ts';
import { PayloadFault } from './registry.ts';
import { FencedError } from './settlements.ts';

export const HANDED_BACK = new Error('the worker stops');
export const LEASE_LOST = new Error('the lease was lost');
export const TIMED_OUT = new Error('the attempt took too long');
export const UNSETTLED = new Error('the handler ended without settling the job');
const OWN_REASONS: ReadonlySet<unknown> = new Set([HANDED_BACK, LEASE_LOST, TIMED_OUT, UNSETTLED]);

/** Foreign messages can quote personal data, so of those only the kind and the place are kept. */
export function describeReason(error: unknown): string {
  const isOurs = error instanceof FarolError || error instanceof PayloadFault || error instanceof FencedError;
  if (error instanceof Error && (isOurs || OWN_REASONS.has(error))) {
    return error.message;
  }
  const { name, code, frames } = safeError(error) as { name: string; code?: string; frames?: string[] };
  return [name, code, frames?.[0]].filter((part) => part !== undefined).join(' ');
}
