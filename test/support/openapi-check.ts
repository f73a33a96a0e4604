import formats from 'ajv-formats';
// Holds every answer of every test against the published description: path, status, content type, body, nothing extra.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';

type Media = { schema?: object };
type Response = { content?: Record<string, Media> };
type Operation = { responses: Record<string, Response> };
export type OpenApiDocument = { paths: Record<string, Record<string, Operation>>; components?: object };

export type Answer = { method: string; path: string; status: number; contentType: string; body: string };

/** Paths that are pages or documents rather than part of the described interface. */
const UNDESCRIBED =
  /^\/(docs(\/.*)?|openapi.*\.json|metrics|v1\/console\/.*|login|organizations|o\/.*|assets\/.*)?$/;

export function createAnswerCheck(document: OpenApiDocument): (answer: Answer) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const validators = new Map<object, ValidateFunction>();
  const paths = Object.entries(document.paths).map(([template, operations]) => ({
    operations,
    pattern: new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]*')}$`),
  }));

  function validate(schema: object, body: unknown): string | null {
    const check = validators.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    validators.set(schema, check);
    return check(body) ? null : ajv.errorsText(check.errors);
  }

  return ({ method, path, status, contentType, body }) => {
    const [bare = ''] = path.split('?');
    const found = paths.find(({ pattern }) => pattern.test(bare));
    if (found === undefined) {
      const isExpected = UNDESCRIBED.test(bare) || [400, 404, 414].includes(status);
      return isExpected ? null : `${bare} is not described and answered ${status}`;
    }
    const operation = found.operations[method === 'HEAD' ? 'get' : method.toLowerCase()];
    const anyOperation = Object.values(found.operations)[0];
    const response =
      operation?.responses[String(status)] ?? (status === 405 ? anyOperation?.responses['405'] : undefined);
    if (response === undefined) {
      return operation === undefined && status === 204
        ? null
        : `${method} ${bare} does not describe status ${status}`;
    }
    if (method === 'HEAD') {
      return body === '' ? null : 'an answer to HEAD has a body';
    }
    if (response.content?.[contentType] !== undefined && !contentType.startsWith('application/json')) {
      return null;
    }
    const schema = response.content?.['application/json']?.schema;
    if (schema === undefined) {
      return `${method} ${bare} describes no JSON for status ${status}`;
    }
    if (contentType !== 'application/json; charset=utf-8') {
      return `${method} ${bare} answered with content type ${contentType}`;
    }
    const fault = validate(schema, JSON.parse(body));
    return fault === null ? null : `${method} ${bare} ${status}: ${fault}`;
  };
}
