// Plans and proportions at a size where a wrong plan shows.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { COUNT_MASKED_SQL, COUNT_SQL, MASKED_PAGE_SQL, PAGE_SQL } from './queries.ts';

const ROWS = 1_000_000;
const BIG = 'BIGROOT1';
const SMALL = 'SMALLRT1';
const MASK = '***444777**';

type Plan = { 'Node Type': string; 'Index Cond'?: string; 'Relation Name'?: string; Plans?: Plan[] };

function listNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}

describe('the hot statements at a million rows', () => {
  let bed: TestDatabase;
  let client: Client;
  before(async () => {
    bed = await createTestDatabase();
    client = new Client({ connectionString: bed.url });
    await client.connect();
    // One document of 100,000 cases, one of 100, and people with a handful each.
    await client.query(
      `insert into registry.case_parties (root, number, document, is_countable, name_key, side, is_debtor_side, natures,
         traits, is_active, outcome, value, filed_on, facts_version, fetched_at)
       select r.root, lpad(i::text, 20, '0'), r.root || case when length(r.root) = 8 then '000191' else '' end,
         i % 10 > 0, case when r.root = $4 then 'PESSOA ' || i % 5 end, 'PASSIVE', true, 1, 0, true, 0, i, '2020-01-01', 1, now()
       from generate_series(1, $1::int) i,
         lateral (select case when i <= 100000 then $2 when i <= 100100 then $3 when i <= 100200 then $4
           else lpad((i % 200000)::text, 11, '0') end as root) r
       order by 1, 2, 3`,
      [ROWS, BIG, SMALL, MASK],
    );
    await client.query('vacuum analyze registry.case_parties');
    await client.query(
      `insert into registry.case_records (number, source, degree, record_key, fetched_at)
       select lpad(i::text, 20, '0'), 'cases', 'G1', '', now() from generate_series(1, 200000) i`,
    );
    await client.query('vacuum analyze registry.case_records');
  });
  after(async () => {
    await client.end();
    await bed.drop();
  });

  const RECORDS_SQL = `select r.* from registry.case_records r where r.number = $1
    order by r.number, r.source, r.degree, r.record_key`;
  const STATEMENTS: readonly (readonly [string, string, unknown[]])[] = [
    ['count', COUNT_SQL, [BIG]],
    ['count of a mask', COUNT_MASKED_SQL, ['00000000001', MASK, 'PESSOA 1']],
    ['page', PAGE_SQL, [BIG, '', 51]],
    ['page of a mask', MASKED_PAGE_SQL, [MASK, '', 51, 'PESSOA 1']],
    ['records of a case', RECORDS_SQL, ['1'.padStart(20, '0')]],
  ];

  for (const [name, statement, values] of STATEMENTS) {
    it(`read nothing but ranges of an index: ${name}`, async () => {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (format json) ${statement}`,
        values,
      });
      const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => listNodes(plan)));
      const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
      assert.ok(scans.length > 0);
      for (const scan of scans) {
        assert.match(scan['Node Type'], /^(?:Index Scan|Index Only Scan)$/, JSON.stringify(nodes, null, 1));
        assert.match(scan['Index Cond'] ?? '', /root = |number = /);
      }
    });
  }

  async function medianMs(statement: string, values: unknown[]): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const start = performance.now();
      await client.query({ name: `median ${statement}`.slice(0, 60), text: statement, values });
      times.push(performance.now() - start);
    }
    return times.toSorted((a, b) => a - b)[7] ?? 0;
  }

  it('count a large dossier in at most three times what a bare count takes', async () => {
    const bare = await medianMs('select count(*) from registry.case_parties p where p.root = $1', [BIG]);
    const count = await medianMs(COUNT_SQL, [BIG]);
    console.log(`count of 100,000 cases ${count.toFixed(1)} ms, bare ${bare.toFixed(1)} ms`);
    assert.ok(count <= 3 * bare, `${count} ms against ${bare} ms`);
  });

  it('open a large dossier in at most twice the time of a small one', async () => {
    const small = await medianMs(PAGE_SQL, [SMALL, '', 51]);
    const large = await medianMs(PAGE_SQL, [BIG, '', 51]);
    console.log(`first page of 100,000 cases ${large.toFixed(2)} ms, of 100 ${small.toFixed(2)} ms`);
    assert.ok(large <= 2 * small, `${large} ms against ${small} ms`);
  });
});
