import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn } from '../../../test/support/api.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';

const GOOD = '90010020055';
const NOTHING = '90010020136';
const DOWN = '90010020489';
const SLOW = '90010020217';
/** Half an answer, one about somebody else, a page for people. */
const BROKEN = ['90010020560', '90010020640', '90010020721'];
const NO_CONSENT = '90010020802';
const OVERDUE = '90010020993';
const LOSS = '90010021027';
const COMPANY = '90010021000180';
const LETTERS = 'zz.90x.001/0001-81';

const MONEY = /^\d+\.\d{2}$/;

for (const scr of ['pluggy', 'celcoin'] as const) {
  describe(`the states of a question through ${scr}`, () => {
    let test: RegisterApi;
    let token: string;
    before(async () => {
      test = await startRegisterApi({ scr });
      token = (await logIn(test)).token;
      await test.startWorker();
    });
    after(() => test.close());

    it('charges the first, is being processed, answers live once and from the cache afterwards', async () => {
      const earlier = await test.available();
      const first = await test.ask(token, GOOD);
      assert.equal(first.statusCode, 202);
      assert.deepEqual(first.json(), { status: 'PROCESSING', message: 'The query is being processed' });
      assert.match(String(first.headers['retry-after']), /^\d+$/);
      const live = await test.finish(token, GOOD);
      assert.equal(live.statusCode, 200, live.body);
      const { indicators, ...envelope } = live.json();
      assert.deepEqual(envelope, {
        status: 'SUCCESS',
        message: '',
        source: 'live',
        document: GOOD,
        referenceMonth: '2026-09',
      });
      assert.deepEqual(Object.keys(indicators), [
        'toFallDue',
        'overdue',
        'overdueOver90Days',
        'loss',
        'activePortfolio',
        'totalResponsibility',
        'creditLimits',
        'toBeReleased',
        'institutions',
        'operations',
        'relationshipSince',
        'documentsProcessedPercent',
        'volumeProcessedPercent',
        'byBucket',
        'byModality',
      ]);
      assert.match(indicators.toFallDue, MONEY);
      assert.equal(indicators.overdue, '0.00');
      assert.equal(indicators.activePortfolio, indicators.toFallDue);
      assert.match(indicators.relationshipSince, /^\d{4}-\d{2}-\d{2}$/);
      assert.ok(indicators.institutions >= 1);
      for (const document of [GOOD, '900.100.200-55', ' 900 100 20055 ']) {
        const again = await test.ask(token, document);
        assert.deepEqual(again.json(), { ...live.json(), source: 'cache' });
      }
      assert.equal(await test.available(), earlier - 1);
      assert.equal(test.world.calls()[scr].documents[GOOD], 1);
    });

    it('tells delays, losses and companies by their letters', async () => {
      const [late, lost, company, letters] = await Promise.all(
        [OVERDUE, LOSS, COMPANY, LETTERS].map((document) => test.finish(token, document)),
      );
      assert.notEqual(late?.json().indicators.overdueOver90Days, '0.00');
      assert.notEqual(lost?.json().indicators.loss, '0.00');
      assert.notEqual(company?.json().indicators.overdue, '0.00');
      assert.equal(letters?.json().document, 'ZZ90X001000181');
    });

    it('answers zeros for whom nothing is on register', async () => {
      const earlier = await test.available();
      const response = await test.finish(token, NOTHING);
      assert.equal(response.statusCode, 200);
      assert.deepEqual(response.json().indicators, {
        toFallDue: '0.00',
        overdue: '0.00',
        overdueOver90Days: '0.00',
        loss: '0.00',
        activePortfolio: '0.00',
        totalResponsibility: '0.00',
        creditLimits: '0.00',
        toBeReleased: '0.00',
        institutions: 0,
        operations: 0,
        relationshipSince: null,
        documentsProcessedPercent: 0,
        volumeProcessedPercent: 0,
        byBucket: [],
        byModality: [],
      });
      assert.equal(await test.available(), earlier - 1);
    });

    it('tells a consent that the source does not accept, and gives the unit back', async () => {
      const earlier = await test.available();
      const response = await test.finish(token, NO_CONSENT);
      assert.equal(response.statusCode, 403);
      assert.equal(response.json().type, 'ConsentRequiredException');
      assert.equal(await test.available(), earlier);
    });

    it('gives the unit back when the source fails, rests for a minute, then starts anew', async () => {
      const earlier = await test.available();
      const failed = await test.finish(token, DOWN);
      assert.equal(failed.statusCode, 503, failed.body);
      assert.deepEqual(failed.json(), {
        type: 'SourceUnavailableException',
        message: 'The source is not available at the moment',
      });
      const wait = Number(failed.headers['retry-after']);
      assert.ok(wait >= 1 && wait <= 60, String(wait));
      assert.equal(await test.available(), earlier);
      assert.equal((await test.ask(token, DOWN)).statusCode, 503);
      test.clock.advance(61_000);
      assert.equal((await test.ask(token, DOWN)).statusCode, 202);
      assert.equal(await test.available(), earlier - 1);
      assert.equal((await test.finish(token, DOWN)).statusCode, 503);
      assert.equal(await test.available(), earlier);
      const lines = await test.database.admin(
        `select c.subject, count(r.id)::int as refunds from farol.ledger_entries c
         left join farol.ledger_entries r on r.refunded_entry_id = c.id and r.organization_id = c.organization_id
         where c.kind = 'charge' and c.subject in (
           select a.subject from farol.audit_records a
           where a.action = 'scr.start' and a.document_hash = (
             select e.document_hash from farol.scr_enquiries e where e.status = 'FAILED' and e.fault = 'GIVEN_UP'
           )
         ) group by c.subject`,
      );
      assert.deepEqual(
        lines.map((line) => (line as { refunds: number }).refunds),
        [1, 1],
      );
    });

    it('tells how each ended in the feed, without a document', async () => {
      const events = (await test.database.admin(
        `select data from farol.events where type = 'scr.completed'`,
      )) as {
        data: Record<string, string>;
      }[];
      assert.ok(events.length >= 7);
      for (const { data } of events) {
        assert.deepEqual(Object.keys(data).toSorted(), ['enquiryId', 'referenceMonth', 'status']);
        assert.equal(data['referenceMonth'], '2026-09');
      }
      assert.deepEqual(new Set(events.map(({ data }) => data['status'])), new Set(['SUCCESS', 'FAILED']));
    });
  });
}

