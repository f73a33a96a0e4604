import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi, Tokens } from '../../../test/support/api.ts';
import { createDatabaseDoor } from '../../../test/support/database-door.ts';
import { assertErrorAnswer, findErrorFault, findLeak } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { FarolError, errorCodes } from '../../errors.ts';
import { translate } from './error-translator.ts';

const INTERNAL = { message: 'Internal server error', error: 'InternalServerError' };
const SECRET = 'select * from farol.users where cpf = 52998224725 at /srv/farol/src/x.ts:1:1';

describe('errors', () => {
  const probe = createProbe();
  let test: TestApi;
  let tokens: Tokens;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes });
    tokens = await logIn(test);
  });
  after(() => test.close());

  const fail = (thrown: unknown) => {
    probe.failWith(thrown);
    return test.inject({ url: '/v1/probe/fail' });
  };

  it('answers every failure of the catalogue with its status, its name and the two fields', async () => {
    for (const code of errorCodes) {
      const error = new FarolError(code, { retryAfterSeconds: 2, headers: { allow: 'GET' } });
      probe.failWith(error);
      const response = await test.api.app.inject({ url: '/v1/probe/fail' });
      assert.equal(response.statusCode, error.status);
      const fault = findErrorFault({ status: error.status, headers: response.headers, body: response.body });
      assert.equal(fault, null, code);
      assert.deepEqual(response.json(), { message: error.message, error: error.wireName });
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
    }
  });

  it('tells nothing of a failure that it does not know', async () => {
    const odd = Object.assign(new Error(SECRET), {
      statusCode: 418,
      code: 'FST_ERR_SOMETHING',
      detail: SECRET,
      expose: true,
    });
    const asValidation = Object.assign(new Error(SECRET), {
      validation: [{ message: SECRET }],
      statusCode: 400,
    });
    const asDatabase = Object.assign(new Error(SECRET), {
      code: '23505',
      detail: `Key (cpf)=(52998224725) already exists.`,
    });
    for (const thrown of [
      new Error(SECRET),
      new TypeError(SECRET),
      new AggregateError([new Error(SECRET)], SECRET),
      odd,
      asValidation,
      asDatabase,
      SECRET,
      42,
      null,
      undefined,
      { message: SECRET },
      {
        statusCode: 200,
        message: SECRET,
      },
      Symbol('x'),
      [SECRET],
      false,
    ]) {
      const response = await fail(thrown);
      assertErrorAnswer(response, 500);
      assert.deepEqual(response.json(), INTERNAL);
      assert.doesNotMatch(JSON.stringify(response.headers), /52998224725|select/);
    }
  });

  it('gives back no header of a failure that it does not know', async () => {
    const response = await fail(Object.assign(new Error('x'), { headers: { 'x-leak': SECRET } }));
    assert.equal(response.headers['x-leak'], undefined);
  });

  it('answers a handler that sends what its schema does not allow as an internal failure', async () => {
    probe.failWith(
      new FarolError('INTERNAL', { cause: new Error(SECRET), details: [{ path: '/', message: 'x' }] }),
    );
    const response = await test.api.app.inject({ url: '/v1/probe/fail' });
    assert.equal(response.statusCode, 500);
    assert.equal(response.json().message, 'Internal server error');
  });

  it('knows the refusals of the framework, and takes everything else for an internal failure', () => {
    const codeOf = (code: string) => translate(Object.assign(new Error(SECRET), { code })).code;
    assert.equal(codeOf('FST_ERR_CTP_BODY_TOO_LARGE'), 'BODY_TOO_LARGE');
    assert.equal(codeOf('FST_ERR_NOT_KNOWN'), 'INTERNAL');
    assert.equal(codeOf('toString'), 'INTERNAL');
    assert.equal(codeOf('__proto__'), 'INTERNAL');
    assert.equal(codeOf('constructor'), 'INTERNAL');
  });

  it('finds a leak when there is one', () => {
    const bodies = [
      'Error: x at Object.<anonymous> (/srv/a.js:1:2)',
      'relation "farol.users" does not exist',
      'PostgreSQL 18.4',
      'node v26.12.0',
      'duplicate key value violates unique constraint',
      'ECONNREFUSED 127.0.0.1:5432',
      'fastify',
      'Unexpected token } in JSON',
    ];
    for (const message of bodies) {
      assert.notEqual(findLeak(JSON.stringify({ message, error: 'InternalServerError' })), null, message);
    }
    for (const code of errorCodes) {
      assert.equal(findLeak(JSON.stringify({ message: new FarolError(code).message })), null, code);
    }
    const answer = { status: 404, headers: {}, body: '{"message":"x","error":"WrongParameterException"}' };
    assert.match(findErrorFault(answer) ?? '', /carries the name/);
    assert.match(findErrorFault({ ...answer, body: '{"message":"x"}' }) ?? '', /the body of 404/);
    const more = { ...answer, body: '{"message":"x","error":"ObjectNotFoundException","stack":"y"}' };
    assert.match(findErrorFault(more) ?? '', /the body of 404/);
    const bare = { status: 401, headers: {}, body: '{"message":"x","error":"UnauthorizedException"}' };
    assert.match(findErrorFault(bare) ?? '', /www-authenticate/);
  });

  it('answers a lost database with 503 and Retry-After, never as not found, and recovers', async () => {
    const door = await createDatabaseDoor(test.database);
    const behind = await startTestApi({
      database: door.database,
      env: { FAROL_KEY_FILE: test.config.keyFile },
    });
    const headers = bearer(tokens.token);
    const requests = [
      { url: '/v1/holder/1/organization/1/balance', headers },
      { url: '/v1/sessions', headers },
      { method: 'DELETE', url: '/v1/sessions/00000000-0000-4000-8000-000000000000', headers },
      { method: 'DELETE', url: '/v1/organization/1/tokens/999', headers },
      { url: '/v1/organization/1/tokens', headers },
      {
        method: 'POST',
        url: '/v1/login',
        payload: { email: 'demo@example.com', password: 'farol-demo-2026' },
      },
      { url: '/v1/sessions', headers: bearer(`farol_st_${'A'.repeat(43)}`) },
    ] as const;
    try {
      assert.equal((await behind.inject(requests[0])).statusCode, 200);
      for (const lose of [door.shut, door.hang]) {
        lose();
        const responses = await Promise.all(requests.map((request) => behind.inject(request)));
        responses.forEach((response) => assertErrorAnswer(response, 503));
        door.open();
        await eventually(async () => (await behind.inject(requests[0])).statusCode === 200, 3000);
      }
    } finally {
      door.open();
      await behind.close();
      await door.close();
    }
  });
});
