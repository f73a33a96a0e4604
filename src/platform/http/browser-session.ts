// How a browser brings a bearer: in a cookie that no script can read. Browsers send cookies along with requests that other
// sites cause, so it counts only when the request shows that our own page made it.
import type { FastifyRequest } from 'fastify';

/**
 * The prefix binds it to this host, over HTTPS alone. Chromium takes it on loopback addresses over plain HTTP
 * too (tried with 156, 2026-11); other browsers were not tried, and may want HTTPS also on one's own machine.
 */
const SESSION_COOKIE = '__Host-farol';
/** A page of another site cannot set it without asking first (CORS), and nobody is ever allowed to. */
const PAGE_HEADER = 'x-farol-console';

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';
const COOKIE = /(?:^|; )__Host-farol=([A-Za-z0-9._-]+)(?:;|$)/;

function isOwnOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Browsers say themselves where a request comes from; the old ones that do not still send the origin of a write. */
export function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (headers[PAGE_HEADER] !== '1') {
    return false;
  }
  return site === undefined ? origin === undefined || isOwnOrigin(origin, host) : site === 'same-origin';
}

/** Null when there is none that counts. */
export function findCookieToken(request: FastifyRequest): string | null {
  const { cookie } = request.headers;
  if (cookie === undefined || !isFromOwnPage(request)) {
    return null;
  }
  return COOKIE.exec(cookie)?.[1] ?? null;
}

export function sessionCookie(token: string, maxAgeSeconds: number): string {
  return `${SESSION_COOKIE}=${token}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`;
}

export function endedCookie(): string {
  return sessionCookie('', 0);
}
