// A million radars of one organization: what a page costs does not grow with its place, and nothing of them is held in memory.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { describeDownload, download } from '../../../test/support/downloads.ts';
import { startRadarApi } from '../../../test/support/radars.ts';
import type { RadarApi, RadarLink } from '../../../test/support/radars.ts';
import { grantScope } from '../../platform/db/scope.ts';
import { pageStatement } from './queries.ts';
import type { Order, Place } from './rules.ts';

const MANY = 1_000_000;
const PAGE = 1000;
const LONG_PAGE = 10_000;
/** All of it is some 100 as CSV and 170 as NDJSON. */
const MOST_MEGABYTES = 15;
const LOOK_EVERY_MB = 20;

/** Three at each moment, so that the id decides among them; and somebody else's in between. */
const FILL_SQL = `
  insert into farol.radars
    (organization_id, document_id, root, document, name, type, plan_id, primed_at, created_at, refresh_due_at)
  select case when n % 100 = 0 then 3 else 1 end, n, lpad(n::text, 11, '0'), lpad(n::text, 11, '0'),
    'Pessoa Inventada da Silva ' || n, 'CPF', 1, now(), timestamptz '2026-01-01Z' + (n / 3) * interval '1 second', null
  from generate_series(1, $1::int) n`;

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
};

function listNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}

describe('a million radars of one organization', () => {
  let test: RadarApi;
  let demo: string;
  let total = 0;
  before(async () => {
    test = await startRadarApi();
    demo = (await logIn(test)).token;
    await test.database.admin(FILL_SQL, [Math.ceil((MANY * 100) / 99)]);
    await test.database.admin('vacuum analyze farol.radars');
    total = await test.count('farol.radars where organization_id = 1');
    assert.ok(total >= MANY);
  });
  after(() => test.close());

  const placeAt = async (offset: number): Promise<Place> => {
    const [place] = await test.rows<Place>(
      `select (extract(epoch from created_at) * 1000000)::bigint::text as "atMicros", id::text as id
       from farol.radars where organization_id = 1 order by created_at, id offset $1 limit 1`,
      [offset],
    );
    assert.ok(place !== undefined);
    return place;
  };
  /** The plan of what a page is read with. */
  const explain = (order: Order, behind: Place | null, options: string): Promise<Plan> =>
    test.api.database.transaction(grantScope([1]), async (tx) => {
      const { sql, values } = pageStatement({ organizationId: 1, order, after: behind, limit: PAGE });
      // The plan that serves any values is asked for without them.
      const given = options === 'generic_plan' ? undefined : values;
      const rows = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (${options}, format json) ${sql}`,
        given,
      );
      const [plan] = rows.flatMap((row) => row['QUERY PLAN'].map((each) => each.Plan));
      assert.ok(plan !== undefined);
      return plan;
    });

  for (const order of ['ASC', 'DESC'] as const) {
    it(`is read by one range of its index and sorted by nobody: ${order}`, async () => {
      for (const options of ['generic_plan', 'costs']) {
        const nodes = listNodes(await explain(order, await placeAt(MANY / 2), options));
        const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
        assert.ok(scans.length > 0);
        for (const scan of scans) {
          assert.match(scan['Node Type'], /^Index (?:Only )?Scan$/, JSON.stringify(nodes, null, 1));
          assert.equal(scan['Index Name'], 'radars_in_order');
          assert.match(scan['Index Cond'] ?? '', /organization_id = .*ROW\(\w*\.?created_at/);
        }
        const names = nodes.map((node) => node['Node Type']).join(', ');
        assert.doesNotMatch(names, /Sort|Bitmap|Seq Scan/, names);
      }
    });
  }

  it('costs the same on its last page as on its first', async () => {
    const blocksOf = async (order: Order, behind: Place | null): Promise<number> => {
      const plan = await explain(order, behind, 'analyze, buffers');
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    };
    for (const [order, last] of [
      ['ASC', total - PAGE - 1],
      ['DESC', PAGE],
    ] as const) {
      const [first, end] = [await blocksOf(order, null), await blocksOf(order, await placeAt(last))];
      assert.ok(first > 0 && end <= first * 1.5, `${order}: ${first} blocks, at the end ${end}`);
    }
  });

  it('is walked through by its cursor, each once and none of anybody else', async () => {
    let path: string | null = `/v2/organizations/1/radars?limit=${LONG_PAGE}`;
    let [count, pages] = [0, 0];
    let last = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    while (path !== null) {
      const response = await test.send(demo, 'GET', path);
      assert.equal(response.statusCode, 200);
      for (const { id, createdAt, radar } of response.json<RadarLink[]>()) {
        const [lastAt = 0, lastId = 0] = last;
        assert.ok(createdAt < lastAt || (createdAt === lastAt && id < lastId), `${id} is out of order`);
        assert.ok(Number(radar.code) % 100 !== 0, 'of another organization');
        last = [createdAt, id];
        count += 1;
      }
      pages += 1;
      path = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1] ?? null;
    }
    assert.deepEqual([count, pages], [total, Math.ceil(total / LONG_PAGE)]);
  });

  it('is exported through a socket with flat memory', async (context) => {
    for (const format of ['csv', 'ndjson']) {
      const path = `/v1/organization/1/radars/export?format=${format}`;
      const measured = await download(test.api.app, { path, token: demo, lookEveryMb: LOOK_EVERY_MB });
      context.diagnostic(`${format}: ${describeDownload(measured)}`);
      assert.equal(measured.lines, format === 'csv' ? total + 1 : total);
      assert.ok(measured.grownMb < MOST_MEGABYTES, `${measured.grownMb} MB`);
    }
  });
});
