import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';

type Entry = { id: number; kind: string; units: number; subject: string; planName: string };

describe('the ledger', () => {
  let test: TestApi;
  let demo: string;
  before(async () => {
    test = await startTestApi();
    demo = (await logIn(test)).token;
    await test.database.admin(
      `insert into farol.ledger_entries (organization_id, plan_id, kind, units, subject, created_at) values
         (1, 1, 'charge', 1, 'analysis 7', now() - interval '3 days'),
         (1, 1, 'charge', 2, 'radar 8', now() - interval '2 days'),
         (1, 1, 'charge', 1, 'cnh 9', now() - interval '40 days'),
         (3, 1, 'charge', 5, 'analysis 1', now())`,
    );
    await test.database.admin(
      `insert into farol.ledger_entries (organization_id, plan_id, kind, units, subject, refunded_entry_id)
       select 1, 1, 'refund', l.units, l.subject, l.id from farol.ledger_entries l where l.subject = 'analysis 7'`,
    );
  });
  after(() => test.close());

  const read = async (path: string, token = demo) => test.inject({ url: path, headers: bearer(token) });

  it('tells every grant, charge and refund, newest first', async () => {
    const { entries, next } = (await read('/v1/organization/1/ledger')).json<{
      entries: Entry[];
      next: number | null;
    }>();
    assert.deepEqual(
      entries.map(({ kind, units, subject }) => [kind, units, subject]),
      [
        ['refund', 1, 'analysis 7'],
        ['charge', 1, 'cnh 9'],
        ['charge', 2, 'radar 8'],
        ['charge', 1, 'analysis 7'],
        ['grant', 100_000, 'granted by the operator'],
      ],
    );
    assert.equal(next, null);
    assert.equal(entries[0]?.planName, 'Demo complete');
  });

  it('goes on where a page ended, and ends', async () => {
    const seen: number[] = [];
    let path = '/v1/organization/1/ledger?limit=2';
    for (let pages = 1; ; pages++) {
      const { entries, next } = (await read(path)).json<{ entries: Entry[]; next: number | null }>();
      seen.push(...entries.map(({ id }) => id));
      if (next === null) {
        assert.equal(pages, 3);
        break;
      }
      path = `/v1/organization/1/ledger?limit=2&before=${next}`;
    }
    assert.equal(seen.length, 5);
    assert.deepEqual(
      seen,
      [...new Set(seen)].toSorted((a, b) => b - a),
    );
  });

  it('sums what was used by day and purpose, within the days asked for', async () => {
    const sum = async (days: number): Promise<[string, number, number][]> => {
      const { usage } = (await read(`/v1/organization/1/usage?days=${days}`)).json<{
        usage: { day: string; purpose: string; charged: number; refunded: number }[];
      }>();
      return usage.map(({ purpose, charged, refunded }) => [purpose, charged, refunded]);
    };
    const recent = [
      ['analysis', 1, 0],
      ['radar', 2, 0],
      ['analysis', 0, 1],
    ];
    assert.deepEqual(await sum(30), recent);
    assert.deepEqual(await sum(60), [['cnh', 1, 0], ...recent]);
    assert.deepEqual(await sum(1), [['analysis', 0, 1]]);
  });

  it('names the first and last day of the time it covers', async () => {
    const { from, to } = (await read('/v1/organization/1/usage?days=2')).json<{ from: string; to: string }>();
    assert.equal((Date.parse(to) - Date.parse(from)) / 86_400_000, 1);
  });

  it('refuses the organization of another tenant', async () => {
    for (const path of ['ledger', 'usage']) {
      assert.equal((await read(`/v1/organization/3/${path}`)).statusCode, 403);
    }
  });

  it('refuses a stretch of time or a page that is out of bounds', async () => {
    for (const path of ['usage?days=0', 'usage?days=367', 'ledger?limit=501', 'ledger?before=0']) {
      assert.equal((await read(`/v1/organization/1/${path}`)).statusCode, 400, path);
    }
  });
});
