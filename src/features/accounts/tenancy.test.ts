// Actors × relations over every route that touches an organization. Foreign canaries must never come back, and what does
// not exist looks exactly like what belongs to somebody else.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';

const FOREIGN = 'foreign-canary-5b1c';
type Call = { method: 'GET' | 'POST' | 'DELETE'; url: string; payload?: object };

/** The same calls for any holder, organization and token. */
function callsOf(holder: number, organization: number, tokenId: number): Call[] {
  return [
    { method: 'GET', url: `/v1/holder/${holder}/organization/${organization}/balance` },
    { method: 'GET', url: `/v1/organization/${organization}/tokens` },
    { method: 'GET', url: `/v1/organization/${organization}/events` },
    {
      method: 'POST',
      url: `/v1/organization/${organization}/tokens`,
      payload: { name: 'made by the matrix' },
    },
    { method: 'DELETE', url: `/v1/organization/${organization}/tokens/${tokenId}` },
  ];
}

describe('tenants', () => {
  let test: TestApi;
  let foreignTokenId: number;
  const actors = new Map<string, string>();
  const send = ({ method, url, payload }: Call, token: string | null) =>
    test.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: token === null ? {} : bearer(token),
    });
  const makeToken = async (token: string, organization: number, body: object) => {
    const response = await send(
      { method: 'POST', url: `/v1/organization/${organization}/tokens`, payload: body },
      token,
    );
    assert.equal(response.statusCode, 200, response.body);
    noteCanary(response.json().token);
    return response.json<{ id: number; token: string }>();
  };
  const setRole = (role: string) =>
    test.database.admin('update farol.memberships set role = $1 where organization_id = 1', [role]);

  before(async () => {
    test = await startTestApi();
    const other = (await logIn(test, 'other')).token;
    const admin = (await logIn(test)).token;
    foreignTokenId = (await makeToken(other, 3, { name: FOREIGN })).id;
    await test.database.admin(`update farol.plans set name = '${FOREIGN}' where id = 2`);
    actors.set('own admin', admin);
    actors.set('admin of another tenant', other);
    actors.set('member of another organization of the same holder', (await logIn(test, 'basic')).token);
    for (const role of ['viewer', 'analyst', 'admin']) {
      actors.set(`service token as ${role}`, (await makeToken(admin, 1, { name: role, role })).token);
    }
    const revoked = await makeToken(admin, 1, { name: 'revoked' });
    await send({ method: 'DELETE', url: `/v1/organization/1/tokens/${revoked.id}` }, admin);
    actors.set('revoked service token', revoked.token);
    const ended = (await logIn(test)).token;
    await send({ method: 'POST', url: '/v1/logout' }, ended);
    actors.set('ended session', ended);
  });
  after(() => test.close());

  it('answers a stranger the same 403 for what exists and for what does not', async () => {
    for (const [actor, token] of actors) {
      if (
        actor === 'admin of another tenant' ||
        actor === 'revoked service token' ||
        actor === 'ended session'
      ) {
        continue;
      }
      const existing = callsOf(2, 3, foreignTokenId);
      const missing = callsOf(2, 999_999, 999_999);
      for (const [index, call] of existing.entries()) {
        const [one, two] = [await send(call, token), await send(missing[index] ?? call, token)];
        assert.equal(one.statusCode, 403, `${actor} ${call.method} ${call.url}`);
        assert.equal(one.body, two.body, `${actor} ${call.method} ${call.url}`);
        assert.ok(!one.body.includes(FOREIGN));
      }
    }
  });

  it('answers nobody, the ended and the revoked with 401 everywhere', async () => {
    for (const token of [
      null,
      actors.get('ended session') ?? '',
      actors.get('revoked service token') ?? '',
    ]) {
      for (const call of [...callsOf(1, 1, 1), ...callsOf(2, 3, foreignTokenId)]) {
        assert.equal((await send(call, token)).statusCode, 401, `${call.method} ${call.url}`);
      }
    }
  });

  it('lets in by role: everybody reads balance and events, admins alone manage tokens', async () => {
    const expected = new Map([
      ['service token as viewer', [200, 403, 200, 403, 403]],
      ['service token as analyst', [200, 403, 200, 403, 403]],
      ['service token as admin', [200, 200, 200, 200, 404]],
      ['own admin', [200, 200, 200, 200, 404]],
      ['member of another organization of the same holder', [403, 403, 403, 403, 403]],
      ['admin of another tenant', [403, 403, 403, 403, 403]],
    ]);
    for (const [actor, statuses] of expected) {
      const seen = [];
      for (const call of callsOf(1, 1, 999_999)) {
        seen.push((await send(call, actors.get(actor) ?? '')).statusCode);
      }
      assert.deepEqual(seen, statuses, actor);
    }
  });

  it('follows a change of role at once', async () => {
    const admin = actors.get('own admin') ?? '';
    await setRole('viewer');
    const list: Call = { method: 'GET', url: '/v1/organization/1/tokens' };
    await eventually(async () => (await send(list, admin)).statusCode === 403, 1000);
    await setRole('admin');
    await eventually(async () => (await send(list, admin)).statusCode === 200, 1000);
  });

  it("does not find another tenant's token under the caller's own organization", async () => {
    const admin = actors.get('own admin') ?? '';
    const [foreign, missing] = [
      await send({ method: 'DELETE', url: `/v1/organization/1/tokens/${foreignTokenId}` }, admin),
      await send({ method: 'DELETE', url: '/v1/organization/1/tokens/999999' }, admin),
    ];
    assert.deepEqual([foreign.statusCode, missing.statusCode], [404, 404]);
    assert.equal(foreign.body, missing.body);
    const [row] = (await test.database.admin('select revoked_at from farol.service_tokens where id = $1', [
      foreignTokenId,
    ])) as { revoked_at: Date | null }[];
    assert.equal(row?.revoked_at, null, 'the row is untouched');
  });

  it("refuses contradictory ids: the caller's organization under another holder", async () => {
    const [balance] = callsOf(2, 1, 1);
    assert.ok(balance);
    assert.equal((await send(balance, actors.get('own admin') ?? '')).statusCode, 403);
  });

  it("keeps service tokens away from a person's things", async () => {
    const token = actors.get('service token as admin') ?? '';
    assert.equal((await test.inject({ url: '/v1/sessions', headers: bearer(token) })).statusCode, 403);
    assert.equal((await send({ method: 'POST', url: '/v1/logout' }, token)).statusCode, 403);
    const refresh = await test.inject({
      method: 'POST',
      url: '/v1/refreshtoken',
      headers: bearer(token),
      payload: { email: 'demo@example.com', username: 'demo', refreshToken: 'x' },
    });
    assert.equal(refresh.statusCode, 401);
  });

  it('puts on record who made and who revoked a token, in the organization it belongs to', async () => {
    const admin = actors.get('own admin') ?? '';
    const { id } = await makeToken(admin, 1, { name: 'on record' });
    await send({ method: 'DELETE', url: `/v1/organization/1/tokens/${id}` }, admin);
    const rows = await test.database.admin(
      `select organization_id::integer as organization, action, actor ~ '^session ' as by_session
       from farol.audit_records where subject = $1 order by row_id`,
      [`token ${id}`],
    );
    assert.deepEqual(rows, [
      { organization: 1, action: 'token.create', by_session: true },
      { organization: 1, action: 'token.revoke', by_session: true },
    ]);
  });

  it('makes a token once for each Idempotency-Key, and refuses another request under it', async () => {
    const headers = { ...bearer(actors.get('own admin') ?? ''), 'idempotency-key': 'one-token' };
    const make = (name: string) =>
      test.inject({ method: 'POST', url: '/v1/organization/1/tokens', headers, payload: { name } });
    const [first, again, other] = [await make('once'), await make('once'), await make('twice')];
    noteCanary(first.json().token);
    assert.deepEqual([first.statusCode, again.statusCode, other.statusCode], [200, 200, 409]);
    assert.equal(first.body, again.body);
    const rows = await test.database.admin(
      `select from farol.service_tokens where name in ('once', 'twice')`,
    );
    assert.equal(rows.length, 1);
    const bad = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: { ...headers, 'idempotency-key': 'x'.repeat(256) },
      payload: { name: 'bad' },
    });
    assert.equal(bad.statusCode, 400);
  });

  it('lets a service token end at its day', async () => {
    const admin = actors.get('own admin') ?? '';
    const { token } = await makeToken(admin, 1, { name: 'short', days: 1 });
    const [balance] = callsOf(1, 1, 1);
    assert.ok(balance);
    assert.equal((await send(balance, token)).statusCode, 200);
    test.clock.advance(86_400_000 + 1000);
    assert.equal((await send(balance, token)).statusCode, 401);
  });
});