describe('a question that takes its time', () => {
  let test: RegisterApi;
  let token: string;
  before(async () => {
    test = await startRegisterApi();
    token = (await logIn(test)).token;
  });
  after(() => test.close());

  it('charges fifty that ask two processes at once only once, and asks the source once', async () => {
    const earlier = await test.available();
    const node = await test.startNode();
    const url = `/v1/scr/indicators/${GOOD}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_ask, index) =>
        (index % 2 === 0 ? test : node).inject({ url, headers: bearer(token) }),
      ),
    );
    assert.ok(answers.every(({ statusCode }) => statusCode === 202));
    assert.equal(await test.available(), earlier - 1);
    const jobs = await test.database.admin(`select id from pgboss.job where name = 'scr.run'`);
    assert.equal(jobs.length, 1);
    await test.startWorker();
    await test.finish(token, GOOD);
    assert.equal(test.world.calls().pluggy.documents[GOOD], 1);
  });

  it('gives an answer out as live only once, however many ask at once', async () => {
    test.world.behave('pluggy', { latencyMs: 300 });
    await test.ask(token, OVERDUE);
    await test.database.admin(`select pg_sleep(1)`);
    const answers = await Promise.all(Array.from({ length: 30 }, () => test.ask(token, OVERDUE)));
    assert.equal(answers.filter((answer) => answer.json().source === 'live').length, 1);
    assert.equal(answers.filter((answer) => answer.json().source === 'cache').length, 29);
    test.world.behave('pluggy', { latencyMs: 0 });
  });

  it('waits for a source that says when to come back', async () => {
    test.world.behave('pluggy', { mode: 'rate-limited' });
    await test.ask(token, LOSS);
    await test.database.admin(`select pg_sleep(2)`);
    assert.equal((await test.ask(token, LOSS)).statusCode, 202);
    test.world.behave('pluggy', { mode: 'normal' });
    assert.equal((await test.finish(token, LOSS)).statusCode, 200);
  });

  it('is being processed for as long as the source takes', async () => {
    const startedAt = performance.now();
    assert.equal((await test.ask(token, SLOW)).statusCode, 202);
    assert.equal((await test.finish(token, SLOW)).statusCode, 200);
    assert.ok(performance.now() - startedAt > 4500);
    assert.equal(test.world.calls().pluggy.documents[SLOW], 1);
  });

  it('never takes a broken answer, or one about somebody else, for an answer', async () => {
    const earlier = await test.available();
    for (const document of BROKEN) {
      const response = await test.finish(token, document);
      assert.equal(response.json().type, 'SourceUnavailableException', document);
    }
    assert.equal(await test.available(), earlier);
  });

  it('asks anew for the next month and after thirty days', async () => {
    const earlier = await test.available();
    await test.database.admin(
      `update farol.scr_enquiries set settled_at = settled_at - interval '30 days' where status = 'READY'`,
    );
    assert.equal((await test.ask(token, OVERDUE)).statusCode, 202);
    assert.equal((await test.finish(token, OVERDUE)).json().source, 'live');
    assert.equal(await test.available(), earlier - 1);
    test.clock.advance(31 * 86_400_000);
    test.world.travelTo('2026-12-16');
    const later = (await logIn(test)).token;
    assert.equal((await test.ask(later, OVERDUE)).statusCode, 202);
    assert.equal((await test.finish(later, OVERDUE)).json().referenceMonth, '2026-10');
    assert.equal(await test.available(), earlier - 2);
  });
});

describe('where no source is configured', () => {
  it('says that it is not checked, and charges nothing', async () => {
    const test = await startRegisterApi({ env: { FAROL_SCR_SOURCE: 'none' } });
    try {
      const { token } = await logIn(test);
      const earlier = await test.available();
      const response = await test.ask(token, GOOD);
      assert.equal(response.statusCode, 503);
      assert.equal(response.json().type, 'SourceUnavailableException');
      assert.equal(await test.available(), earlier);
    } finally {
      await test.close();
    }
  });
});
