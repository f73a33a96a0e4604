// The one place where a failure becomes an answer. Callers get the catalogue's words; everything else about the failure
// goes to the log, under the request's id.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Log } from '../log.ts';

/** The framework's own refusals, in our words. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUEST_MALFORMED',
  FST_ERR_BAD_URL: 'PARAMETER_INVALID',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

export function translate(error: unknown): FarolError {
  if (error instanceof FarolError) {
    return error;
  }
  const code = (error as { code?: unknown } | null)?.code;
  const known =
    typeof code === 'string' && Object.hasOwn(FRAMEWORK_ERRORS, code) ? FRAMEWORK_ERRORS[code] : undefined;
  if (known !== undefined) {
    return new FarolError(known, { cause: error });
  }
  return new FarolError('INTERNAL', { cause: error });
}

/** RFC 6750: a bad token is named as such, a missing one is not. */
const CHALLENGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  CREDENTIALS_MISSING: 'Bearer',
  LOGIN_REFUSED: 'Bearer',
  TOKEN_INVALID: 'Bearer error="invalid_token"',
};

/** `detailed` may add details to the two fields, `bare` never does; `scr` is the credit register's own. */
export type ErrorShape = 'detailed' | 'bare' | 'scr';

/** The refusals that the credit register tells as a status. */
const SCR_STATUSES: Readonly<Partial<Record<ErrorCode, string>>> = {
  DOCUMENT_INVALID: 'INVALID_DOCUMENT',
  PLAN_NOT_ALLOWED: 'PLAN_NOT_ALLOWED',
};

function scrErrorBody({ code, wireName, message }: FarolError): Record<string, unknown> {
  const status = SCR_STATUSES[code];
  return status === undefined ? { type: wireName, message } : { status, message };
}

export function errorBody(error: FarolError, shape: ErrorShape): Record<string, unknown> {
  if (shape === 'scr') {
    return scrErrorBody(error);
  }
  const body = { message: error.message, error: error.wireName };
  return shape === 'detailed' && error.details !== undefined ? { ...body, details: error.details } : body;
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: FarolError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  }
  const challenge = CHALLENGES[error.code];
  if (challenge !== undefined) {
    reply.header('www-authenticate', challenge);
  }
  // Where the router found no route there is no configuration either.
  const config = request.routeOptions.config as FastifyContextConfig | undefined;
  const shape = config?.errorShape ?? 'detailed';
  return reply
    .headers({ ...error.headers })
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, shape)));
}

export function translateErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = translate(thrown);
    if (error.status >= 500) {
      // A client that goes away while its body is read is nobody's fault here.
      const isGone = request.raw.errored !== null;
      const level = isGone ? 'info' : error.code === 'INTERNAL' ? 'error' : 'warn';
      log[level](
        {
          requestId: request.id,
          route: request.routeOptions.url,
          code: error.code,
          err: error.cause ?? error,
        },
        'a request failed',
      );
    }
    return sendError(request, reply, error);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new FarolError('NOT_FOUND')));
}
