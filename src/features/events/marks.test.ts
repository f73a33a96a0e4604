import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startSequencedApi } from '../../../test/support/sequenced-api.ts';
import type { SequencedApi } from '../../../test/support/sequenced-api.ts';
import { MOST_READ_IDS } from './mark-rules.ts';

const EVENTS = 600;
const pathOf = (organizationId: number): string => `/v1/organization/${organizationId}/events/marks`;

describe('what was read of the events', () => {
  let test: SequencedApi;
  let [demo, basic, other] = ['', '', ''];
  const read = async (token: string, organizationId = 1) =>
    (await test.inject({ url: pathOf(organizationId), headers: bearer(token) })).json();
  const mark = (token: string, payload: object, organizationId = 1) =>
    test.inject({ method: 'PATCH', url: pathOf(organizationId), headers: bearer(token), payload });

  before(async () => {
    test = await startSequencedApi();
    await test.database.admin(
      `insert into farol.memberships (organization_id, user_id, role)
       select 1, u.id, 'viewer' from farol.users u where u.username = 'basic'`,
    );
    demo = (await logIn(test)).token;
    basic = (await logIn(test, 'basic')).token;
    other = (await logIn(test, 'other')).token;
    for (const organizationId of [1, 3]) {
      await test.record(
        organizationId,
        Array.from({ length: EVENTS }, (_, index) => `event ${index}`),
      );
    }
    await eventually(async () => {
      const rows = await test.database.admin('select from farol.events where number is null limit 1');
      return rows.length === 0;
    }, 10_000);
  });
  after(() => test.close());

  it('is nothing at first, then all up to a number and single ones above it', async () => {
    assert.deepEqual(await read(demo), { readUpTo: 0, readIds: [] });
    assert.deepEqual((await mark(demo, { readIds: [9, 4] })).json(), { readUpTo: 0, readIds: [9, 4] });
    assert.deepEqual((await mark(demo, { readUpTo: 5 })).json(), { readUpTo: 5, readIds: [9] });
    assert.deepEqual((await mark(demo, { readUpTo: 2, readIds: [9, 3, 7] })).json(), {
      readUpTo: 5,
      readIds: [9, 7],
    });
    assert.deepEqual(await read(demo), { readUpTo: 5, readIds: [9, 7] });
  });

  it('is the own of each user, also of the other members of the organization', async () => {
    assert.deepEqual(await read(basic), { readUpTo: 0, readIds: [] });
    await mark(basic, { readUpTo: 8 });
    assert.deepEqual(await read(basic), { readUpTo: 8, readIds: [] });
    assert.deepEqual(await read(demo), { readUpTo: 5, readIds: [9, 7] });
  });

  it('is of one organization: another tenant neither sees nor changes it', async () => {
    assertErrorAnswer(await mark(other, { readUpTo: 20 }), 403);
    assertErrorAnswer(await test.inject({ url: pathOf(1), headers: bearer(other) }), 403);
    assertErrorAnswer(await mark(demo, { readUpTo: 20 }, 3), 403);
    assert.deepEqual((await mark(other, { readUpTo: 30 }, 3)).json(), { readUpTo: 30, readIds: [] });
    assert.deepEqual(await read(demo), { readUpTo: 5, readIds: [9, 7] });
  });

  it('belongs to a person: a service token has read nothing', async () => {
    const made = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'reader', role: 'admin' },
    });
    const { token } = made.json<{ token: string }>();
    noteCanary(token);
    assertErrorAnswer(await mark(token, { readUpTo: 1 }), 403);
    assertErrorAnswer(await test.inject({ url: pathOf(1), headers: bearer(token) }), 403);
  });

  it('is joined where several windows mark at the same time', async () => {
    const ids = [101, 102, 103, 104, 105, 106, 107, 108];
    const answers = await Promise.all(ids.map((id) => mark(demo, { readIds: [id] })));
    assert.ok(answers.every(({ statusCode }) => statusCode === 200));
    assert.deepEqual((await read(demo)).readIds, [...ids.toReversed(), 9, 7]);
  });

  it('never runs ahead of what has happened, and keeps the newest single marks', async () => {
    const ahead = await mark(basic, { readUpTo: 10, readIds: [EVENTS + 1, Number.MAX_SAFE_INTEGER] });
    assert.deepEqual(ahead.json(), { readUpTo: 10, readIds: [] });
    const ids = Array.from({ length: EVENTS - 10 }, (_, index) => index + 11);
    await mark(basic, { readIds: ids.slice(0, MOST_READ_IDS) });
    const { readIds } = (await mark(basic, { readIds: ids.slice(MOST_READ_IDS) })).json<{
      readIds: number[];
    }>();
    assert.deepEqual(readIds, ids.slice(-MOST_READ_IDS).toReversed());
    const all = await mark(basic, { readUpTo: Number.MAX_SAFE_INTEGER });
    assert.deepEqual(all.json(), { readUpTo: EVENTS, readIds: [] });
  });

  it('is refused when it is no mark', async () => {
    for (const body of [
      {},
      { readUpTo: -1 },
      { readUpTo: '5' },
      { readIds: [] },
      { readIds: [0] },
      { readIds: Array.from({ length: MOST_READ_IDS + 1 }, (_, index) => index + 1) },
      { readUpTo: 1, unread: true },
    ]) {
      assertErrorAnswer(await mark(demo, body), 400);
    }
  });
});
