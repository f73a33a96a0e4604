import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { logIn, startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createAnswerCheck } from '../support/openapi-check.ts';
import type { OpenApiDocument } from '../support/openapi-check.ts';
import { productRequests, toInject } from '../support/product-requests.ts';

type Described = OpenApiDocument & {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<
    string,
    Record<string, { summary?: string; tags?: string[]; security: object[]; requestBody?: object }>
  >;
};

const UNDESCRIBED = / \/(?:docs|openapi|v1\/callbacks|v1\/console\/|assets\/|o\/\*$|login$|organizations$|$)/;

describe('the published description', () => {
  let test: TestApi;
  let document: Described;
  /** Every path with the methods that it does not offer: the refusal of those is added when all routes are there. */
  const offered = new Map<string, Set<string>>();
  before(async () => {
    test = await startTestApi({
      addRoutes: (app) => {
        app.addHook('onRoute', ({ url, method }) => {
          offered.set(url, new Set([method].flat()));
        });
      },
    });
    document = (await test.inject({ url: '/openapi.json' })).json();
  });
  after(() => test.close());

  const operations = (): string[] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );

  it('is OpenAPI 3.1.0 of version 1.0.0, and in JSON', async () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.0.0');
    const response = await test.inject({ url: '/openapi.json' });
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
  });

  it('describes every operation that answers, and nothing that does not', async () => {
    assert.deepEqual(
      operations().toSorted(),
      productRequests.map(({ method, template }) => `${method} ${template}`).toSorted(),
    );
    const tokens = await logIn(test);
    for (const request of productRequests) {
      const response = await test.inject(toInject(request, tokens));
      const isItsOwn = response.statusCode !== 404 || response.json().message !== 'Not found';
      assert.ok(isItsOwn && response.statusCode !== 405, `${request.method} ${request.template}`);
    }
  });

  it('describes every path and method that has a route, but for pages, documents, what sources call and the console', () => {
    const described = operations().filter((operation) => !operation.startsWith('HEAD '));
    const routed = [...offered].flatMap(([url, others]) =>
      METHODS.filter((method) => !others.has(method) && !['CONNECT', 'HEAD', 'OPTIONS'].includes(method)).map(
        (method) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    );
    assert.deepEqual(routed.filter((route) => !UNDESCRIBED.test(route)).toSorted(), described.toSorted());
  });

  it('says for each operation what it is, whether it needs a bearer, and how it refuses', () => {
    for (const { method, template, needs, payload, success = 200 } of productRequests) {
      const operation = document.paths[template]?.[method.toLowerCase()];
      assert.ok(operation?.summary, template);
      assert.deepEqual(operation.security, needs === 'nothing' ? [] : [{ bearer: [] }], template);
      assert.equal(operation.requestBody !== undefined, payload !== undefined, template);
      for (const status of [
        String(success),
        '400',
        '500',
        '503',
        ...(needs === 'nothing' ? [] : ['401', '429']),
      ]) {
        assert.ok(operation.responses[status], `${template} ${status}`);
      }
    }
  });

  it('lets no answer and no body have a property more', () => {
    const open: string[] = [];
    const walk = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) {
        return;
      }
      const { properties, additionalProperties } = node as {
        properties?: unknown;
        additionalProperties?: unknown;
      };
      if (typeof properties === 'object' && additionalProperties !== false && !at.endsWith('/properties')) {
        open.push(at);
      }
      Object.entries(node).forEach(([key, value]) => walk(value, `${at}/${key}`));
    };
    walk(document.paths, '');
    assert.deepEqual(open, []);
  });

  it('leaks nothing of the inside', () => {
    assert.doesNotMatch(JSON.stringify(document), /farol_app|postgres|fastify|typebox|node_modules|def-\d/i);
  });
});

describe('the check of answers against the description', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'integer' }, at: { type: 'string', format: 'date-time' } },
  };
  const described = (content: Record<string, { schema?: object }>) => ({ responses: { '200': { content } } });
  const check = createAnswerCheck({
    paths: {
      '/v1/things/{id}': { get: described({ 'application/json': { schema } }) },
      '/v1/silent': { get: described({}) },
    },
  });
  const right = {
    method: 'GET',
    path: '/v1/things/1?x=2',
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: '{"id":1,"at":"2026-11-15T00:00:00Z"}',
  };

  it('passes a right answer', () => {
    assert.equal(check(right), null);
    assert.equal(check({ ...right, method: 'HEAD', body: '' }), null);
    assert.equal(check({ ...right, path: '/nowhere', status: 404, body: '{}' }), null);
  });

  it('fails on every way to be wrong', () => {
    const wrong: Record<string, Partial<typeof right>> = {
      'an extra property': { body: '{"id":1,"more":true}' },
      'a missing property': { body: '{}' },
      'a wrong type': { body: '{"id":"1"}' },
      'a wrong format': { body: '{"id":1,"at":"yesterday"}' },
      'a status that is not described': { status: 201 },
      'another content type': { contentType: 'text/html' },
      'a content type without a character set': { contentType: 'application/json' },
      'a method that is not described': { method: 'POST' },
      'a path that is not described': { path: '/v1/other' },
      'a body for HEAD': { method: 'HEAD' },
      'JSON where none is described': { path: '/v1/silent' },
    };
    for (const [name, change] of Object.entries(wrong)) {
      assert.notEqual(check({ ...right, ...change }), null, name);
    }
  });

  it('is made for every answer that a test injects', async () => {
    const test = await startTestApi({
      addRoutes: (app) =>
        app.get(
          '/v1/planted',
          { config: { access: { kind: 'public' } }, schema: { response: { 200: schema } } },
          (_request, reply) =>
            reply.type('application/json; charset=utf-8').send(JSON.stringify({ id: 1, more: true })),
        ),
    });
    try {
      await assert.rejects(test.inject({ url: '/v1/planted' }), /must NOT have additional properties/);
    } finally {
      await test.close();
    }
  });
});
