// What is measured against what. A new capability adds its row here and nothing else: the servers are there, `signedIn`
// sends the demo user's bearer, and a body makes the request a POST.

/** Prism prints lines for every request unless told not to, which is a good half of its work; hence two of it. */
export type ServerName = 'bare' | 'fastify' | 'farol' | 'prism' | 'quiet-prism';

export type Target = {
  readonly server: ServerName;
  readonly path: string;
  readonly signedIn?: boolean;
  /** Plain ASCII JSON. */
  readonly body?: string;
};

export type Row = {
  /** Short, for `--only`. */
  readonly id: string;
  readonly title: string;
  readonly target: Target;
  /** Null for a row that only tells what the machine can do. */
  readonly baseline: { readonly title: string; readonly target: Target } | null;
  /** Least ratio to the baseline. */
  readonly limit: number | null;
  /** `full` rows are left out of the quick run. */
  readonly when: 'always' | 'full';
};

/** The read whose answer all constant answers equal in size. */
export const BALANCE: Target = {
  server: 'farol',
  path: '/v1/holder/1/organization/1/balance',
  signedIn: true,
};

const BARE: Target = { server: 'bare', path: '/' };
const CONSTANT_GET: Target = { server: 'fastify', path: '/constant' };
const CONSTANT_POST: Target = {
  server: 'fastify',
  path: '/constant',
  body: '{"organizationId":1,"planId":1,"document":"00000000000"}',
};

const bare = { title: 'bare node:http', target: BARE };
const constantGet = { title: 'Fastify, constant GET', target: CONSTANT_GET };

export const ROWS: readonly Row[] = [
  { id: 'bare', title: bare.title, target: BARE, baseline: null, limit: null, when: 'always' },
  { id: 'get', title: constantGet.title, target: CONSTANT_GET, baseline: bare, limit: null, when: 'always' },
  {
    id: 'post',
    title: 'Fastify, constant POST',
    target: CONSTANT_POST,
    baseline: bare,
    limit: null,
    when: 'always',
  },
  {
    id: 'balance',
    title: 'Farol, balance read',
    target: BALANCE,
    baseline: constantGet,
    limit: 0.65,
    when: 'always',
  },
  {
    id: 'prism',
    title: 'Farol, balance read',
    target: BALANCE,
    baseline: { title: 'Prism, balance mocked', target: { ...BALANCE, server: 'prism' } },
    limit: 10,
    when: 'always',
  },
  {
    id: 'quiet-prism',
    title: 'Farol, balance read',
    target: BALANCE,
    baseline: { title: 'Prism, silent log', target: { ...BALANCE, server: 'quiet-prism' } },
    limit: null,
    when: 'always',
  },
  {
    // Neither caller nor database: what the rules of the wire alone cost.
    id: 'live',
    title: 'Farol, liveness',
    target: { server: 'farol', path: '/health/live' },
    baseline: constantGet,
    limit: null,
    when: 'full',
  },
];
