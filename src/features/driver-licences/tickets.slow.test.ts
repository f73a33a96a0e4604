import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn } from '../../../test/support/api.ts';
import { countBurnt, hurryJobs } from '../../../test/support/burnt-attempts.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { documentWith, startLicenceApi } from '../../../test/support/licences.ts';
import type { CnhRecord, LicenceApi } from '../../../test/support/licences.ts';
import { startTicketSource } from '../../../test/support/ticket-source.ts';
import type { TicketSource } from '../../../test/support/ticket-source.ts';
import { openKeyring } from '../../platform/crypto/keyring.ts';
import type { JobRegistry } from '../../platform/jobs/registry.ts';
import { LICENCE_JOB } from './definition.ts';
import { handleLicenceJob } from './jobs.ts';
import type { Cnh, CnhLookup } from './ports.ts';

const DOCUMENTS = ['ANSWERS', 'NOT_FOUND', 'SLOW'].map(documentWith);

const licenceOf = (cpf: string): Cnh => ({
  basis: 'REPORTED',
  cpf,
  situation: 'ISSUED',
  restrictions: [],
  impediment: null,
  checks: [],
});

describe('a source of licences that gives tickets', () => {
  let test: LicenceApi;
  let source: TicketSource;
  let token: string;
  before(async () => {
    test = await startLicenceApi();
    token = (await logIn(test)).token;
  });
  after(() => test.close());

  const jobs = (): JobRegistry => {
    const lookup: CnhLookup = {
      needs: [],
      start: ({ cpf }) => source.start(cpf),
      collect: (ticket) => source.collect(ticket, licenceOf),
    };
    const keyring = openKeyring(test.config.keyFile);
    return { jobs: [LICENCE_JOB], handlers: [handleLicenceJob({ lookup, keyring })] };
  };
  const waitForCollects = (more: number): Promise<number> => {
    const until = source.collected() + more;
    return eventually(async () => {
      await hurryJobs(test.database);
      return source.collected() >= until;
    }, 20_000);
  };
  const rows = (): Promise<unknown[]> =>
    test.database.admin('select t::text as line from farol.licence_requests t');

  it('is asked once for each request, whatever happens until the answer is there', async () => {
    source = await startTicketSource();
    const created = await Promise.all(DOCUMENTS.map((document) => test.request(token, document)));
    const ids = created.map((response) => response.json<CnhRecord>().requestId);
    const first = await test.startWorker(jobs());
    await waitForCollects(DOCUMENTS.length);
    assert.equal((await test.read(token, ids[0] ?? '')).status, 'PROCESSING');
    assert.equal(await countBurnt(test.database, 'cnh.run'), 0);
    const kept = JSON.stringify(await rows());
    assert.equal(source.refs.length, DOCUMENTS.length);
    for (const ref of source.refs) {
      assert.ok(
        !kept.includes(ref) && !kept.includes(Buffer.from(ref).toString('hex')),
        'a ticket is in clear',
      );
    }
    // A worker that ends, and a source that fails while its answer is fetched, do not start it over.
    await first.close();
    source.fail(true);
    await test.startWorker(jobs());
    await waitForCollects(DOCUMENTS.length);
    source.fail(false);
    source.finish();
    const records = await test.finish(token, ...ids);
    assert.deepEqual(
      records.map(({ status, document }) => [status, document]),
      DOCUMENTS.map((document) => ['DONE', document]),
    );
    assert.deepEqual([...source.started].toSorted(), [...DOCUMENTS].toSorted());
    const left = await test.database.admin(
      'select id from farol.licence_requests where wrapped_ticket is not null',
    );
    assert.deepEqual(left, []);
  });
});
