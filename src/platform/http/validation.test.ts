import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi, Tokens } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import {
  badJsonIntegers,
  badPathIntegers,
  brokenJsonNumbers,
  goodJsonIntegers,
} from '../../../test/support/number-tricks.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { productRequests, toInject } from '../../../test/support/product-requests.ts';

const ORDER = '/v1/probe/order';

const OPTIONAL = [
  [/\/tokens$/, /^(?!name$)/],
  [/\/secret\/rotate$/, /^keepPreviousHours$/],
  // Either of the two.
  [/\/events\/marks$/, /^read(?:UpTo|Ids)$/],
] as const;

describe('validation', () => {
  const probe = createProbe();
  let test: TestApi;
  let tokens: Tokens;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes });
    tokens = await logIn(test);
  });
  after(() => test.close());

  const post = (url: string, payload: string) =>
    test.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...bearer(tokens.token), 'content-type': 'application/json' },
    });
  const get = (url: string) => test.inject({ url });
  const orderWith = (field: string, value: string): string => {
    const rest = Object.entries({ organizationId: '1', holderId: '1', planId: '1' }).filter(
      ([name]) => name !== field,
    );
    return `{${[...rest, [field, value]].map(([name, text]) => `"${name}":${text}`).join(',')}}`;
  };

  for (const field of ['organizationId', 'holderId', 'planId', 'count']) {
    it(`takes no number trick for ${field} in a body, and never reaches a handler with one`, async () => {
      const seen = probe.seen.length;
      const mayBeZero = field === 'count';
      for (const value of [...badJsonIntegers, ...brokenJsonNumbers]) {
        if (mayBeZero && Number(value) === 0 && /^-?0(\.0)?$/.test(value)) {
          continue;
        }
        const response = await post(ORDER, orderWith(field, value));
        assert.equal(response.statusCode, 400, `${field}: ${value.slice(0, 40)}`);
        assertErrorAnswer(response, 400);
      }
      assert.equal(probe.seen.length, seen);
      for (const value of goodJsonIntegers) {
        assert.equal((await post(ORDER, orderWith(field, value))).statusCode, 200, value);
      }
    });
  }

  it('takes no number trick for the days of a service token', async () => {
    for (const value of [...badJsonIntegers, ...brokenJsonNumbers, '3651']) {
      const response = await post('/v1/organization/1/tokens', `{"name":"x","days":${value}}`);
      assert.equal(response.statusCode, 400, value.slice(0, 40));
    }
  });

  it('does not change what a refused number was aimed at', async () => {
    const [row] = (await test.database.admin('select count(*)::int as n from farol.service_tokens')) as {
      n: number;
    }[];
    assert.equal(row?.n, 0);
  });

  it('takes the spelling of a key as it is', async () => {
    for (const key of [
      'organizationid',
      'OrganizationId',
      'organization_id',
      'organizationId ',
      ' organizationId',
    ]) {
      assertErrorAnswer(await post(ORDER, `{"${key}":1,"holderId":1}`), 400);
    }
    assertErrorAnswer(await post(ORDER, '{"organizationId":1,"organizationId\\u0000":3,"holderId":1}'), 400);
  });

  it('refuses what a body must not bring along, wherever it stands', async () => {
    const extras = [
      'status',
      'consume',
      'typePlan',
      'id',
      'createdAt',
      'role',
      'isAdmin',
      'userId',
      'scope',
      'caller',
      'entry',
      'toString',
      '__proto__',
      'constructor',
      'prototype',
      'hasOwnProperty',
      '__defineGetter__',
      '_method',
      'details',
      'length',
    ];
    for (const extra of extras) {
      for (const value of [
        '1',
        '"DONE"',
        '{"prototype":{"polluted":true}}',
        '{"polluted":true}',
        '{"__proto__":{"polluted":true}}',
      ]) {
        const response = await post(ORDER, `{"organizationId":1,"holderId":1,"${extra}":${value}}`);
        assertErrorAnswer(response, 400);
      }
    }
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  it('takes enum values exactly as written', async () => {
    const wrong = [
      'asc',
      'Asc',
      'ASC ',
      ' ASC',
      'АSC',
      'ASC,DESC',
      '',
      '0',
      'asc;drop',
      'ASC\u200b',
      'ＡＳＣ',
    ];
    for (const value of wrong) {
      assertErrorAnswer(
        await post(ORDER, `{"organizationId":1,"holderId":1,"order":${JSON.stringify(value)}}`),
        400,
      );
      assertErrorAnswer(await get(`/v1/probe/query?order=${encodeURIComponent(value)}`), 400);
    }
    assert.equal((await get('/v1/probe/query?order=DESC')).statusCode, 200);
  });

  it('ignores unknown query parameters and refuses repeated ones', async () => {
    const seen = async (query: string) =>
      JSON.parse((await get(`/v1/probe/query?${query}`)).json<{ seen: string }>().seen);
    assert.equal((await seen('limit=7&x=1&__proto__=1&constructor=2')).limit, 7);
    assert.equal((await seen('')).limit, undefined);
    for (const query of [
      'limit=1&limit=1',
      'limit=1&limit=2',
      'order=ASC&order=ASC',
      'text=a&text=b',
      'limit=1&x=2&%6cimit=1',
      'x=1&x=2',
    ]) {
      assertErrorAnswer(await get(`/v1/probe/query?${query}`), 400);
    }
    assertErrorAnswer(await get('/health/live?x=1&x=2'), 400);
  });

  it('reads integers in a query by their exact decimal form only', async () => {
    const tricks = badPathIntegers.filter((value) => !/[?#&;$'*,]/.test(value) && value !== '1%26');
    for (const value of [...tricks, '101', 'limit', '1%26']) {
      assertErrorAnswer(await get(`/v1/probe/query?limit=${value}`), 400);
    }
    for (const query of ['limit[]=1', 'limit[a]=1', 'limit.a=1', 'Limit=0']) {
      assert.equal((await get(`/v1/probe/query?${query}`)).statusCode, 200, query);
    }
  });

  it('refuses NUL in a path and in a query, and takes an encoded slash as part of the value', async () => {
    assertErrorAnswer(await get('/v1/probe/text/a%00b'), 400);
    assertErrorAnswer(await get('/v1/probe/query?text=a%00b'), 400);
    const slash = await get('/v1/probe/text/12.345%2F0001-95');
    assert.deepEqual(JSON.parse(slash.json().seen), { text: '12.345/0001-95' });
  });

  it('refuses a missing, empty or null field of every body of the product', async () => {
    for (const request of productRequests.filter(({ payload }) => payload !== undefined)) {
      for (const [name, value] of Object.entries(request.payload ?? {})) {
        const isOptional = OPTIONAL.some(([path, field]) => path.test(request.template) && field.test(name));
        const { [name]: _removed, ...without } = request.payload ?? {};
        const faulty: unknown[] = [null, '', [value], { value }, ...(isOptional ? [] : ['absent'])];
        for (const fault of faulty) {
          const payload = fault === 'absent' ? without : { ...without, [name]: fault };
          const response = await test.inject({ ...toInject(request, tokens), payload });
          assert.equal(response.statusCode, 400, `${request.template} ${name} ${JSON.stringify(fault)}`);
        }
      }
    }
  });
});
