import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startSequencedApi } from '../../../test/support/sequenced-api.ts';
import type { SequencedApi } from '../../../test/support/sequenced-api.ts';

const PATH = '/v1/organization/1/events';
const FOREIGN = 'foreign-canary-77e0';

type Feed = {
  events: { id: number; type: string; organizationId: number; data: { name: string } }[];
  next: number;
};

describe('event feed', () => {
  let test: SequencedApi;
  let demo: string;
  before(async () => {
    test = await startSequencedApi();
    demo = (await logIn(test)).token;
    noteCanary(FOREIGN);
    await test.record(3, [FOREIGN]);
  });
  after(() => test.close());

  const get = (url: string, token = demo) => test.inject({ url, headers: bearer(token) });
  const read = async (url: string): Promise<Feed> => (await get(url)).json<Feed>();
  const numbered = (count: number) =>
    eventually(async () => (await read(`${PATH}?limit=1000`)).events.length === count, 3000);

  it('answers an organization without events with none, and the same place to go on from', async () => {
    assert.deepEqual(await read(PATH), { events: [], next: 0 });
    assert.deepEqual(await read(`${PATH}?after=17`), { events: [], next: 17 });
  });

  it('gives events oldest first with all that they carry', async () => {
    await test.record(
      1,
      Array.from({ length: 150 }, (_, index) => `event ${index + 1}`),
    );
    await numbered(150);
    const response = await get(`${PATH}?limit=1`);
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
    const { events, next } = response.json();
    const { createdAt, ...event } = events[0];
    assert.deepEqual(event, { id: 1, type: 'probe.happened', organizationId: 1, data: { name: 'event 1' } });
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(Object.keys(events[0]), ['id', 'type', 'organizationId', 'createdAt', 'data']);
    assert.equal(next, 1);
  });

  it('gives a hundred unless asked for more or fewer, and each once to whoever follows `next`', async () => {
    assert.equal((await read(PATH)).events.length, 100);
    assert.equal((await read(`${PATH}?limit=1000`)).events.length, 150);
    for (const limit of [1, 7, 50, 150, 1000]) {
      const names: string[] = [];
      let [place, isEnd] = [0, false];
      while (!isEnd) {
        const { events, next } = await read(`${PATH}?after=${place}&limit=${limit}`);
        names.push(...events.map(({ data }) => data.name));
        [isEnd, place] = [next === place, next];
      }
      assert.deepEqual(
        names,
        Array.from({ length: 150 }, (_, index) => `event ${index + 1}`),
      );
      assert.equal(place, 150);
    }
  });

  it('refuses limits and places that are none', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=-1',
      'limit=x',
      'limit=',
      'after=-1',
      'after=1.0',
      'after=',
    ]) {
      assert.equal((await get(`${PATH}?${query}`)).statusCode, 400, query);
    }
    assert.equal((await get(`${PATH}?after=1&after=2`)).statusCode, 400);
    assert.equal((await get(`${PATH}?after=9007199254740993`)).statusCode, 400);
    assert.equal((await get(`${PATH}?unknown=1`)).statusCode, 200);
  });

  it('refuses another tenant and one that does not exist with the same bytes, in either form', async () => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const headers = { ...bearer(demo), accept };
      const foreign = await test.inject({ url: '/v1/organization/3/events', headers });
      const none = await test.inject({ url: '/v1/organization/999/events', headers });
      assert.equal(foreign.statusCode, 403);
      assert.equal(foreign.body, none.body);
    }
  });

  it('never shows an event of another organization', async () => {
    assert.doesNotMatch((await get(`${PATH}?limit=1000`)).body, new RegExp(FOREIGN));
    const other = (await logIn(test, 'other')).token;
    const own = await test.inject({ url: '/v1/organization/3/events', headers: bearer(other) });
    assert.equal(own.json<Feed>().events[0]?.data.name, FOREIGN);
  });

  it('reads pages that are asked for together with few statements', async () => {
    const { counters } = test.api.database;
    const statementsBefore = counters.statements;
    const answers = await Promise.all(Array.from({ length: 200 }, () => get(`${PATH}?limit=5`)));
    assert.ok(answers.every(({ statusCode }) => statusCode === 200));
    const perRequest = (counters.statements - statementsBefore) / answers.length;
    assert.ok(perRequest < 0.5, `${perRequest} statements a request`);
  });
});
