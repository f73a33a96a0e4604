import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

const GOOD = '90010020055';
const WRONG = '90010020056';

const DENIED = { type: 'ErrorForbiddenException', message: 'User / Organization - Access Denied' };
const NO_PLAN = { status: 'PLAN_NOT_ALLOWED', message: 'The plan does not include this resource' };
const NO_DOCUMENT = { status: 'INVALID_DOCUMENT', message: 'The document is not a valid CPF or CNPJ' };
const NO_CONSENT = {
  type: 'ConsentRequiredException',
  message: 'The consent of the holder is not on record',
};
const NO_UNITS = { type: 'BalanceExhaustedException', message: 'The balance of the plan is used up' };

describe('the order of checks', () => {
  let test: RegisterApi;
  let demo: string;
  let basic: string;
  before(async () => {
    test = await startRegisterApi({ env: { FAROL_SCR_CONSENT: 'required' } });
    demo = (await logIn(test)).token;
    basic = (await logIn(test, 'basic')).token;
  });
  after(() => test.close());

  it('is document, organization, plan, consent, balance', async () => {
    await test.database.admin('update farol.subscriptions set granted = consumed where organization_id = 1');
    const cases: [who: string, document: string, query: string, status: number, body: object][] = [
      [demo, WRONG, '?organizationId=3&planId=99', 400, NO_DOCUMENT],
      [demo, WRONG, '?organizationId=x', 400, NO_DOCUMENT],
      [demo, '', '', 400, NO_DOCUMENT],
      [demo, '11111111111', '', 400, NO_DOCUMENT],
      [demo, GOOD, '?organizationId=3&planId=99', 403, DENIED],
      [demo, GOOD, '?organizationId=999', 403, DENIED],
      [demo, GOOD, '?planId=99', 403, NO_PLAN],
      [demo, GOOD, '?organizationId=1&planId=2', 403, NO_PLAN],
      [basic, GOOD, '', 403, NO_PLAN],
      [basic, GOOD, '?organizationId=2&planId=2', 403, NO_PLAN],
      [basic, GOOD, '?organizationId=1', 403, DENIED],
      [demo, GOOD, '', 403, NO_CONSENT],
      [demo, GOOD, '?organizationId=1&planId=1', 403, NO_CONSENT],
    ];
    for (const [who, document, query, status, body] of cases) {
      const response = await test.ask(who, document, query);
      assert.deepEqual([response.statusCode, response.json()], [status, body], `${document} ${query}`);
    }
    const consent = { organizationId: 1, document: GOOD, mode: 'LINKED_ITEM', itemId: `sandbox-${GOOD}` };
    const kept = await test.inject({
      method: 'POST',
      url: '/v1/scr/consents',
      headers: bearer(demo),
      payload: consent,
    });
    assert.equal(kept.statusCode, 200, kept.body);
    const poor = await test.ask(demo, GOOD);
    assert.deepEqual([poor.statusCode, poor.json()], [402, NO_UNITS]);
    assert.deepEqual(await test.database.admin('select id from farol.scr_enquiries'), []);
    await test.database.admin('update farol.subscriptions set granted = 100000 where organization_id = 1');
    assert.equal((await test.ask(demo, GOOD)).statusCode, 202);
  });

  it('wants organization and plan named where more than one subscription has SCR', async () => {
    await test.database.admin(
      `insert into farol.memberships (organization_id, user_id, role)
       select 3, u.id, 'admin' from farol.users u where u.username = 'demo'`,
    );
    const { token } = await logIn(test);
    for (const query of ['', '?organizationId=3', '?planId=1']) {
      const response = await test.ask(token, GOOD, query);
      assert.equal(response.statusCode, 400);
      assert.equal(response.json().type, 'WrongParameterException');
    }
    assert.equal((await test.ask(token, GOOD, '?organizationId=3&planId=1')).statusCode, 403);
    assert.equal((await test.ask(token, GOOD, '?organizationId=1&planId=1')).statusCode, 202);
    await test.database.admin(
      `delete from farol.memberships m using farol.users u
       where u.id = m.user_id and u.username = 'demo' and m.organization_id = 3`,
    );
  });

  it('needs the role of an analyst', async () => {
    await test.database.admin(
      `update farol.memberships m set role = 'viewer' from farol.users u where u.id = m.user_id and u.username = 'demo'`,
    );
    const { token } = await logIn(test);
    const response = await test.ask(token, GOOD);
    assert.deepEqual([response.statusCode, response.json()], [403, DENIED]);
    await test.database.admin(
      `update farol.memberships m set role = 'admin' from farol.users u where u.id = m.user_id and u.username = 'demo'`,
    );
  });

  it('answers other methods and missing bearers in its own shape', async () => {
    const url = `/v1/scr/indicators/${GOOD}`;
    const bare = await test.inject({ url });
    assert.equal(bare.statusCode, 401);
    assert.equal(bare.headers['www-authenticate'], 'Bearer');
    assert.deepEqual(bare.json(), { type: 'UnauthorizedException', message: 'Unauthorized' });
    const bad = await test.inject({ url, headers: bearer('nonsense') });
    assert.equal(bad.headers['www-authenticate'], 'Bearer error="invalid_token"');
    const head = await test.api.app.inject({ method: 'HEAD', url, headers: bearer(demo) });
    assert.deepEqual([head.statusCode, head.headers['allow']], [405, 'GET, OPTIONS']);
    const post = await test.inject({ method: 'POST', url, headers: bearer(demo), payload: {} });
    assert.deepEqual(post.json(), { type: 'MethodNotAllowedException', message: 'Method not allowed' });
    const wrong = await test.ask(demo, GOOD, '?organizationId=x');
    assert.deepEqual(wrong.json(), { type: 'WrongParameterException', message: 'Invalid parameter' });
  });

  it('keeps organizations apart: another one asks and pays for itself', async () => {
    await test.startWorker();
    const mine = await test.finish(demo, GOOD);
    assert.equal(mine.statusCode, 200, mine.body);
    const other = (await logIn(test, 'other')).token;
    const refused = await test.ask(other, GOOD);
    assert.deepEqual([refused.statusCode, refused.json()], [403, NO_CONSENT]);
    const foreign = await test.ask(other, GOOD, '?organizationId=1&planId=1');
    assert.deepEqual([foreign.statusCode, foreign.json()], [403, DENIED]);
    await test.inject({
      method: 'POST',
      url: '/v1/scr/consents',
      headers: bearer(other),
      payload: { organizationId: 3, document: GOOD, mode: 'LINKED_ITEM', itemId: `sandbox-${GOOD}` },
    });
    const earlier = await test.available(3);
    assert.equal((await test.ask(other, GOOD)).statusCode, 202);
    assert.equal(await test.available(3), earlier - 1);
    assert.equal((await test.finish(other, GOOD)).json().source, 'live');
  });
});
