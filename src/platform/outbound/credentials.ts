import { parseStrictJson } from '../http/strict-json.ts';
// How we show a source who we are: a fixed header, or a token that is fetched with our credentials, kept until shortly
// before it ends, and fetched anew once when the source no longer takes it.
import type { Secret } from '../secret.ts';
import type { BaseAddress } from './base-address.ts';
import { CallFailure } from './call-failure.ts';
import type { Exchanger } from './exchange.ts';
import { describeStatus } from './statuses.ts';

export type TokenGrant = {
  readonly kind: 'token';
  /** Where tokens are given, when it is not where questions are answered. */
  readonly base?: BaseAddress;
  /** Client id and secret in an Authorization header (RFC 6749, 2.3.1) instead of among the fields. */
  readonly basic?: { readonly id: Secret; readonly secret: Secret };
  readonly path: string;
  readonly encoding: 'form' | 'json';
  readonly fields: Readonly<Record<string, string | Secret>>;
  /** Where the answer holds the token, and its life in seconds where it tells it. */
  readonly tokenField: string;
  readonly lifeField: string | null;
  readonly lifeSeconds: number;
  header(token: string): Readonly<Record<string, string>>;
};

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string | Secret>> }
  | TokenGrant;

export type Authorizer = {
  /** `refused` is what the source did not accept; it is not used again. */
  headers(refused?: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  canRenew: boolean;
};

const reveal = (value: string | Secret): string => (typeof value === 'string' ? value : value.reveal());

function revealAll(values: Readonly<Record<string, string | Secret>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, reveal(value)]));
}

/** OAuth 2.0 client credentials (RFC 6749, 4.4); `address` is that of the token route itself. */
export function clientCredentials(address: BaseAddress, id: Secret, secret: Secret): TokenGrant {
  return {
    kind: 'token',
    base: address,
    path: address.prefix,
    basic: { id, secret },
    encoding: 'form',
    fields: { grant_type: 'client_credentials' },
    tokenField: 'access_token',
    lifeField: 'expires_in',
    lifeSeconds: 300,
    header: (token) => ({ authorization: `Bearer ${token}` }),
  };
}

function basicHeader({ basic }: TokenGrant): Record<string, string> {
  if (basic === undefined) {
    return {};
  }
  // Not percent-encoded, as the standard has it: the sources that were read about take the two as they are.
  const pair = `${basic.id.reveal()}:${basic.secret.reveal()}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

type Kept = { headers: Record<string, string>; untilMs: number };

async function fetchToken(exchanger: Exchanger, grant: TokenGrant, deadlineMs: number): Promise<Kept> {
  const fields = revealAll(grant.fields);
  const isForm = grant.encoding === 'form';
  const startedAtMs = performance.now();
  const { status, headers, bytes } = await exchanger.exchange({
    method: 'POST',
    path: grant.path,
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...basicHeader(grant),
    },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    signal: AbortSignal.timeout(deadlineMs),
    readsBodyOf: (answered) => answered === 200,
  });
  if (status >= 400 && status < 404) {
    throw new CallFailure('AUTH', 'The source gives us no token', { sent: 'NO', status });
  }
  if (status !== 200) {
    throw describeStatus(status, headers, 0);
  }
  const { token, lifeSeconds } = readToken(bytes, grant);
  // A tenth of its life is left unused, so that a call never sets out with a token that ends on the way.
  return { headers: { ...grant.header(token) }, untilMs: startedAtMs + lifeSeconds * 900 };
}

function readToken(bytes: Uint8Array, grant: TokenGrant): { token: string; lifeSeconds: number } {
  let body: unknown;
  try {
    body = parseStrictJson(bytes);
  } catch {
    throw new CallFailure('BAD_SHAPE', 'The token answer is not valid JSON', { sent: 'NO' });
  }
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const token = answer[grant.tokenField];
  const life =
    grant.lifeField === null ? grant.lifeSeconds : Number(answer[grant.lifeField] ?? grant.lifeSeconds);
  // It goes into a header, where a line break would start another one.
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token)) {
    throw new CallFailure('BAD_SHAPE', 'The token answer holds no token', { sent: 'NO' });
  }
  return { token, lifeSeconds: life > 0 ? Math.min(life, 86_400) : grant.lifeSeconds };
}

/** Whatever became of the token request, the question itself has not left yet. */
function asUnsent(error: unknown): unknown {
  if (!(error instanceof CallFailure)) {
    return error;
  }
  const { faultCode, message, vendorCode, status, retryAfterMs } = error;
  return new CallFailure(faultCode, message, {
    sent: 'NO',
    ...(vendorCode === undefined ? {} : { vendorCode }),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** A token has half the time of a call: calls that have set out already wait for it. */
const TOKEN_SHARE = 0.5;

export function createAuthorizer(
  credentials: Credentials,
  exchanger: Exchanger,
  callDeadlineMs: number,
): Authorizer {
  if (credentials.kind !== 'token') {
    const fixed = credentials.kind === 'none' ? {} : revealAll(credentials.headers);
    return { canRenew: false, headers: () => Promise.resolve(fixed) };
  }
  let kept: Kept | null = null;
  let fetching: Promise<Kept> | null = null;
  return {
    canRenew: true,
    headers: async (refused) => {
      if (kept !== null && kept.headers !== refused && kept.untilMs > performance.now()) {
        return kept.headers;
      }
      // All that come meanwhile wait for the same one.
      fetching ??= fetchToken(exchanger, credentials, Math.ceil(callDeadlineMs * TOKEN_SHARE))
        .catch((error: unknown) => {
          throw asUnsent(error);
        })
        .finally(() => {
          fetching = null;
        });
      kept = await fetching;
      return kept.headers;
    },
  };
}
