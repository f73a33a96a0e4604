// The key by which a caller names a request, so that sending it twice does it once.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { IdempotentRequest } from '../effects/idempotency.ts';
import { callerOf } from './caller.ts';
import { countHeader } from './well-formed.ts';

const HEADER = 'idempotency-key';
const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** Keys in a fixed order, so that the same body is the same whatever way it was written. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(canonical);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, canonical(item)]));
}

/** Null when the caller gave none. The scope of a key is the caller, the organization and the route. */
export function idempotencyOf(request: FastifyRequest, organizationId: number): IdempotentRequest | null {
  const seen = countHeader(request.raw.rawHeaders, HEADER);
  if (seen === 0) {
    return null;
  }
  const key = request.headers[HEADER];
  if (seen > 1 || typeof key !== 'string' || !VISIBLE.test(key)) {
    const message = 'Idempotency-Key must be one value of 1 to 255 visible ASCII characters';
    throw new FarolError('PARAMETER_INVALID', { message });
  }
  const asked = JSON.stringify([canonical(request.params), canonical(request.body)]);
  return {
    organizationId,
    callerKey: callerOf(request).key,
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    key,
    fingerprint: createHash('sha256').update(asked).digest(),
  };
}
