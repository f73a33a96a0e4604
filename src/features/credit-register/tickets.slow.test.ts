import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { countBurnt, hurryJobs } from '../../../test/support/burnt-attempts.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { startRegisterApi } from '../../../test/support/register.ts';
import type { RegisterApi } from '../../../test/support/register.ts';
import { startTicketSource } from '../../../test/support/ticket-source.ts';
import type { TicketSource } from '../../../test/support/ticket-source.ts';
import { openKeyring } from '../../platform/crypto/keyring.ts';
import type { JobRegistry } from '../../platform/jobs/registry.ts';
import { SCR_JOB } from './jobs.ts';
import { sumBuckets } from './ports.ts';
import type { Scr, ScrReport } from './ports.ts';
import { handleScrRun } from './run.ts';

const DOCUMENT = '90010020055';
const groups = [{ modality: '0203', currencyLinked: false, buckets: { '110': 12_345 } }];

const reportOf = (value: string): ScrReport => ({
  doc: { kind: 'CPF', value },
  byRoot: false,
  months: [
    {
      month: '2026-09',
      institutions: 1,
      operations: 1,
      coObligationGiven: 0,
      coObligationReceived: 0,
      disputed: { count: 0, value: 0 },
      subJudice: { count: 0, value: 0 },
      groups,
      totals: sumBuckets(groups),
    },
  ],
});

describe('a source of the register that gives tickets', () => {
  let test: RegisterApi;
  let source: TicketSource;
  let token: string;
  before(async () => {
    test = await startRegisterApi();
    token = (await logIn(test)).token;
  });
  after(() => test.close());

  const jobs = (): JobRegistry => {
    const scr: Scr = {
      consentMode: 'LINKED_ITEM',
      start: ({ doc }) => source.start(doc.value),
      collect: (ticket) => source.collect(ticket, reportOf),
    };
    const keyring = openKeyring(test.config.keyFile);
    const { clock } = test;
    return { jobs: [SCR_JOB], handlers: [handleScrRun({ scr, keyring, clock, isConsentRequired: false })] };
  };
  const waitForCollects = (more: number): Promise<number> => {
    const until = source.collected() + more;
    return eventually(async () => {
      await hurryJobs(test.database);
      return source.collected() >= until;
    }, 20_000);
  };

  it('is asked once, whatever happens until the answer is there', async () => {
    source = await startTicketSource();
    const earlier = await test.available();
    assert.equal((await test.ask(token, DOCUMENT)).statusCode, 202);
    const first = await test.startWorker(jobs());
    await waitForCollects(2);
    assert.equal((await test.ask(token, DOCUMENT)).statusCode, 202);
    assert.equal(await countBurnt(test.database, 'scr.run'), 0);
    const kept = JSON.stringify(await test.database.admin('select t::text from farol.scr_enquiries t'));
    const [ref = ''] = source.refs;
    assert.ok(!kept.includes(ref) && !kept.includes(Buffer.from(ref).toString('hex')));
    // A worker that ends, and a source that fails while its answer is fetched, do not start it over.
    await first.close();
    source.fail(true);
    await test.startWorker(jobs());
    await waitForCollects(1);
    source.fail(false);
    source.finish();
    const answer = await test.finish(token, DOCUMENT);
    assert.deepEqual([answer.statusCode, answer.json().indicators.toFallDue], [200, '123.45']);
    assert.deepEqual(source.started, [DOCUMENT]);
    assert.equal(await test.available(), earlier - 1);
  });
});
