import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startSequencedApi } from '../../../test/support/sequenced-api.ts';
import type { SequencedApi } from '../../../test/support/sequenced-api.ts';
import { LOOKED_AT, nextBefore } from './inbox-rules.ts';

const INBOX = '/v1/organization/1/events/inbox';
const BY_RADAR = '/v1/organization/1/events/by-radar';
const FOREIGN = 'foreign-canary-91c4';
const NUMBER = '00000010220248260001';

type Item = { id: number; type: string; data: Record<string, unknown>; isDismissed: boolean };
type Inbox = { events: Item[]; radars: { id: number; name: string }[]; next: number };
type Activity = {
  days: string[];
  isWhole: boolean;
  radars: {
    radarId: number;
    total: number;
    perDay: number[];
    last: { id: number; type: string; severity: string } | null;
  }[];
};

describe('the inbox of events', () => {
  let test: SequencedApi;
  let demo: string;
  const radars: number[] = [];
  const get = (url: string, token = demo) => test.inject({ url, headers: bearer(token) });
  const read = async (query = ''): Promise<Inbox> => (await get(`${INBOX}${query}`)).json<Inbox>();
  const typesOf = ({ events }: Inbox): string[] => events.map(({ type }) => type);
  const event = (type: string, data: Record<string, unknown>, organizationId = 1) => ({
    organizationId,
    type,
    data,
  });

  before(async () => {
    test = await startSequencedApi();
    demo = (await logIn(test)).token;
    noteCanary(FOREIGN);
    const rows = await test.database.admin(
      `insert into farol.radars (organization_id, document_id, root, document, name, type, plan_id)
       select o, 0, 'R' || o || i, 'R' || o || i, 'r', 'CPF', 1 from unnest(array[1, 1, 3]) with ordinality as t (o, i)
       returning id`,
    );
    radars.push(...rows.map((row) => Number((row as { id: string }).id)));
    const [one, two, foreign] = radars;
    const finding = `case:${NUMBER}`;
    await test.recordEvents([
      event('radar.primed', { radarId: one, total: 0, processNumbers: [] }),
      event('case.new', { radarIds: [one, two], processNumber: NUMBER, finding, severity: 'high' }),
      event('analysis.progress', { userPlanConsumeAnalyticsId: 1 }),
      event('batch.progress', { batchId: 1 }),
      event('case.movement', { radarIds: [two], processNumber: NUMBER, finding, severity: 'low' }),
      event('debt.new', { radarIds: [one], finding: 'debt:general:1', severity: 'high' }),
    ]);
    await test.recordEvents([event('case.new', { radarIds: [foreign], finding: FOREIGN }, 3)]);
    await eventually(async () => (await read()).events.length === 4, 5000);
  });
  after(() => test.close());

  it('is newest first and leaves out how far something has come', async () => {
    const inbox = await read();
    assert.deepEqual(typesOf(inbox), ['debt.new', 'case.movement', 'case.new', 'radar.primed']);
    assert.equal(inbox.next, 0);
    assert.deepEqual(inbox.radars, [
      { id: radars[0], name: 'r' },
      { id: radars[1], name: 'r' },
    ]);
    assert.deepEqual(Object.keys(inbox.events[0] ?? {}), [
      'id',
      'type',
      'organizationId',
      'createdAt',
      'data',
      'isDismissed',
    ]);
  });

  it('tells of a batch once, and of the same analysis of somebody else', async () => {
    await test.database.admin(
      `insert into farol.batch_documents (organization_id, batch_id, line, analysis_id, plan_id, wrapped_document)
       values (1, 1, 1, 71, 1, ''), (3, 1, 1, 72, 1, '')`,
    );
    const ended = [71, 72].map((id) => event('analysis.completed', { userPlanConsumeAnalyticsId: id }));
    const many = Array.from({ length: LOOKED_AT }, () => ended[0]).filter((each) => each !== undefined);
    await test.recordEvents([...ended, event('batch.completed', { batchId: 1 }), ...many]);
    await eventually(async () => {
      const [numbered] = (await test.database.admin(
        'select count(*)::int as count from farol.events where number is null',
      )) as { count: number }[];
      return numbered?.count === 0;
    }, 20_000);
    const inbox = await read();
    assert.deepEqual(typesOf(inbox).slice(0, 2), ['batch.completed', 'analysis.completed']);
    assert.equal(inbox.events[1]?.data['userPlanConsumeAnalyticsId'], 72);
    await test.database.admin(
      `delete from farol.events where type in ('analysis.completed', 'batch.completed')`,
    );
  });

  it('is filtered by kind, severity and radar', async () => {
    assert.deepEqual(typesOf(await read('?kind=case')), ['case.movement', 'case.new']);
    assert.deepEqual(typesOf(await read('?severity=high')), ['debt.new', 'case.new']);
    assert.deepEqual(typesOf(await read('?kind=case&severity=high')), ['case.new']);
    const ofFirst = await read(`?radarId=${radars[0]}`);
    assert.deepEqual(typesOf(ofFirst), ['debt.new', 'case.new', 'radar.primed']);
    assert.deepEqual(typesOf(await read('?kind=webhook')), []);
  });

  it('gives each once to whoever follows `next`', async () => {
    const seen: string[] = [];
    let query = '?limit=1';
    for (let turn = 0; turn < 10 && query !== ''; turn++) {
      const { events, next } = await read(query);
      seen.push(...events.map(({ type }) => type));
      query = next === 0 ? '' : `?limit=1&before=${next}`;
    }
    assert.deepEqual(seen, ['debt.new', 'case.movement', 'case.new', 'radar.primed']);
  });

  it('goes on behind what it looked through when a page is not full', () => {
    assert.equal(nextBefore([9, 8], 2, { count: LOOKED_AT, lowest: 1 }), 8);
    assert.equal(nextBefore([9], 2, { count: LOOKED_AT, lowest: 4 }), 4);
    assert.equal(nextBefore([], 2, { count: 3, lowest: 4 }), 0);
  });

  it('leaves out what was dismissed until it is asked for', async () => {
    const dismissed = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/findings/dismissed',
      headers: bearer(demo),
      payload: { finding: `case:${NUMBER}` },
    });
    assert.equal(dismissed.statusCode, 200);
    assert.deepEqual(typesOf(await read()), ['debt.new', 'radar.primed']);
    const shown = await read('?dismissed=shown');
    assert.deepEqual(
      shown.events.map(({ isDismissed }) => isDismissed),
      [false, true, true, false],
    );
  });

  it('counts the events of radars by day, with the last of each', async () => {
    const answer = await get(`${BY_RADAR}?radarIds=${radars.join(',')},999999`);
    const { days, isWhole, radars: told } = answer.json<Activity>();
    assert.deepEqual([days.length, isWhole], [30, true]);
    assert.deepEqual(
      told.map(({ radarId, total, perDay, last }) => [
        radarId,
        total,
        perDay.length,
        perDay.at(-1),
        last?.type,
        last?.severity,
      ]),
      [
        [radars[0], 3, 30, 3, 'debt.new', 'high'],
        [radars[1], 2, 30, 2, 'case.movement', 'low'],
      ],
    );
    await test.database.admin(`update farol.events set created_at = created_at - interval '40 days'`);
    const later = (await get(`${BY_RADAR}?radarIds=${radars[0]}`)).json<Activity>();
    assert.deepEqual([later.radars[0]?.total, later.radars[0]?.last?.type], [0, 'debt.new']);
  });

  it('tells nobody of another organization, and refuses what is no question', async () => {
    const { token } = await logIn(test, 'other');
    assertErrorAnswer(await get(INBOX, token), 403);
    assertErrorAnswer(await get(`${BY_RADAR}?radarIds=1`, token), 403);
    assert.doesNotMatch((await get(`${INBOX}?dismissed=shown`)).body, new RegExp(FOREIGN));
    assert.match((await get('/v1/organization/3/events/inbox', token)).body, new RegExp(FOREIGN));
    for (const query of ['kind=x', 'severity=x', 'limit=0', 'limit=201', 'before=0', 'radarId=x'])
      assertErrorAnswer(await get(`${INBOX}?${query}`), 400);
    for (const query of ['', 'radarIds=', 'radarIds=0', 'radarIds=1,', 'radarIds=1%20'])
      assertErrorAnswer(await get(`${BY_RADAR}?${query}`), 400);
  });
});
