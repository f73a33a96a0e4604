import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startSequencedApi } from '../../../test/support/sequenced-api.ts';
import type { SequencedApi } from '../../../test/support/sequenced-api.ts';

type Trail = {
  records: { number: number; actor: string; actorName: string | null; action: string; subject: string }[];
  next: number | null;
};
type Verification = {
  isWhole: boolean;
  from: number;
  rows: number;
  findings: { kind: string; number: number }[];
};

const TRAIL = '/v1/organization/1/audit';

describe('the audit trail of an organization', () => {
  let test: SequencedApi;
  let demo: string;
  before(async () => {
    test = await startSequencedApi();
    demo = (await logIn(test)).token;
    for (const name of ['first', 'second', 'third']) {
      const made = await test.inject({
        method: 'POST',
        url: '/v1/organization/1/tokens',
        headers: bearer(demo),
        payload: { name },
      });
      assert.equal(made.statusCode, 200);
    }
    await eventually(async () => {
      const rows = await test.database.admin(`select from farol.audit_records where number is not null`);
      return rows.length >= 3;
    }, 20_000);
  });
  after(() => test.close());

  const read = async (path: string, token = demo) => test.inject({ url: path, headers: bearer(token) });

  it('tells who did what, newest first and a page at a time', async () => {
    const first = (await read(`${TRAIL}?limit=2`)).json<Trail>();
    const rest = (await read(`${TRAIL}?before=${first.next ?? 0}`)).json<Trail>();
    const made = [...first.records, ...rest.records].filter(({ action }) => action === 'token.create');
    assert.deepEqual(
      made.map(({ number }) => number),
      [3, 2, 1],
    );
    assert.equal(rest.next, null);
    assert.match(made[0]?.actor ?? '', /^session /);
    assert.equal(made[0]?.actorName, 'demo');
  });

  it('puts on record that it was read', async () => {
    await read(TRAIL);
    const rows = await test.database.admin(
      `select from farol.audit_records where organization_id = 1 and action = 'audit.read'`,
    );
    assert.ok(rows.length > 0);
  });

  it('is for admins of that organization alone', async () => {
    await test.database.admin(
      `insert into farol.memberships (organization_id, user_id, role) values (1, 2, 'analyst')`,
    );
    const basic = (await logIn(test, 'basic')).token;
    for (const path of [TRAIL, `${TRAIL}/verification`]) {
      assert.equal((await read(path, basic)).statusCode, 403);
    }
    assert.equal((await read('/v1/organization/3/audit')).statusCode, 403);
    assert.equal((await read('/v1/organization/3/audit/verification')).statusCode, 403);
  });

  it('is verified on request, and names what was altered', async () => {
    const verify = async (): Promise<Verification> =>
      (await read(`${TRAIL}/verification`)).json<Verification>();
    const whole = await verify();
    assert.equal(whole.isWhole, true);
    assert.equal(whole.from, 1);
    assert.ok(whole.rows >= 3);
    await test.database.admin(
      `update farol.audit_records set subject = 'token 99' where organization_id = 1 and number = 2`,
    );
    const altered = await verify();
    assert.equal(altered.isWhole, false);
    assert.deepEqual(
      altered.findings.map(({ kind, number }) => [kind, number]),
      [['altered', 2]],
    );
  });
});
