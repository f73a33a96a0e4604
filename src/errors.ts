// The catalogue: every failure that a caller can be told about. `name` and most messages are the contract's own words.

const catalogue = {
  PARAMETER_INVALID: [400, 'WrongParameterException', 'Invalid parameter'],
  DOCUMENT_INVALID: [400, 'WrongParameterException', 'The document is not a valid CPF or CNPJ'],
  BODY_REQUIRED: [400, 'WrongParameterException', 'A JSON body is required'],
  JSON_BROKEN: [400, 'WrongParameterException', 'The body is not valid JSON'],
  JSON_REFUSED: [
    400,
    'WrongParameterException',
    'The body repeats a key or is nested too deeply or too large',
  ],
  REQUEST_MALFORMED: [400, 'WrongParameterException', 'The request is not valid HTTP'],
  CREDENTIALS_MISSING: [401, 'UnauthorizedException', 'Unauthorized'],
  TOKEN_INVALID: [401, 'UnauthorizedException', 'Unauthorized'],
  LOGIN_REFUSED: [401, 'UnauthorizedException', 'Wrong e-mail or password'],
  BALANCE_EXHAUSTED: [402, 'BalanceExhaustedException', 'The balance of the plan is used up'],
  ACCESS_DENIED: [403, 'ErrorForbiddenException', 'User / Organization - Access Denied'],
  ADDRESS_REFUSED: [403, 'ErrorForbiddenException', 'The address was altered or has ended'],
  PLAN_NOT_ALLOWED: [403, 'PlanNotAllowedException', 'The plan does not include this resource'],
  CONSENT_REQUIRED: [403, 'ConsentRequiredException', 'The consent of the holder is not on record'],
  NOT_FOUND: [404, 'ObjectNotFoundException', 'Not found'],
  EMAIL_REQUIRED: [404, 'ObjectNotFoundException', 'email required'],
  METHOD_NOT_ALLOWED: [405, 'MethodNotAllowedException', 'Method not allowed'],
  REQUEST_TIMEOUT: [408, 'RequestTimeoutException', 'The request took too long to arrive'],
  CONFLICT: [409, 'ConflictException', 'Conflict'],
  BODY_TOO_LARGE: [413, 'PayloadTooLargeException', 'The body is too large'],
  URI_TOO_LONG: [414, 'UriTooLongException', 'The address is too long'],
  MEDIA_TYPE_UNSUPPORTED: [415, 'UnsupportedMediaTypeException', 'The body must be application/json'],
  RATE_LIMITED: [429, 'TooManyRequestsException', 'Too many requests'],
  HEADERS_TOO_LARGE: [431, 'HeadersTooLargeException', 'The headers are too large'],
  INTERNAL: [500, 'InternalServerError', 'Internal server error'],
  UNAVAILABLE: [503, 'ServiceUnavailableException', 'The service is not available at the moment'],
  SOURCE_UNAVAILABLE: [503, 'SourceUnavailableException', 'The source is not available at the moment'],
} as const satisfies Record<string, readonly [status: number, name: string, message: string]>;

export type ErrorCode = keyof typeof catalogue;
export type FaultDetail = { path: string; message: string };

type Extras = {
  /** Replaces the catalogue's message; must be free of personal data and of anything about other tenants. */
  message?: string;
  details?: readonly FaultDetail[];
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

export class FarolError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly wireName: string;
  readonly details: readonly FaultDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, extras: Extras = {}) {
    const [status, wireName, message] = catalogue[code];
    super(extras.message ?? message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.status = status;
    this.wireName = wireName;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.headers = extras.headers ?? {};
  }
}

export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** Every status with the error names it can carry, for the published description. */
export function wireNamesByStatus(): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const [status, name] of Object.values(catalogue)) {
    names.set(status, [...new Set([...(names.get(status) ?? []), name])]);
  }
  return names;
}
