// The HTTP platform: every rule of the wire that holds for all endpoints, once. Features add routes and nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../../config.ts';
import { FarolError } from '../../errors.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Log } from '../log.ts';
import { declareAccess } from './access.ts';
import { openApiPage, serveApiPage } from './api-page.ts';
import { BULK_JSON_LIMITS, parseBulkBodies } from './bulk-bodies.ts';
import type { Authenticator } from './caller.ts';
import { serveConsole } from './console-page.ts';
import { sendError, translate, translateErrors } from './error-translator.ts';
import { serveHealth } from './health.ts';
import type { HealthCheck } from './health.ts';
import { selectLazily } from './lazy-serializers.ts';
import { trackMethods } from './method-fallbacks.ts';
import { describeApi } from './openapi.ts';
import { limitRates } from './rate-limits.ts';
import type { GroupPolicies } from './rate-limits.ts';
import { requestIdFrom } from './request-id.ts';
import { liveRequests } from './request-life.ts';
import type { RequestObserver } from './request-life.ts';
import { API_HEADERS, HTTPS_HEADERS } from './security-headers.ts';
import { createShedding } from './shedding.ts';
import { JSON_LIMITS, parseStrictJson } from './strict-json.ts';
import { useStrictValidation } from './validation.ts';
import { answerExpectations } from './well-formed.ts';
import { answerWireError } from './wire-errors.ts';

const BODY_LIMIT = 1_048_576;
/** Longest path parameter: a document or a process number with room for any punctuation. */
const MAX_PARAMETER = 256;
const EXACT_JSON = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

export type Limits = { limiter: RateLimiter; policies: GroupPolicies };

export type ServerOptions = {
  config: Config;
  log: Log;
  authenticator: Authenticator;
  /** Null when limits are switched off. */
  limits: Limits | null;
  healthChecks: readonly HealthCheck[];
  observe: RequestObserver;
  /** Adds the features' routes. */
  addRoutes: (app: FastifyInstance) => void;
};

function usesTls(config: Config): boolean {
  return config.tlsCertificateFile !== '';
}

function answerHeaders(config: Config): Readonly<Record<string, string>> {
  return usesTls(config) ? { ...API_HEADERS, ...HTTPS_HEADERS } : API_HEADERS;
}

/**
 * Headers within 5 s, the whole request within 10 s. Node's check runs every 30 s unless told otherwise, and a request
 * limit below the headers' limit is not enforced, so all three are set.
 */
function serverOptions(config: Config): FastifyServerOptions {
  const limits = {
    headersTimeout: 5000,
    connectionsCheckingInterval: 1000,
    maxHeaderSize: 16_384,
    joinDuplicateHeaders: false,
    requireHostHeader: false,
  };
  const common = {
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10_000,
    // A client that does not read its answer holds a place; Node lets go of a silent socket after twice this at most.
    connectionTimeout: 12_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    genReqId: (request) => requestIdFrom(request.headers['x-request-id']),
    clientErrorHandler: answerWireError,
    // Addresses that the router cannot read never reach the hooks, so their answer gets its headers here.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const withHeaders = reply.headers({ ...answerHeaders(config), 'x-request-id': request.id });
      void sendError(request, withHeaders, translate(error));
    },
    routerOptions: { maxParamLength: MAX_PARAMETER, ignoreTrailingSlash: false, caseSensitive: true },
    // While closing, what still arrives on an open connection is served, and the connection closed: the framework's own
    // refusal is not in our shape.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: selectLazily() } },
  } as FastifyServerOptions;
  if (!usesTls(config)) {
    return { ...common, http: limits } as FastifyServerOptions;
  }
  const https = {
    ...limits,
    cert: readFileSync(config.tlsCertificateFile),
    key: readFileSync(config.tlsKeyFile),
    minVersion: 'TLSv1.2',
  };
  return { ...common, https } as FastifyServerOptions;
}

/** Only the exact JSON type has a parser; everything else is refused before a byte of it is read. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.is404) {
      done(null, undefined);
      return;
    }
    const { headers } = request;
    if (!EXACT_JSON.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) {
      done(new FarolError('MEDIA_TYPE_UNSUPPORTED'));
      return;
    }
    if (body.length === 0) {
      const isMeant = request.routeOptions.config.emptyBody === true;
      done(isMeant ? null : new FarolError('BODY_REQUIRED'), undefined);
      return;
    }
    try {
      const { config, schema } = request.routeOptions;
      const value = parseStrictJson(body as Buffer, config.bulk === true ? BULK_JSON_LIMITS : JSON_LIMITS);
      const isUnasked = schema?.body === undefined && JSON.stringify(value) !== '{}';
      done(isUnasked ? new FarolError('PARAMETER_INVALID') : null, value);
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, log } = options;
  const app = fastify(serverOptions(config));
  app.server.maxConnections = config.maxConnections;
  translateErrors(app, log);
  liveRequests(app, {
    log,
    observe: options.observe,
    shedding: createShedding(config),
    headers: answerHeaders(config),
  });
  answerExpectations(app);
  parseBodies(app);
  parseBulkBodies(app);
  useStrictValidation(app);
  const addMethodFallbacks = trackMethods(app);
  openApiPage(app);
  if (options.limits !== null) {
    limitRates(app, options.limits.limiter, options.limits.policies);
  }
  declareAccess(app, options.authenticator);
  await describeApi(app);
  await serveApiPage(app);
  await serveConsole(app, join(config.projectDir, 'console', 'dist'));
  serveHealth(app, options.healthChecks);
  options.addRoutes(app);
  addMethodFallbacks();
  return app;
}
