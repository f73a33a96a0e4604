// The published description, made from the schemas that validate and serialise.
import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import Type from 'typebox';
import { wireNamesByStatus } from '../../errors.ts';
import type { Access } from './access.ts';
import type { ErrorShape } from './error-translator.ts';

/** Answered while it runs, by status class; the description lists each status with its error names. */
const ErrorAnswer = Type.Object(
  {
    message: Type.String(),
    error: Type.String(),
    details: Type.Optional(
      Type.Array(
        Type.Object({ path: Type.String(), message: Type.String() }, { additionalProperties: false }),
      ),
    ),
  },
  { additionalProperties: false },
);

const ALWAYS = [400, 405, 408, 413, 414, 415, 431, 500, 503];
const BY_ACCESS: Readonly<Record<Access['kind'], readonly number[]>> = {
  public: [],
  bearer: [401, 429],
  caller: [401, 429],
  visitor: [429],
  organization: [401, 403, 429],
  operator: [401, 403, 429],
};

/** One shape for each status, named once and referred to by every route. */
function addErrorShapes(app: FastifyInstance): void {
  for (const [status, names] of wireNamesByStatus()) {
    app.addSchema({
      $id: `Error${status}`,
      type: 'object',
      additionalProperties: false,
      required: ['message', 'error'],
      properties: { ...ErrorAnswer.properties, error: { type: 'string', enum: names } },
    });
  }
}

const closedStrings = (properties: Record<string, object>): object => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

/** The credit register's own bodies: `{type, message}`, and `{status, message}` for the refusals that it tells as a status. */
const SCR_STATUSES: Readonly<Record<number, string>> = { 400: 'INVALID_DOCUMENT', 403: 'PLAN_NOT_ALLOWED' };

function addScrErrorShapes(app: FastifyInstance): void {
  const message = { type: 'string' };
  for (const [status, names] of wireNamesByStatus()) {
    const told = SCR_STATUSES[status];
    const byType = closedStrings({ type: { type: 'string', enum: names }, message });
    app.addSchema({
      $id: `ScrError${status}`,
      ...(told === undefined
        ? byType
        : { anyOf: [closedStrings({ status: { type: 'string', enum: [told] }, message }), byType] }),
    });
  }
}

function errorResponses(statuses: readonly number[], shape: ErrorShape): Record<number, object> {
  const names = wireNamesByStatus();
  const prefix = shape === 'scr' ? 'ScrError' : 'Error';
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: (names.get(status) ?? []).join(', '),
        content: { 'application/json': { schema: { $ref: `${prefix}${status}#` } } },
      },
    ]),
  );
}

type Described = FastifySchema & { hide?: boolean; response?: Record<string, unknown>; security?: unknown };

function describeRoute(schema: Described, config: FastifyContextConfig): Described {
  const { access, errors = [], errorShape = 'detailed' } = config;
  const kind = access?.kind ?? 'public';
  const own = Object.fromEntries(
    Object.entries(schema.response ?? {}).filter(([status]) => /^\d+$/.test(status)),
  );
  return {
    ...schema,
    response: {
      ...errorResponses(
        [...ALWAYS, ...BY_ACCESS[kind], ...errors].toSorted((a, b) => a - b),
        errorShape,
      ),
      ...own,
    },
    security: kind === 'public' ? [] : [{ bearer: [] }],
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses of errors that only this route answers, for the description. */
    errors?: readonly number[];
  }
}

export async function describeApi(app: FastifyInstance): Promise<void> {
  addErrorShapes(app);
  addScrErrorShapes(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Farol',
        version: '1.0.0',
        description: 'Answers questions about people and companies in Brazil by CPF or CNPJ.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    refResolver: {
      // Every shared shape has a name of its own, given where it is added.
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `Shape${index}`,
    },
    transform: ({ schema, url, route }) => {
      const described = schema as Described;
      if (described.hide === true) {
        return { schema: described, url };
      }
      return { schema: describeRoute(described, route.config ?? {}), url };
    },
  });
  app.get(
    '/openapi.json',
    { config: { access: { kind: 'public' }, limit: 'none' }, schema: { hide: true } },
    (_request, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}
