import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';

describe('balance', () => {
  let test: TestApi;
  let demo: string;
  before(async () => {
    test = await startTestApi();
    demo = (await logIn(test)).token;
  });
  after(() => test.close());

  const read = (path: string, token = demo) => test.inject({ url: path, headers: bearer(token) });

  it('tells the plans of the organization and what is left of them', async () => {
    const response = await read('/v1/holder/1/organization/1/balance');
    assert.equal(response.statusCode, 200);
    const body = response.json();
    assert.equal(body.sucess, true);
    assert.equal(body.total, 1);
    assert.equal(body.balance[0].balance.available, 100_000);
    assert.equal(body.balance[0].balance.plan.typePlan, 'COMPLETE');
    assert.match(body.balance[0].balance.plan.createdAt, /Z$/);
  });

  it('answers an organization without a subscription with an empty list', async () => {
    await test.database.admin('update farol.subscriptions set ended_at = now() where organization_id = 2');
    const basic = await logIn(test, 'basic');
    const response = await read('/v1/holder/1/organization/2/balance', basic.token);
    assert.deepEqual(response.json(), { sucess: true, reason: '', total: 0, balance: [] });
  });

  it('refuses an organization of another tenant and one that does not exist with the same bytes', async () => {
    const foreign = await read('/v1/holder/2/organization/3/balance');
    const missing = await read('/v1/holder/2/organization/999/balance');
    assert.equal(foreign.statusCode, 403);
    assert.equal(foreign.body, missing.body);
    assert.deepEqual(foreign.json(), {
      message: 'User / Organization - Access Denied',
      error: 'ErrorForbiddenException',
    });
  });

  it("refuses the caller's own organization under another holder", async () => {
    assert.equal((await read('/v1/holder/2/organization/1/balance')).statusCode, 403);
  });

  it('needs far fewer than one statement a request when many arrive together', async () => {
    const { counters } = test.api.database;
    const statementsBefore = counters.statements;
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => read('/v1/holder/1/organization/1/balance')),
    );
    assert.ok(answers.every(({ statusCode }) => statusCode === 200));
    const perRequest = (counters.statements - statementsBefore) / answers.length;
    assert.ok(perRequest < 0.2, `${perRequest} statements a request`);
  });

  it('answers empty path segments with the parameter error', async () => {
    const response = await read('/v1/holder//organization//balance');
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().error, 'WrongParameterException');
  });
});
