import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { bearer, logIn, startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { findErrorFault } from '../support/error-answers.ts';
import { draftOf, mutation, toRequest } from '../support/mutations.ts';
import { productRequests } from '../support/product-requests.ts';
import type { ProductRequest } from '../support/product-requests.ts';
import { addImported } from '../support/registry-rows.ts';
import { settingsForSandbox } from '../support/sandbox.ts';

const SEED = 20_261_115;
const MUTATED = 3200;
const ALLOWED = new Set([200, 201, 202, 204, 400, 401, 403, 404, 405, 413, 414, 415]);

/** Operations that check a password, or end the session that is used, cost a tenth of a second; health takes no input. */
const COSTLY = new Set(['/v1/login', '/v1/logout', '/v1/password', '/health/ready', '/health/live']);

describe('generated requests', () => {
  let test: TestApi;
  const seen = new Map<number, number>();
  /** Routes without a body have less that can be wrong with them, so how much is refused as wrong is told by the others. */
  const withBody = { requests: 0, refused: 0 };
  before(async () => {
    // Sources are named and never asked: there is no worker.
    test = await startTestApi({ env: settingsForSandbox('http://127.0.0.1:9', 'pluggy') });
    await addImported(test.database, 'cases');
  });
  after(() => test.close());

  function anyOperation(): fc.Arbitrary<ProductRequest> {
    return fc.oneof(
      ...productRequests.map((request) => ({
        weight: COSTLY.has(request.template) ? 1 : request.payload === undefined ? 12 : 30,
        arbitrary: fc.constant(request),
      })),
    );
  }

  it(`that are wrong in one to four ways are refused, ${MUTATED} times, and never fail inside`, async () => {
    let token = (await logIn(test)).token;
    await fc.assert(
      fc.asyncProperty(
        anyOperation(),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async (request, mutations) => {
          const draft = draftOf(request, token);
          mutations.forEach((mutate) => mutate(draft));
          const given = toRequest(draft);
          const { statusCode: status, headers, body } = await test.api.app.inject(given);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          if (request.payload !== undefined) {
            withBody.requests += 1;
            withBody.refused += status === 400 ? 1 : 0;
          }
          const about = `${given.method} ${given.url.slice(0, 100)} answered ${status}`;
          assert.ok(ALLOWED.has(status), about);
          assert.ok(headers['x-request-id'], about);
          if (status >= 400 && given.method !== 'HEAD') {
            assert.equal(findErrorFault({ status, headers, body }), null, about);
          }
          const endsSession = status === 200 && ['/v1/logout', '/v1/password'].includes(request.template);
          if (endsSession && given.method !== 'GET') {
            ({ token } = await logIn(test).catch(() => logIn(test, 'basic')));
          }
        },
      ),
      { seed: SEED, numRuns: MUTATED, endOnFailure: true },
    );
    const share = withBody.refused / withBody.requests;
    assert.ok(share > 1 / 3, `${share} of ${withBody.requests}: ${JSON.stringify([...seen])}`);
    for (const status of [200, 401, 403, 404, 405, 414, 415]) {
      assert.ok(seen.has(status), `${status} was never answered: ${JSON.stringify([...seen])}`);
    }
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  it('that are wrong have changed nothing that they were aimed at', async () => {
    const rows = (await test.database.admin(
      `select (select count(*)::int from farol.organizations) as organizations, (select count(*)::int from farol.users) as users,
        (select count(*)::int from farol.service_tokens where organization_id <> 1) as foreign_tokens`,
    )) as object[];
    assert.deepEqual(rows, [{ organizations: 3, users: 3, foreign_tokens: 0 }]);
  });
});

describe('generated right requests', () => {
  let test: TestApi;
  let accepted = 0;
  before(async () => {
    test = await startTestApi();
  });
  after(() => test.close());

  async function accept(
    request: Parameters<TestApi['inject']>[0],
  ): Promise<{ id: number; token: string; name: string }> {
    const response = await test.inject(request);
    assert.equal(response.statusCode, 200, `${JSON.stringify(request)} ${response.body.slice(0, 200)}`);
    accepted += 1;
    return response.json();
  }
  const property = (numRuns: number) => ({ seed: SEED, numRuns, endOnFailure: true });
  const visible = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter(
      (name) => name.trim() === name && name.length <= 200 && !name.includes('\0') && name.isWellFormed(),
    );

  it('make, list and revoke service tokens with any name that a person may write', async () => {
    const { token } = await logIn(test);
    const headers = bearer(token);
    const url = '/v1/organization/1/tokens';
    const body = fc.record(
      {
        name: visible,
        role: fc.constantFrom('viewer', 'analyst', 'admin'),
        days: fc.integer({ min: 1, max: 3650 }),
      },
      { requiredKeys: ['name'] },
    );
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (payload, isPretty) => {
        const text = JSON.stringify(payload, null, isPretty ? 2 : 0);
        const made = await accept({
          method: 'POST',
          url,
          payload: text,
          headers: { ...headers, 'content-type': 'application/json' },
        });
        assert.equal(made.name, payload.name);
        await accept({ url: '/v1/holder/1/organization/1/balance', headers: bearer(made.token) });
        await accept({ method: 'DELETE', url: `${url}/${made.id}`, headers });
      }),
      property(450),
    );
    for (const length of [1, 2, 199, 200]) {
      await accept({ method: 'POST', url, payload: { name: '😀'.repeat(length) }, headers });
    }
  });

  it('read balance, sessions and tokens with any unknown parameter', async () => {
    const { token } = await logIn(test);
    const reads = fc.constantFrom(
      '/v1/holder/1/organization/1/balance',
      '/v1/sessions',
      '/v1/organization/1/tokens',
      '/health/live',
    );
    const queries = fc.dictionary(fc.stringMatching(/^[a-z_]{1,10}$/), fc.string({ maxLength: 20 }), {
      maxKeys: 4,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(
        reads,
        queries,
        fc.constantFrom('Bearer', 'bearer', 'BEARER'),
        async (url, query, scheme) => {
          const search = new URLSearchParams(query).toString();
          await accept({
            url: search === '' ? url : `${url}?${search}`,
            headers: { authorization: `${scheme} ${token}` },
          });
        },
      ),
      property(550),
    );
  });

  it('log in, refresh and log out, with e-mail and username in any case', async () => {
    const cased = (text: string) =>
      fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((upper) =>
        text
          .split('')
          .map((character, index) => (upper[index] === true ? character.toUpperCase() : character))
          .join(''),
      );
    await fc.assert(
      fc.asyncProperty(cased('demo@example.com'), cased('demo'), async (email, username) => {
        const login = {
          method: 'POST',
          url: '/v1/login',
          payload: { email, password: 'farol-demo-2026' },
        } as const;
        const tokens = (await accept(login)) as unknown as { token: string; refreshToken: string };
        let { token } = tokens;
        for (let step = 0; step < 6; step += 1) {
          const payload = { email, username, refreshToken: tokens.refreshToken };
          ({ token } = await accept({
            method: 'POST',
            url: '/v1/refreshtoken',
            payload,
            headers: bearer(token),
          }));
        }
        await accept({ method: 'POST', url: '/v1/logout', headers: bearer(token) });
      }),
      property(15),
    );
  });

  it('were at least 2,000', () => {
    assert.ok(accepted >= 2000, `${accepted}`);
  });
});
