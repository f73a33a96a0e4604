import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';

const PLAN = { weekdays: [7, 1], hours: [22, 3], dailyBudget: 10 };

describe('the refresh plan of an organization', () => {
  let test: TestApi;
  let demo: string;
  let other: string;
  before(async () => {
    test = await startTestApi();
    demo = (await logIn(test)).token;
    other = (await logIn(test, 'other')).token;
  });
  after(() => test.close());
  const url = (organizationId: number): string => `/v1/organization/${organizationId}/refresh-plan`;
  const get = (token = demo, organizationId = 1) =>
    test.inject({ url: url(organizationId), headers: bearer(token) });
  const put = (payload: object, token = demo, organizationId = 1) =>
    test.inject({ method: 'PUT', url: url(organizationId), headers: bearer(token), payload });

  it('is a default until it is set, and then what was set', async () => {
    const { run, ...plan } = (await get()).json();
    assert.deepEqual(plan, {
      organizationId: 1,
      weekdays: [1, 2, 3, 4, 5],
      hours: [6, 7, 8],
      dailyBudget: 1000,
    });
    assert.match(run.day, /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(run.spent, 0);
    const answer = await put(PLAN);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json().weekdays, [1, 7]);
    assert.deepEqual(answer.json().hours, [3, 22]);
    assert.equal((await get()).json().dailyBudget, 10);
    assert.equal((await put({ ...PLAN, dailyBudget: 0 })).json().dailyBudget, 0);
    const noted = await test.database.admin(
      `select actor like 'session %' as is_person, subject from farol.audit_records where action = 'refresh-plan.set'`,
    );
    const expected = { is_person: true, subject: 'organization 1' };
    assert.deepEqual(noted, [expected, expected]);
  });

  it('refuses what is no plan', async () => {
    for (const bad of [
      { ...PLAN, weekdays: [] },
      { ...PLAN, weekdays: [0] },
      { ...PLAN, weekdays: [1, 1] },
      { ...PLAN, weekdays: ['1'] },
      { ...PLAN, hours: [24] },
      { ...PLAN, hours: [] },
      { ...PLAN, dailyBudget: -1 },
      { ...PLAN, dailyBudget: 1.5 },
      { ...PLAN, more: true },
      { weekdays: [1], hours: [1] },
    ]) {
      assertErrorAnswer(await put(bad), 400);
    }
  });

  it("is its admin's to see and change", async () => {
    assertErrorAnswer(await get(other), 403);
    assertErrorAnswer(await put(PLAN, other), 403);
    assert.deepEqual((await get(other, 3)).json().weekdays, [1, 2, 3, 4, 5]);
    const created = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'worker', role: 'analyst' },
    });
    const { token } = created.json<{ token: string }>();
    noteCanary(token);
    assertErrorAnswer(await get(token), 403);
    assertErrorAnswer(await put(PLAN, token), 403);
  });
});
