import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { leavesAnAdmin } from './rules.ts';

const MEMBERS = '/v1/organization/1/members';

describe('the members of an organization', () => {
  let test: TestApi;
  let demo: string;
  let basic: string;
  before(async () => {
    test = await startTestApi();
    demo = (await logIn(test)).token;
    basic = (await logIn(test, 'basic')).token;
  });
  beforeEach(async () => {
    await test.database.admin('delete from farol.memberships where organization_id = 1');
    await test.database.admin(
      `insert into farol.memberships (organization_id, user_id, role) values (1, 1, 'admin'), (1, 2, 'viewer')`,
    );
  });
  after(() => test.close());

  const act = (method: 'GET' | 'PUT' | 'DELETE', url: string, token = demo, payload?: { role: string }) =>
    test.inject({ method, url, headers: bearer(token), ...(payload === undefined ? {} : { payload }) });
  const roles = async (): Promise<[number, string][]> => {
    const { members } = (await act('GET', MEMBERS)).json<{ members: { userId: number; role: string }[] }>();
    return members.map(({ userId, role }) => [userId, role]);
  };

  it('are listed for an admin, with their roles', async () => {
    assert.deepEqual(await roles(), [
      [1, 'admin'],
      [2, 'viewer'],
    ]);
  });

  it('are kept from whoever is no admin, and from other tenants', async () => {
    assert.equal((await act('GET', MEMBERS, basic)).statusCode, 403);
    assert.equal((await act('GET', '/v1/organization/3/members')).statusCode, 403);
    assert.equal((await act('PUT', `${MEMBERS}/1`, basic, { role: 'viewer' })).statusCode, 403);
    const foreign = await act('PUT', '/v1/organization/3/members/3', demo, { role: 'viewer' });
    assert.equal(foreign.statusCode, 403);
    assert.equal((await act('DELETE', `${MEMBERS}/3`)).statusCode, 404, 'a member of another organization');
  });

  it('get another role, which counts for their next request', async () => {
    assert.equal((await act('PUT', `${MEMBERS}/2`, demo, { role: 'admin' })).statusCode, 200);
    assert.deepEqual((await roles())[1], [2, 'admin']);
    await eventually(async () => (await act('GET', MEMBERS, basic)).statusCode === 200, 10_000);
  });

  it('are taken out, and are shut out of the organization alone', async () => {
    assert.equal((await act('DELETE', `${MEMBERS}/2`)).statusCode, 200);
    assert.deepEqual(await roles(), [[1, 'admin']]);
    assert.equal((await act('DELETE', `${MEMBERS}/2`)).statusCode, 404);
    assert.equal((await act('GET', '/v1/organization/2/members', basic)).statusCode, 200);
  });

  it('never lose their last admin', async () => {
    for (const response of [
      await act('PUT', `${MEMBERS}/1`, demo, { role: 'analyst' }),
      await act('DELETE', `${MEMBERS}/1`),
    ]) {
      assert.equal(response.statusCode, 409);
      assert.equal(response.json().error, 'ConflictException');
    }
  });

  it('keep an admin when two admins take each other out at the same time', async () => {
    await test.database.admin(`update farol.memberships set role = 'admin' where organization_id = 1`);
    await eventually(async () => (await act('GET', MEMBERS, basic)).statusCode === 200, 10_000);
    await Promise.all([act('DELETE', `${MEMBERS}/2`), act('DELETE', `${MEMBERS}/1`, basic)]);
    const left = await test.database.admin(
      `select role from farol.memberships where organization_id = 1 and role = 'admin'`,
    );
    assert.equal(left.length, 1);
  });

  it('are changed on record', async () => {
    await act('PUT', `${MEMBERS}/2`, demo, { role: 'analyst' });
    const rows = await test.database.admin(
      `select action, subject from farol.audit_records where action like 'member.%' order by row_id desc limit 1`,
    );
    assert.deepEqual(rows, [{ action: 'member.analyst', subject: 'user 2' }]);
  });
});

describe('whether an admin is left', () => {
  const members = [
    { userId: 1, role: 'admin' },
    { userId: 2, role: 'viewer' },
  ] as const;
  it('is judged by what the change leaves behind', () => {
    assert.equal(leavesAnAdmin(members, { userId: 1, role: null }), false);
    assert.equal(leavesAnAdmin(members, { userId: 1, role: 'analyst' }), false);
    assert.equal(leavesAnAdmin(members, { userId: 1, role: 'admin' }), true);
    assert.equal(leavesAnAdmin(members, { userId: 2, role: null }), true);
  });
});
