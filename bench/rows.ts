// What is measured against what. A new capability adds its row here and nothing else: the servers are there, `signedIn`
// sends the demo user's bearer, and a body makes the request a POST.

/**
 * Prism prints lines for every request unless told not to, which is a good half of its work; hence two of it. `probes` is
 * the API with a capability that only charges, records, tells and enqueues. `inserts` is no server
 * but a load of its own: rows put into the same database without a program in between. `consult` is Fastify with the bytes
 * of an analysis in memory. `unguarded` does the work of the product behind Fastify as it comes.
 */
export type ServerName =
  | 'bare'
  | 'fastify'
  | 'farol'
  | 'probes'
  | 'inserts'
  | 'consult'
  | 'unguarded'
  | 'prism'
  | 'quiet-prism';

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

const CREATE: Target = {
  server: 'probes',
  path: '/v1/probe/1',
  signedIn: true,
  body: '{"note":"measured by the bench"}',
};

/** Made by the bench before anything is measured. */
export const KNOWN_PROBE = '00000000-0000-4000-8000-000000000001';

function readProbe(kind: 'plain' | 'audited'): Target {
  return { server: 'probes', path: `/v1/probe/1/${kind}/${KNOWN_PROBE}`, signedIn: true };
}

/** Made by the bench too; a CPF that is nobody's. */
export const KNOWN_LICENCE = '00000000-0000-4000-8000-000000000002';
export const KNOWN_CPF = '90010020055';

const REQUEST_LICENCE: Target = {
  server: 'farol',
  path: '/v1/cnh',
  signedIn: true,
  body: `{"organizationId":1,"document":"${KNOWN_CPF}"}`,
};
const READ_LICENCE: Target = {
  server: 'farol',
  path: `/v1/cnh/organizations/1/request/${KNOWN_LICENCE}`,
  signedIn: true,
};

/** The first of its database, and so is its document. */
export const CONSULT: Target = {
  server: 'farol',
  path: '/v2/analytics/1',
  signedIn: true,
  body: '{"holderId":1,"organizationId":1,"userPlanConsumeUniqueId":1}',
};

const bare = { title: 'bare node:http', target: BARE };
const constantGet = { title: 'Fastify, constant GET', target: CONSTANT_GET };
const constantPost = { title: 'Fastify, constant POST', target: CONSTANT_POST };

const inserts = { title: 'bare durable inserts', target: { server: 'inserts', path: '' } } as const;
const readyPost = {
  title: 'Fastify, POST of the same bytes',
  target: { server: 'consult', path: '/ready', body: CONSULT.body ?? '' },
} as const;

export const ROWS: readonly Row[] = [
  { id: 'bare', title: bare.title, target: BARE, baseline: null, limit: null, when: 'always' },
  { id: 'get', title: constantGet.title, target: CONSTANT_GET, baseline: bare, limit: null, when: 'always' },
  {
    id: 'post',
    title: constantPost.title,
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
    id: 'creates',
    title: 'Farol, create',
    target: CREATE,
    baseline: inserts,
    limit: 0.7,
    when: 'always',
  },
  {
    id: 'cnh',
    title: 'Farol, licence requested',
    target: REQUEST_LICENCE,
    baseline: inserts,
    limit: 0.7,
    when: 'always',
  },
  {
    id: 'cnh-read',
    title: 'Farol, licence read',
    target: READ_LICENCE,
    baseline: constantGet,
    limit: 0.6,
    when: 'always',
  },
  {
    id: 'consult',
    title: 'Farol, analysis consulted',
    target: CONSULT,
    baseline: readyPost,
    limit: 0.6,
    when: 'always',
  },
  ...(
    [
      ['cnh', 'licence requested', REQUEST_LICENCE, inserts],
      ['cnh-read', 'licence read', READ_LICENCE, constantGet],
      ['consult', 'analysis consulted', CONSULT, readyPost],
    ] as const
  ).map(([id, title, target, baseline]): Row => ({
    id: `${id}-unguarded`,
    title: `unguarded, ${title}`,
    target: { ...target, server: 'unguarded', signedIn: false },
    baseline,
    limit: null,
    when: 'full',
  })),
  {
    id: 'creates-post',
    title: 'Farol, create',
    target: CREATE,
    baseline: constantPost,
    limit: 0.5,
    when: 'always',
  },
  {
    id: 'read',
    title: 'Farol, point read',
    target: readProbe('plain'),
    baseline: constantGet,
    limit: null,
    when: 'always',
  },
  {
    id: 'audited-read',
    title: 'Farol, audited point read',
    target: readProbe('audited'),
    baseline: constantGet,
    limit: null,
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
