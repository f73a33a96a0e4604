import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { bearer, logIn } from '../../../test/support/api.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

const DOCUMENT = '90010020993';
const WRONG = '90010020994';
const FIGURES = [
  'activePortfolio',
  'overdue',
  'overdueOver90Days',
  'loss',
  'creditLimits',
  'totalResponsibility',
] as const;

const DENIED = { type: 'ErrorForbiddenException', message: 'User / Organization - Access Denied' };
const NO_PLAN = { status: 'PLAN_NOT_ALLOWED', message: 'The plan does not include this resource' };
const NO_DOCUMENT = { status: 'INVALID_DOCUMENT', message: 'The document is not a valid CPF or CNPJ' };
const NO_CONSENT = {
  type: 'ConsentRequiredException',
  message: 'The consent of the holder is not on record',
};
const NOTHING = { document: DOCUMENT, months: [] };

type Told = { referenceMonth: string; indicators: Record<string, unknown> };

function toMonth(answer: LightMyRequestResponse): Record<string, unknown> {
  const { referenceMonth, indicators } = answer.json<Told>();
  return { referenceMonth, ...Object.fromEntries(FIGURES.map((figure) => [figure, indicators[figure]])) };
}

describe('the credit history of a document', () => {
  let test: RegisterApi;
  let token: string;
  let consentId: string;
  before(async () => {
    test = await startRegisterApi({ env: { FAROL_SCR_CONSENT: 'required' } });
    token = (await logIn(test)).token;
    await test.startWorker();
  });
  after(() => test.close());

  const look = (who: string, query = '', document = DOCUMENT): Promise<LightMyRequestResponse> =>
    test.inject({ url: `/v1/scr/indicators/${document}/history${query}`, headers: bearer(who) });
  const show = async (who: string, organizationId: number): Promise<string> => {
    const kept = await test.inject({
      method: 'POST',
      url: '/v1/scr/consents',
      headers: bearer(who),
      payload: { organizationId, document: DOCUMENT, mode: 'LINKED_ITEM', itemId: `sandbox-${DOCUMENT}` },
    });
    assert.equal(kept.statusCode, 200, kept.body);
    return kept.json<{ consentId: string }>().consentId;
  };
  /** Sessions do not last that long. */
  const travelTo = async (day: string): Promise<void> => {
    test.clock.advance(Date.parse(`${day}T15:00:00Z`) - test.clock.nowMs());
    test.world.travelTo(day);
    token = (await logIn(test)).token;
  };

  it('is refused as the indicators are, in their order', async () => {
    const basic = (await logIn(test, 'basic')).token;
    const cases: [who: string, document: string, query: string, status: number, body: object][] = [
      [token, WRONG, '?organizationId=x', 400, NO_DOCUMENT],
      [token, WRONG, '?organizationId=3', 400, NO_DOCUMENT],
      [
        token,
        DOCUMENT,
        '?organizationId=x',
        400,
        { type: 'WrongParameterException', message: 'Invalid parameter' },
      ],
      [token, DOCUMENT, '?organizationId=3', 403, DENIED],
      [token, DOCUMENT, '?organizationId=999', 403, DENIED],
      [basic, DOCUMENT, '', 403, NO_PLAN],
      [basic, DOCUMENT, '?organizationId=2', 403, NO_PLAN],
      [basic, DOCUMENT, '?organizationId=1', 403, DENIED],
      [token, DOCUMENT, '', 403, NO_CONSENT],
      [token, DOCUMENT, '?organizationId=1', 403, NO_CONSENT],
    ];
    for (const [who, document, query, status, body] of cases) {
      const response = await look(who, query, document);
      assert.deepEqual([response.statusCode, response.json()], [status, body], query);
    }
    const url = `/v1/scr/indicators/${DOCUMENT}/history`;
    assert.equal((await test.inject({ url })).statusCode, 401);
    const head = await test.api.app.inject({ method: 'HEAD', url, headers: bearer(token) });
    assert.deepEqual([head.statusCode, head.headers['allow']], [405, 'GET, OPTIONS']);
  });

  it('has nothing to tell before a question was answered, asks no source and charges nothing', async () => {
    consentId = await show(token, 1);
    const earlier = await test.available();
    const response = await look(token);
    assert.deepEqual([response.statusCode, response.json()], [200, NOTHING]);
    assert.equal(await test.available(), earlier);
    assert.equal(test.world.calls().pluggy.documents[DOCUMENT], undefined);
    assert.deepEqual(await test.database.admin('select id from farol.scr_enquiries'), []);
  });

  it('tells the months that are kept, oldest first, and leaves the newest answer to be told as live', async () => {
    await travelTo('2026-12-20');
    const earlier = await test.available();
    assert.equal((await test.ask(token, DOCUMENT)).statusCode, 202);
    await eventually(async () => {
      const rows = await test.database.admin(`select id from farol.scr_enquiries where status = 'READY'`);
      return rows.length === 1;
    }, 30_000);
    const alone = (await look(token)).json<{ months: object[] }>();
    const first = await test.ask(token, DOCUMENT);
    assert.deepEqual(alone, { document: DOCUMENT, months: [toMonth(first)] });
    assert.deepEqual([first.json().source, first.json().referenceMonth], ['live', '2026-10']);
    await travelTo('2027-01-05');
    assert.equal((await test.ask(token, DOCUMENT)).statusCode, 202);
    const second = await test.finish(token, DOCUMENT);
    assert.equal(second.json().referenceMonth, '2026-11');
    const both = await look(token);
    assert.deepEqual(both.json().months, [toMonth(first), toMonth(second)]);
    assert.equal(await test.available(), earlier - 2);
  });

  it('shows nothing of it to another organization', async () => {
    const other = (await logIn(test, 'other')).token;
    await show(other, 3);
    assert.deepEqual((await look(other)).json(), NOTHING);
    const foreign = await look(other, '?organizationId=1');
    assert.deepEqual([foreign.statusCode, foreign.json()], [403, DENIED]);
  });

  it('needs the role of an analyst', async () => {
    const become = (role: string): Promise<unknown> =>
      test.database.admin(
        `update farol.memberships m set role = $1 from farol.users u where u.id = m.user_id and u.username = 'demo'`,
        [role],
      );
    await become('viewer');
    const viewer = (await logIn(test)).token;
    assert.deepEqual((await look(viewer)).json(), DENIED);
    await become('admin');
    token = (await logIn(test)).token;
  });

  it('forgets a month after thirty days, and tells none once the consent is revoked', async () => {
    await travelTo('2027-01-20');
    const { months } = (await look(token)).json<{ months: Told[] }>();
    assert.deepEqual(
      months.map(({ referenceMonth }) => referenceMonth),
      ['2026-11'],
    );
    await test.inject({ method: 'DELETE', url: `/v1/scr/consents/${consentId}`, headers: bearer(token) });
    const refused = await look(token);
    assert.deepEqual([refused.statusCode, refused.json()], [403, NO_CONSENT]);
  });

  it('puts every look on record, also those in vain', async () => {
    const rows = await test.database.admin(
      `select organization_id::int as organization, action, count(*)::int as looks,
         count(distinct document_hash)::int as documents
       from farol.audit_records where action like 'scr.history%' group by 1, 2 order by 1, 2`,
    );
    assert.deepEqual(rows, [
      { organization: 1, action: 'scr.history', looks: 3, documents: 1 },
      { organization: 1, action: 'scr.history.none', looks: 4, documents: 1 },
      { organization: 3, action: 'scr.history.none', looks: 1, documents: 1 },
    ]);
  });
});
