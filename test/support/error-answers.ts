// What every refusal must look like, whoever sends it: the two fields, the right name, and nothing of our inside.
import assert from 'node:assert/strict';

type Headers = Readonly<Record<string, unknown>>;

const NAMES: Readonly<Record<number, readonly string[]>> = {
  400: ['WrongParameterException'],
  401: ['UnauthorizedException'],
  402: ['BalanceExhaustedException'],
  403: ['ErrorForbiddenException', 'PlanNotAllowedException', 'ConsentRequiredException'],
  404: ['ObjectNotFoundException'],
  405: ['MethodNotAllowedException'],
  408: ['RequestTimeoutException'],
  409: ['ConflictException'],
  413: ['PayloadTooLargeException'],
  414: ['UriTooLongException'],
  415: ['UnsupportedMediaTypeException'],
  429: ['TooManyRequestsException'],
  431: ['HeadersTooLargeException'],
  500: ['InternalServerError'],
  503: ['ServiceUnavailableException', 'SourceUnavailableException'],
};

/** What the credit register tells as a status, by the name that it stands for. */
const SCR_NAMES: Readonly<Record<string, string>> = {
  INVALID_DOCUMENT: 'WrongParameterException',
  PLAN_NOT_ALLOWED: 'PlanNotAllowedException',
};

/** Words of our inside: code, database, machine and packages. Matched as whole words, in any case. */
const LEAKS = [
  'select',
  'insert',
  'update',
  'delete from',
  'where',
  'join',
  'pg_catalog',
  'constraint',
  'relation',
  'sqlstate',
  'syntax error',
  'duplicate key',
  'violates',
  'column',
  'tuple',
  'transaction',
  'rollback',
  'deadlock',
  'postgres',
  'postgresql',
  'pg',
  'psql',
  'farol_app',
  'farol_operator',
  'set_config',
  'row-level',
  'row level',
  'schema',
  'table',
  'stack',
  'traceback',
  'at object',
  'at async',
  'at process',
  'node:internal',
  'node_modules',
  'node:',
  'file://',
  'typeerror',
  'rangeerror',
  'syntaxerror',
  'referenceerror',
  'assertionerror',
  'undefined',
  'null pointer',
  'nan',
  'fastify',
  'fst_err',
  'ajv',
  'typebox',
  'jose',
  'pino',
  'find-my-way',
  'llhttp',
  'undici',
  'express',
  'openssl',
  'v8',
  'nodejs',
  'node.js',
  'typescript',
  'npm',
  'econnrefused',
  'econnreset',
  'enoent',
  'eacces',
  'etimedout',
  'hpe_',
  'err_http',
  '/usr/',
  '/var/',
  '/tmp/',
  '/home/',
  '/root/',
  '/work/',
  '/etc/',
  '/src/',
  '.ts:',
  '.js:',
  '.mjs',
  'localhost',
  '127.0.0.1',
  '0.0.0.0',
  'unix:',
  'password_hash',
  'refresh_hash',
  'private_key',
  'secret',
  'begin rsa',
  'kid',
  'jwk',
  'argon2',
  'ed25519',
  'eddsa',
  'jwt',
  'unexpected token',
  'json at position',
  'in json at',
  'cannot read propert',
  'is not a function',
  'is not iterable',
  'heap',
  'process.env',
  'environment',
  'hostname',
  'linux',
  'debian',
  'x86_64',
  'arm64',
  'root',
  'uid',
  'pid',
  'version',
  'exception in',
  'caused by',
  'errno',
  'syscall',
];
const SEMVER = /\bv?\d+\.\d+\.\d+\b/;

function isWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  const isLetter = (character: string | undefined): boolean => /[a-z0-9]/.test(character ?? '');
  return at >= 0 && !isLetter(text[at - 1]) && (!isLetter(text[at + word.length]) || !isLetter(word.at(-1)));
}

/** The first word of an error body that tells something of our inside; null when there is none. */
export function findLeak(body: string): string | null {
  const text = body.toLowerCase();
  return LEAKS.find((word) => isWord(text, word)) ?? SEMVER.exec(text)?.[0] ?? null;
}

/** What is wrong with an error answer; null when nothing is. */
export function findErrorFault(answer: { status: number; headers: Headers; body: string }): string | null {
  const { status, headers, body } = answer;
  const parsed: unknown = JSON.parse(body);
  // The credit register has its own two shapes; which route may use them is held against the description.
  const { status: told, ...fields } = parsed as Record<string, unknown>;
  const name = typeof told === 'string' ? SCR_NAMES[told] : undefined;
  const { message, type = name, error = type, details, ...more } = fields;
  if (typeof message !== 'string' || typeof error !== 'string' || Object.keys(more).length > 0) {
    return `the body of ${status} is ${body}`;
  }
  if (NAMES[status]?.includes(error) !== true) {
    return `${status} carries the name ${error}`;
  }
  if (details !== undefined && status !== 400) {
    return `${status} carries details`;
  }
  const leak = findLeak(body);
  if (leak !== null) {
    return `the body of ${status} says "${leak}": ${body}`;
  }
  const needed = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after', 503: 'retry-after' }[status];
  return needed !== undefined && headers[needed] === undefined ? `${status} has no ${needed}` : null;
}

export function assertErrorAnswer(
  answer: { statusCode: number; headers: Headers; body: string },
  status: number,
): void {
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal(findErrorFault({ status, headers: answer.headers, body: answer.body }), null);
}
