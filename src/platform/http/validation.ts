import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
// Validation without coercion: a body says exactly what it means. Path and query are always text, so where their schema
// says integer the exact decimal form is read, and nothing else (`1.0`, `+1`, ` 1`, `0x1` and `1e3` are refused).
import type { FastifyInstance } from 'fastify';
import { parseCpf } from '../../documents/cpf.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { FaultDetail } from '../../errors.ts';

const DECIMAL = /^(0|[1-9]\d{0,15})$/;

function readIntegers(source: Record<string, unknown>, integers: readonly string[]): Record<string, unknown> {
  const read: Record<string, unknown> = { ...source };
  for (const name of integers) {
    const raw = source[name];
    if (typeof raw === 'string' && DECIMAL.test(raw)) {
      read[name] = Number(raw);
    }
  }
  return read;
}

/** PostgreSQL cannot hold it; bodies are searched for it where they are parsed. */
function holdsNul(source: Record<string, unknown>): boolean {
  return Object.values(source).some((value) => typeof value === 'string' && value.includes('\0'));
}

function isTextPart(httpPart: string | undefined): boolean {
  return httpPart === 'params' || httpPart === 'querystring';
}

function integerProperties(schema: unknown): string[] {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

function describe(errors: readonly ErrorObject[]): FaultDetail[] {
  return errors.map(({ instancePath, message, params }) => {
    const missing = (params as { missingProperty?: unknown }).missingProperty;
    const path = typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath;
    return { path: path === '' ? '/' : path, message: message ?? 'is not valid' };
  });
}

/** A parameter given twice means two things at once; which of them is meant is not for us to guess. */
function refuseRepeats(query: unknown): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (Array.isArray(value)) {
      throw new FarolError('PARAMETER_INVALID', {
        details: [{ path: `/${name}`, message: 'must be given once' }],
      });
    }
  }
}

export function useStrictValidation(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.url.includes('?')) {
      refuseRepeats(request.query);
    }
    done();
  });
  const ajv = new Ajv({
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allErrors: false,
    strict: true,
  });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addFormat('date-time', true);
  ajv.addFormat('cpf', (text) => !isFault(parseCpf(text)));
  ajv.addKeyword('example');
  for (const schema of Object.values(app.getSchemas())) {
    ajv.addSchema(schema as object);
  }
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // When it is first needed: all of them together would hold up the start by a fifth of a second.
    let compiled: ValidateFunction | null = null;
    const integers = isTextPart(httpPart) ? integerProperties(schema) : [];
    return (input: unknown) => {
      const value = isTextPart(httpPart) ? readIntegers(input as Record<string, unknown>, integers) : input;
      if (isTextPart(httpPart) && holdsNul(value as Record<string, unknown>)) {
        return { error: new FarolError('PARAMETER_INVALID') };
      }
      const validate = (compiled ??= ajv.compile(schema as object));
      if (validate(value)) {
        return { value };
      }
      return { error: new FarolError('PARAMETER_INVALID', { details: describe(validate.errors ?? []) }) };
    };
  });
}
