// What a caller is told about a limit, in the headers of draft-ietf-httpapi-ratelimit-headers-11 (May 2026).
import { FarolError } from '../../errors.ts';
import type { NamedPolicy, Verdict } from './rate-limiter.ts';

export function rateHeaders(policy: NamedPolicy, verdict: Verdict): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}

export function overLimit(policy: NamedPolicy, verdict: Verdict): FarolError {
  return new FarolError('RATE_LIMITED', {
    retryAfterSeconds: verdict.resetSeconds,
    headers: rateHeaders(policy, verdict),
  });
}
