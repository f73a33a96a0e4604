// Limits per caller and group of routes.
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { foldAddress } from '../limits/address.ts';
import { overLimit, rateHeaders } from '../limits/over-limit.ts';
import type { NamedPolicy, RateLimiter, Verdict } from '../limits/rate-limiter.ts';
import type { LimitGroup } from './access.ts';

export type GroupPolicies = Readonly<Record<Exclude<LimitGroup, 'none'>, NamedPolicy>>;

function apply(reply: FastifyReply, policy: NamedPolicy, verdict: Verdict): void {
  if (!verdict.allowed) {
    throw overLimit(policy, verdict);
  }
  reply.headers(rateHeaders(policy, verdict));
}

function groupOf(route: RouteOptions): LimitGroup {
  const access = route.config?.access?.kind;
  if (access === undefined || access === 'public') {
    return 'none';
  }
  const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
  return route.config?.limit ?? (isRead ? 'reads' : 'creates');
}

/** Must be declared before the access check, so that it runs after it: the caller is what is counted. */
export function limitRates(app: FastifyInstance, limiter: RateLimiter, policies: GroupPolicies): void {
  app.addHook('onRoute', (route) => {
    const group = groupOf(route);
    if (group === 'none') {
      return;
    }
    const policy = policies[group];
    const limit: NonNullable<Exclude<RouteOptions['onRequest'], unknown[]>> = (request, reply, done) => {
      // A bearer that the handler judges itself counts by the address it comes from.
      const verdict = limiter.take(request.caller?.key ?? `address ${foldAddress(request.ip)}`, policy);
      if (verdict instanceof Promise) {
        verdict.then((late) => apply(reply, policy, late)).then(() => done(), done);
      } else {
        apply(reply, policy, verdict);
        done();
      }
    };
    route.onRequest = [limit, ...[route.onRequest ?? []].flat()];
  });
}
